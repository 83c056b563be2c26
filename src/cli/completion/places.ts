/** What may follow the words of a command line, from the table of commands. */
import { type CliCommand, type CommandTable, isAction } from '../shared/command'
import type { Options } from '../shared/command-line'

export interface Place {
  /** What has been written so far, without options: `keys`, `keys create`; empty at first. */
  readonly path: string
  /** Commands or subcommands. */
  readonly words: readonly string[]
  /** With their dashes. */
  readonly options: readonly string[]
}

/** The most special place comes last. */
export async function completionsOf(table: CommandTable): Promise<readonly Place[]> {
  const names = Object.keys(table)
  const first = { path: '', words: [...names, 'help'], options: ['--help', '--version'] }
  const commands = await Promise.all(
    Object.entries(table).map(async ([name, { load }]) => completionsOfCommand(name, await load())),
  )
  return [first, { path: 'help', words: names, options: [] }, ...commands.flat()]
}

function completionsOfCommand(name: string, { does }: CliCommand): readonly Place[] {
  if (isAction(does)) {
    return [{ path: name, words: [], options: dashed(does.syntax.options) }]
  }
  const subcommands = Object.entries(does).map(([subcommand, { syntax }]) => ({
    path: `${name} ${subcommand}`,
    words: [],
    options: dashed(syntax.options),
  }))
  return [{ path: name, words: Object.keys(does), options: ['--help'] }, ...subcommands]
}

const dashed = (options: Options): readonly string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`)
