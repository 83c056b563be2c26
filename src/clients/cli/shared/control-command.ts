/**
 * Commands whose subcommands change the database. If a running server has the database open, it
 * gets the arguments, reads them again, and carries them out [key.running-server].
 */
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import {
  type Action,
  type CommandContext,
  type CommandLine,
  type CommandLineOf,
  chooseSubcommand,
  type Options,
  type Outcome,
  type Syntax,
} from './command-line'
import { type ControlCommand, type ControlDeps, configOf, runControlCommand } from './on-database'

/** An outcome as lines for people, and as JSON for programs. */
export interface RenderedAnswer {
  readonly lines: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** Carries out a subcommand whose arguments have been read. */
type Change = (deps: ControlDeps) => Promise<RenderedAnswer | CommandFault>

export interface ControlSubcommand {
  readonly syntax: Syntax
  readonly read: (line: CommandLine) => Change | CommandFault
}

export type ControlSubcommands = Readonly<Record<string, ControlSubcommand>>

/** Declares a subcommand, which takes `--json` too. */
export const subcommand = <const O extends Options>(
  operands: readonly string[],
  options: O,
  read: (line: CommandLineOf<O>) => Change | CommandFault,
): ControlSubcommand => ({ syntax: { operands, options: { ...options, json: 'flag' } }, read })

/** `creates` is the subcommand that may create an embedded database. */
export const controlCommand = (
  name: string,
  creates: string,
  subcommands: ControlSubcommands,
): ControlCommand => ({
  name,
  createsDatabase: ([first]) => first === creates,
  async answer(deps, args) {
    const chosen = chooseSubcommand(args, subcommands)
    if (isFault(chosen)) return { ok: false, text: chosen.fault }
    const change = chosen.entry.read(chosen.line)
    const done = isFault(change) ? change : await change(deps)
    if (isFault(done)) return { ok: false, text: done.fault }
    const isJson = chosen.line.flag('json')
    return { ok: true, text: isJson ? JSON.stringify(done.json) : done.lines.join('\n') }
  },
})

/** Returns arguments that the process adds to what the user has written. */
type Completion = (name: string, line: CommandLine) => Promise<readonly string[] | CommandFault>

const nothing: Completion = async () => []

/** The subcommands as actions. */
export const controlActions = (
  command: ControlCommand,
  subcommands: ControlSubcommands,
  completion = nothing,
): Readonly<Record<string, Action>> =>
  Object.fromEntries(
    Object.entries(subcommands).map(([name, { syntax, read }]): [string, Action] => [
      name,
      {
        syntax,
        async run(line, context) {
          const change = read(line)
          if (isFault(change)) return change
          return send(command, line.args, () => completion(name, line), context)
        },
      },
    ]),
  )

async function send(
  command: ControlCommand,
  args: readonly string[],
  complete: () => Promise<readonly string[] | CommandFault>,
  { env, terminal }: CommandContext,
): Promise<Outcome> {
  const config = configOf(env)
  if (isFault(config)) return config
  const added = await complete()
  if (isFault(added)) return added
  const { ok, text } = await runControlCommand(command, config, [...args, ...added], () =>
    terminal.complain('waiting for the process that uses the folder …'),
  )
  if (!ok) return fault(text)
  terminal.say(text)
  return undefined
}
