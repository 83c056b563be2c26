/**
 * The program `paper`: its help, the choice of a command, and running it as this process, whose
 * memory it bounds.
 */
import { constants } from 'node:os'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage, nearest } from '../../../lib/text'
import { StartError } from '../../../postgres/errors'
import { MEMORY_MIB } from '../../../server/config/operating'
import { quoted, readSetting } from '../../../server/config/setting'
import {
  asksForHelp,
  type CliCommand,
  type CommandContext,
  type CommandTable,
  chooseSubcommand,
  isAction,
  type Outcome,
  ownArguments,
  readCommandLine,
} from './command-line'
import { tableLines } from './format'
import { openTerminal, type Terminal } from './terminal'

export interface Paper {
  readonly commands: CommandTable
  /** The package's version. */
  readonly version: string
}

const paperHelp = ({ commands, version }: Paper): string =>
  [
    `paper-brokerage ${version}: a paper-trading brokerage for US stocks on your own machine.`,
    '',
    '  paper COMMAND …',
    '',
    ...tableLines(
      ['COMMAND', ''],
      Object.entries(commands).map(([name, { summary }]) => [name, summary]),
    ).map((line) => `  ${line}`),
    '',
    'paper COMMAND --help explains a command. Environment variables set the server and the',
    'commands: paper server --help lists them. With Tab a shell completes commands and options',
    'after `source <(paper completion bash)`.',
  ].join('\n')

/** A command with its arguments, or a text that `paper` prints. */
export type Choice =
  | { readonly command: CliCommand; readonly args: readonly string[]; readonly fault?: undefined }
  | { readonly says: string; readonly fault?: undefined }
  | CommandFault

const HELP = ['help', '--help', '-h']
const VERSION = ['version', '--version', '-v', '-V']

export async function chooseCommand(paper: Paper, args: readonly string[]): Promise<Choice> {
  const { commands, version } = paper
  const [first, ...rest] = args
  if (first === undefined) return { says: paperHelp(paper) }
  if (VERSION.includes(first)) return { says: `paper-brokerage ${version}, Bun ${Bun.version}` }
  if (HELP.includes(first)) {
    const [name] = rest
    return name === undefined ? { says: paperHelp(paper) } : load(commands, name, ['--help'])
  }
  return load(commands, first, rest)
}

async function load(
  commands: CommandTable,
  name: string,
  args: readonly string[],
): Promise<Choice> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry !== undefined) return { command: await entry.load(), args }
  const meant = nearest(name, Object.keys(commands))
  const hint = meant === undefined ? '' : ` Do you mean ${meant}?`
  return fault(`paper has no command ${quoted(name)}.${hint} paper --help lists all commands.`)
}

/** How to start this program again: a compiled one alone, another one with Bun. */
const ownProgram = (): readonly [string, ...string[]] =>
  Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs `paper`. `args` begins with the name of a command. */
export async function runPaper(paper: Paper, args: readonly string[]): Promise<void> {
  const chosen = await chooseCommand(paper, args)
  if (isFault(chosen)) {
    ownTerminal().complain(chosen.fault)
    process.exitCode = 1
  } else if ('says' in chosen) {
    ownTerminal().say(chosen.says)
  } else {
    await runAsProcess(chosen.command, chosen.args)
  }
}

export async function runAsProcess(command: CliCommand, args: readonly string[]): Promise<void> {
  const stopping = new AbortController()
  if (command.endsItself) {
    for (const signal of SIGNALS) {
      // Once, so that a second signal ends the process at once, as is usual.
      process.once(signal, () => stopping.abort(128 + constants.signals[signal]))
    }
  }
  // The reader of the pipe has gone: the command finishes its work without output.
  process.stdout.on('error', () => stopping.abort())
  const context = {
    terminal: ownTerminal(),
    env: process.env,
    program: ownProgram(),
    stopped: stopping.signal,
  }
  process.exitCode = await runCommand(command, args, context)
}

const ownTerminal = (): Terminal => openTerminal(process)

/** What a command that has thrown reports. */
export const faultOfError = (error: unknown): Outcome =>
  fault(error instanceof StartError ? error.message : `The command failed: ${errorMessage(error)}`)

/** Runs one command. Returns its exit status. */
export async function runCommand(
  command: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { terminal, stopped } = context
  const own = isAction(command.action) ? ownArguments(args, command.action.syntax) : args
  if (asksForHelp(own) || (!isAction(command.action) && args[0] === 'help')) {
    terminal.say(command.help)
    return 0
  }
  const outcome = await execute(command, args, context).catch(faultOfError)
  terminal.redraw(null)
  if (outcome === undefined) return 0
  if (outcome.fault === undefined) return outcome.status
  // A fault after a signal is a result of the signal.
  if (typeof stopped.reason === 'number') return stopped.reason
  terminal.complain(outcome.fault)
  return outcome.status ?? 1
}

/** Runs one command without help. Throws its errors. */
export async function execute(
  { name, action }: CliCommand,
  args: readonly string[],
  context: CommandContext,
): Promise<Outcome> {
  if (isAction(action)) {
    const line = readCommandLine(args, name, action.syntax)
    return isFault(line) ? line : action.run(line, context)
  }
  const chosen = chooseSubcommand(args, action)
  return isFault(chosen) ? chosen : chosen.entry.run(chosen.line, context)
}

const HEAP_VARIABLE = 'BUN_JSC_forceRAMSize'
const MIB = 2 ** 20

/**
 * The heap's share. The program, the pages of the embedded database, and garbage take the rest.
 * bench:soak measures it.
 */
const HEAP_SHARE = 0.5

/** Whether a process can become another program and keep its id, its output and its signals. */
const canBecome = process.platform !== 'win32'

/**
 * Replaces this process with one whose heap is sized for MEMORY_MIB [run.memory]. It does nothing
 * if the heap is sized already, by this function or by the operator.
 */
export function boundMemory(args: readonly string[]): void {
  if (process.env[HEAP_VARIABLE] !== undefined || !canBecome) return
  const heapBytes = Math.round(readSetting(process.env, MEMORY_MIB, []) * HEAP_SHARE * MIB)
  const [file, ...entry] = ownProgram()
  // `execArgv` has the options of BUN_OPTIONS too.
  const { BUN_OPTIONS: _, ...env } = process.env
  process.execve?.(file, [file, ...process.execArgv, ...entry, ...args], {
    ...env,
    [HEAP_VARIABLE]: String(heapBytes),
  })
}
