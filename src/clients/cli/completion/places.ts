/** What may follow the words of a command line, from the table of commands. */
import { type CliCommand, type CommandTable, isAction } from '../shared/command'
import type { Options, Syntax } from '../shared/command-line'

export interface Place {
  /** What has been written so far, without options: `keys`, `keys create`; empty at first. */
  readonly path: string
  /** Commands or subcommands. */
  readonly words: readonly string[]
  /** With their dashes. */
  readonly options: readonly string[]
  /** What may follow an option, by the option with its dashes. */
  readonly values?: Readonly<Record<string, readonly string[]>>
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
    return [placeOf(name, does.syntax)]
  }
  const subcommands = Object.entries(does).map(([subcommand, { syntax }]) =>
    placeOf(`${name} ${subcommand}`, syntax),
  )
  return [{ path: name, words: Object.keys(does), options: ['--help'] }, ...subcommands]
}

const placeOf = (path: string, { options, words = {} }: Syntax): Place => ({
  path,
  words: [],
  options: dashed(options),
  values: Object.fromEntries(
    Object.entries(words).map(([option, values]) => [`--${option}`, values]),
  ),
})

const dashed = (options: Options): readonly string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`)
