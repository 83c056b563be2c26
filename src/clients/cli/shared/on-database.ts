/**
 * Commands on the server's database. If a running server has the database open, it carries out a
 * `ControlCommand` [key.running-server]. Otherwise the command opens the database.
 */
import { existsSync } from 'node:fs'
import type { Amount } from '../../../core/money'
import type { FillProfile } from '../../../core/order/fill-profile'
import { atMs, type Instant } from '../../../core/time'
import { agreeOnCell, checkCell } from '../../../identity/cell'
import { bringInstruments } from '../../../ledger/instruments'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
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
import {
  askRunningServer,
  type CommandAnswer,
  controlSocketOf,
} from '../../../server/control-socket'
import type { CommandContext, Outcome } from './command-line'

/** Returns the faults of wrong settings, which stop a command as they stop the server. */
export function configOf(env: Environment): Config | CommandFault {
  const read = readConfig(env)
  return 'faults' in read ? fault(read.faults.map(faultLine).join('\n')) : read.config
}

/**
 * Which databases a command opens. `missing` creates an embedded database that does not exist.
 * `damaged` opens a damaged one too, and adds no instruments to it.
 */
export type Opens = 'existing' | 'missing' | 'damaged'

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
    if (!mayBeDamaged) await bringInstruments(database, US_INSTRUMENTS)
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
