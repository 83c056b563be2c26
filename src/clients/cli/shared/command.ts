/** What a command is: its name, its help, and one action or several subcommands. */

import type { CommandFault } from '../../../lib/fault'
import type { Environment } from '../../../server/config/config'
import type { CommandLine, CommandLineOf, Options, Syntax } from './command-line'
import type { Terminal } from './terminal'

export interface CommandContext {
  readonly terminal: Terminal
  readonly env: Environment
  /** What starts `paper` once more: a program and its first arguments. */
  readonly program: readonly [string, ...string[]]
  /** Aborted by SIGINT and SIGTERM, with their exit status as the reason, or by a closed pipe. */
  readonly stopped: AbortSignal
}

/** An exit status of its own: that of a command that it has run. */
export interface Ended {
  readonly status: number
  readonly fault?: undefined
}

/** Undefined: done, exit status 0. A fault is printed, and the exit status is its own, or 1. */
export type Outcome = (CommandFault & { readonly status?: number }) | Ended | undefined

export interface Action {
  readonly syntax: Syntax
  readonly run: (line: CommandLine, context: CommandContext) => Outcome | Promise<Outcome>
}

/** Lets `run` use exactly the options that the syntax has. */
export const action = <const O extends Options>(
  syntax: Syntax<O>,
  run: (line: CommandLineOf<O>, context: CommandContext) => Outcome | Promise<Outcome>,
): Action => ({ syntax, run })

export interface CliCommand {
  readonly name: string
  /** The text of `--help`. */
  readonly help: string
  /** Its action, or its subcommands by name. */
  readonly does: Action | Readonly<Record<string, Action>>
  /** It ends by itself once `stopped` is aborted; a signal ends any other command at once. */
  readonly endsItself?: true
}

/** One line of the table of commands. */
export interface CommandEntry {
  /** One line, for a list of all commands. */
  readonly summary: string
  /** When it runs: no command loads what the others need. */
  readonly load: () => Promise<CliCommand>
}

export type CommandTable = Readonly<Record<string, CommandEntry>>

export const isAction = (does: CliCommand['does']): does is Action =>
  'run' in does && typeof does.run === 'function'
