/** What `paper` by itself says: all commands. */
import type { CommandTable } from '../shared/command'
import { tableLines } from '../shared/table'

export interface Paper {
  readonly commands: CommandTable
  /** Of the package. */
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
