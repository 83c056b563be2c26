/**
 * Commands on the server's database. If a running server has the database open, it carries out a
 * `ControlCommand` [key.running-server]. Otherwise the command opens the database.
 *
 * `--cells FILE` carries out a command for each cell of a file, one after the other [run.cells].
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isCellName } from '../../../core/ids'
import type { Amount } from '../../../core/money'
import type { FillProfile } from '../../../core/order/fill-profile'
import { atMs, type Instant } from '../../../core/time'
import { agreeOnCell, checkCell } from '../../../identity/cell'
import { bringInstruments, listInstruments } from '../../../ledger/instruments'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { monotonicNowMs, wallNowMs } from '../../../market/clock'
import { US_INSTRUMENTS } from '../../../market/instruments/reference'
import { connect } from '../../../postgres/connect'
import type { Database, Drizzle } from '../../../postgres/database'
import { FolderInUse } from '../../../postgres/drivers/folder-lock'
import { StartError } from '../../../postgres/errors'
import {
  type Config,
  type DatabaseConfig,
  type Environment,
  faultLine,
  readConfig,
} from '../../../server/config/config'
import { quoted } from '../../../server/config/setting'
import {
  askRunningServer,
  type CommandAnswer,
  controlSocketOf,
} from '../../../server/control-socket'
import {
  type Action,
  type CliCommand,
  type CommandContext,
  isAction,
  type Outcome,
} from './command-line'
import { faultOfError } from './paper'
import type { Terminal } from './terminal'

/** Returns the faults of wrong settings, which stop a command as they stop the server. */
export function configOf(env: Environment): Config | CommandFault {
  const read = readConfig(env)
  return 'faults' in read ? fault(read.faults.map(faultLine).join('\n')) : read.config
}

/**
 * Which databases a command opens. `missing` creates an embedded database that does not exist.
 * `damaged` opens a damaged one too, and adds no instruments to it.
 */
type Opens = 'existing' | 'missing' | 'damaged'

/**
 * Runs `work` on the server's database, with the instruments of a first start in it. By default it
 * refuses a missing folder: a misspelt path must not become a new database.
 */
export async function onDatabase(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  work: (database: Database, config: Config) => Promise<Outcome>,
  { opens = 'existing' }: { readonly opens?: Opens } = {},
): Promise<Outcome> {
  const config = configOf(env)
  if (isFault(config)) return config
  const { database: choice } = config
  if (choice.kind === 'memory') {
    return fault('DATA_DIR=memory keeps nothing; name a folder, or set DATABASE_URL.')
  }
  const mayBeDamaged = opens === 'damaged'
  const mayLackPages = mayBeDamaged && choice.kind === 'embedded'
  if (opens !== 'missing' && choice.kind === 'embedded' && !existsSync(choice.dir)) {
    return fault(`There is no folder ${choice.dir} (DATA_DIR); an import or a server creates it.`)
  }
  // An embedded database takes a second or two to open.
  terminal.redraw('opening the database …')
  const database = await connect(choice, {
    timeouts: 'cli',
    damaged: mayBeDamaged ? 'open' : 'refuse',
  }).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error
    throw new StartError(
      `${error.message} An embedded database has one user at a time: end the server (Ctrl-C, or ` +
        'SIGTERM), run this again, then start the server, which reads bars and instruments ' +
        'at its start.',
    )
  })
  terminal.redraw(null)
  try {
    // A command without CELL works on the database of any cell [run.cell-database].
    if (config.cell !== null && !mayLackPages) await checkCell(database.drizzle, config.cell)
    if (!mayBeDamaged) {
      await bringInstruments(database, US_INSTRUMENTS, await listInstruments(database))
    }
    return await work(database, config)
  } finally {
    await database.close()
  }
}

export interface ControlDeps {
  readonly drizzle: Drizzle
  /** INITIAL_CASH: US dollars of a new account. */
  readonly initialCash: Amount
  /** FILL_PROFILE: how the orders of a new account fill. */
  readonly fillProfile: FillProfile
  /** The address of the server for browsers; empty if it is not known. */
  readonly serverUrl: string
  /** Reads the system clock. */
  readonly now: () => Instant
}

export const controlDeps = (
  drizzle: Drizzle,
  { initialCash, fillProfile, publicUrl, host, port }: Config,
  nowMs: () => number,
): ControlDeps => ({
  drizzle,
  initialCash,
  fillProfile,
  serverUrl: publicUrl ?? addressOf(host, port),
  now: () => atMs(nowMs()),
})

/** Empty if the server takes any free port, which only its start lines show. */
const addressOf = (host: string, port: number): string =>
  port === 0 ? '' : `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** A command that a running server carries out, sent over its control socket. */
export interface ControlCommand {
  readonly name: string
  /** Whether the command may create an embedded database that does not exist. */
  readonly createsDatabase: (args: readonly string[]) => boolean
  readonly answer: (deps: ControlDeps, args: readonly string[]) => Promise<CommandAnswer>
}

/** A server that is starting or stopping has the folder open and does not answer. */
const WAIT_MAX_MS = 15_000
const WAIT_MS = 100

/**
 * Sends the command to a running server, or carries it out on the database. Throws a StartError if
 * neither can be reached. Calls `waiting` at most once.
 */
export async function runControlCommand(
  command: ControlCommand,
  config: Config,
  args: readonly string[],
  waiting: () => void,
): Promise<CommandAnswer> {
  const { database } = config
  switch (database.kind) {
    case 'server':
      return answerOn(command, config, database, args)
    case 'memory':
      throw new StartError(
        `DATA_DIR=memory keeps the ${command.name} inside the server, out of reach of commands; ` +
          'set PAPER_CLIENT_ID and PAPER_CLIENT_SECRET, or keep the data in a folder.',
      )
    case 'embedded':
      return answerInFolder(command, config, database, args, waiting)
  }
}

async function answerInFolder(
  command: ControlCommand,
  config: Config,
  database: DatabaseConfig & { readonly kind: 'embedded' },
  args: readonly string[],
  waiting: () => void,
): Promise<CommandAnswer> {
  const { dir } = database
  // A misspelt path must not become a new database.
  if (!command.createsDatabase(args) && !existsSync(dir)) {
    throw new StartError(`There is no folder ${dir} (DATA_DIR); \`create\` or a server creates it.`)
  }
  const startedMs = monotonicNowMs()
  for (let attempt = 1; ; attempt++) {
    const answer = await askRunningServer(dir, command.name, args)
    if (answer !== null) return answer
    try {
      return await answerOn(command, config, database, args)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      if (monotonicNowMs() - startedMs > WAIT_MAX_MS) {
        throw new StartError(
          `Another process uses the folder ${dir} (DATA_DIR) but does not answer at ` +
            `${controlSocketOf(dir)}; stop it, then try again.`,
        )
      }
    }
    if (attempt === 1) waiting()
    await Bun.sleep(WAIT_MS)
  }
}

async function answerOn(
  command: ControlCommand,
  config: Config,
  choice: DatabaseConfig,
  args: readonly string[],
): Promise<CommandAnswer> {
  const database = await connect(choice, { timeouts: 'cli' })
  try {
    if (config.cell !== null) await agreeOnCell(database.drizzle, config.cell)
    return await command.answer(controlDeps(database.drizzle, config, wallNowMs), args)
  } finally {
    await database.close()
  }
}

/** The last option in the help of such a command. */
export const CELLS_HELP = `\
  --cells FILE  does it in each cell of the file, which has a name and a database on each line:
                a postgres://… or a folder; - is the cell without a name`

interface Cell {
  /** Null for the cell without a name. */
  readonly name: string | null
  /** A URL or a folder. */
  readonly database: string
}

const NO_NAME = '-'
const labelOf = ({ name }: Cell): string => name ?? NO_NAME

/** Adds the option to all actions of a command on the server's database. */
export function overCells({ action, ...command }: CliCommand): CliCommand {
  if (isAction(action)) return { ...command, action: eachCell(action) }
  const actions = Object.entries(action).map(([name, each]) => [name, eachCell(each)])
  return { ...command, action: Object.fromEntries(actions) }
}

/** Adds the option to one action. */
export const eachCell = ({ syntax, run }: Action): Action => ({
  syntax: { ...syntax, options: { ...syntax.options, cells: 'text' } },
  async run(line, context) {
    const file = line.text('cells')
    if (file === undefined) return run(line, context)
    const cells = await cellsIn(file)
    if (isFault(cells)) return cells
    // A running server reads the arguments again, and has no such option.
    const own = { ...line, args: withoutCells(line.args) }
    const isJson = own.args.includes('--json')
    return inEach(cells, isJson, context, (context) => run(own, context))
  },
})

/** Goes on after a failure, and then ends with status 1. */
async function inEach(
  cells: readonly Cell[],
  isJson: boolean,
  context: CommandContext,
  work: (context: CommandContext) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const { env, terminal, stopped } = context
  const failed: string[] = []
  for (const cell of cells) {
    if (stopped.aborted) return fault(`Stopped before the cell ${labelOf(cell)}.`)
    if (!isJson) terminal.say(`cell ${labelOf(cell)}`)
    const own = isJson ? jsonTerminal(terminal, cell) : terminal
    const outcome = await Promise.resolve()
      .then(() => work({ ...context, terminal: own, env: envOf(env, cell) }))
      .catch(faultOfError)
    if (outcome?.fault !== undefined) terminal.complain(`cell ${labelOf(cell)}: ${outcome.fault}`)
    if (outcome !== undefined && (outcome.fault !== undefined || outcome.status !== 0)) {
      failed.push(labelOf(cell))
    }
  }
  if (failed.length === 0) return undefined
  return fault(
    `Failed in ${failed.length} of ${plural(cells.length, 'cell')}: ${failed.join(', ')}`,
  )
}

/** An answer of a command is one line of JSON. */
const jsonTerminal = (terminal: Terminal, { name }: Cell): Terminal => ({
  ...terminal,
  say: (text) => terminal.say(`{"cell":${JSON.stringify(name)},"answer":${text}}`),
})

/** Without the settings of one cell's client, which may be in the environment of a server. */
const envOf = (env: Environment, { name, database }: Cell): Environment => ({
  ...env,
  PAPER_CLIENT_ID: '',
  PAPER_CLIENT_SECRET: '',
  CELL: name ?? '',
  ...(/^postgres(?:ql)?:/.test(database)
    ? { DATABASE_URL: database, DATA_DIR: '' }
    : { DATABASE_URL: '', DATA_DIR: database }),
})

async function cellsIn(file: string): Promise<readonly Cell[] | CommandFault> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return fault(`${file}: there is no such file, or it cannot be read.`)
  const cells: Cell[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [name = '', database, ...more] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (name === '') continue
    const wrong = (why: string) => fault(`${file}: line ${index + 1}: ${why}`)
    // The database's password may be in the line.
    if (database === undefined || more.length > 0) return wrong('write a name and a database.')
    if (name !== NO_NAME && !isCellName(name)) {
      return wrong(`${quoted(name)} is no name: 1 to 8 small letters and digits, or ${NO_NAME}.`)
    }
    if (cells.some((cell) => labelOf(cell) === name)) return wrong(`${name} is in it twice.`)
    cells.push({ name: name === NO_NAME ? null : name, database })
  }
  return cells.length === 0 ? fault(`${file}: it has no cell.`) : cells
}

/** The arguments without the option. */
const withoutCells = (args: readonly string[]): readonly string[] =>
  args.filter(
    (arg, index) =>
      arg !== '--cells' && !arg.startsWith('--cells=') && args[index - 1] !== '--cells',
  )
