/** The program `paper`: its help, and the choice of a command. */
import { type CommandFault, fault } from '../../../lib/fault'
import { nearest } from '../../../lib/text'
import { quoted } from '../../../server/config/setting'
import type { CliCommand, CommandTable } from './command-line'
import { tableLines } from './table'

export interface Paper {
  readonly commands: CommandTable
  /** The package's version. */
  readonly version: string
}

export const paperHelp = ({ commands, version }: Paper): string =>
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
