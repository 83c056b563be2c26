/** `--cells FILE`: a command for each cell of a file, one after the other [run.cells]. */
import { readFile } from 'node:fs/promises'
import { isCellName } from '../../../core/cell'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import type { Environment } from '../../../server/config/config'
import { quoted } from '../../../server/config/setting'
import {
  type Action,
  type CliCommand,
  type CommandContext,
  isAction,
  type Outcome,
} from './command-line'
import { faultOfError } from './process'
import type { Terminal } from './terminal'

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
