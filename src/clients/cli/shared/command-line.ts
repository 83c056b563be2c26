/**
 * Commands, and their arguments as operands and options. Pure. node:util's parseArgs splits them;
 * the messages are ours, since its own do not say what is allowed.
 */
import { parseArgs } from 'node:util'
import { type CommandFault, fault } from '../../../lib/fault'
import type { Environment } from '../../../server/config/config'
import { parseWholeNumber, quoted, type Setting } from '../../../server/config/setting'
import type { Terminal } from './terminal'

/** Reads an option's text. A setting of an environment variable is one. */
export type OptionFormat<Value> = Pick<Setting<Value>, 'allowed' | 'read'>

const notAllowed = (option: string, text: string, allowed: string): CommandFault =>
  fault(`--${option}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

/** Returns `absent` without the option. */
export function readOption<Value, Absent>(
  option: string,
  text: string | undefined,
  { allowed, read }: OptionFormat<Value>,
  absent: Absent,
): Value | Absent | CommandFault {
  if (text === undefined) return absent
  return read(text) ?? notAllowed(option, text, allowed)
}

/** `name` is the operand in the help, such as `SHELL`. */
export const readOperand = <Value>(
  name: string,
  text: string,
  { allowed, read }: OptionFormat<Value>,
): Value | CommandFault =>
  read(text) ?? fault(`${name}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

/** Takes one of these words. */
export const choiceOf = <Word extends string>(words: readonly Word[]): OptionFormat<Word> => ({
  allowed: words.join(words.length > 3 ? ' ' : ' or '),
  read: (text) => words.find((word) => word === text),
})

export const wholeNumberUpTo = (most: number): OptionFormat<number> => ({
  allowed: `a whole number from 1 to ${most}`,
  read: (text) => parseWholeNumber(text, 1, most),
})

/** `text`: `--name TEXT`, at most once. `texts`: any number of times. `flag`: `--name`. */
export type OptionKind = 'text' | 'texts' | 'flag'
export type Options = Readonly<Record<string, OptionKind>>

export interface Syntax<O extends Options = Options> {
  /** Names in the help: `FILE`, `[RULE]`; the last may repeat: `FILE…`, `[SYMBOL…]`. */
  readonly operands: readonly string[]
  readonly options: O
  /** The words that an option takes, which a shell completes. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** Options of other programs, and what the refusal says about each. */
  readonly unknown?: Readonly<Record<string, string>>
  /** Operands and options after the first operand belong to another command. */
  readonly runsCommand?: true
  /** The end of the message that refuses an argument. */
  readonly hint?: string
}

type Names<O extends Options, Kind extends OptionKind> = {
  [Name in keyof O]: O[Name] extends Kind ? Name : never
}[keyof O] &
  string

/** The arguments of one command; the parameters are the names of its options, by kind. */
export interface CommandLine<
  Text extends string = string,
  Texts extends string = string,
  Flag extends string = string,
> {
  /** All arguments, unchanged. */
  readonly args: readonly string[]
  readonly operands: readonly string[]
  /** Returns undefined without the option. */
  text(name: Text): string | undefined
  /** Returns all values of the option, in order. */
  texts(name: Texts): readonly string[]
  flag(name: Flag): boolean
}

/** The command line of a syntax with these options. */
export type CommandLineOf<O extends Options> = CommandLine<
  Names<O, 'text'>,
  Names<O, 'texts'>,
  Names<O, 'flag'>
>

interface Parsed {
  readonly positionals: readonly string[]
  readonly options: readonly GivenOption[]
}

interface GivenOption {
  readonly name: string
  /** `--name` or `-n`. */
  readonly written: string
  readonly value: string | undefined
}

/** `name` is the command, with which messages begin. */
export function readCommandLine(
  args: readonly string[],
  name: string,
  syntax: Syntax,
): CommandLine | CommandFault {
  const own = ownArguments(args, syntax)
  const { positionals, options } = parse(own, syntax.options)
  return check(args, name, syntax, {
    positionals: [...positionals, ...args.slice(own.length)],
    options,
  })
}

/** The arguments before the command that it runs; all arguments if it runs none. */
export function ownArguments(
  args: readonly string[],
  { runsCommand, options }: Syntax,
): readonly string[] {
  if (runsCommand === undefined) return args
  const [first] = parse(args, options).places
  return first === undefined ? args : args.slice(0, first)
}

export interface Subcommand<Entry> {
  readonly name: string
  readonly entry: Entry
  readonly line: CommandLine
}

/** Takes the first operand as the subcommand; options may come before it. */
export function chooseSubcommand<Entry extends { readonly syntax: Syntax }>(
  args: readonly string[],
  entries: Readonly<Record<string, Entry>>,
): Subcommand<Entry> | CommandFault {
  const known = Object.keys(entries).join(', ')
  const all = Object.values(entries).map(({ syntax }) => syntax.options)
  const { positionals, options } = parse(args, Object.assign({}, ...all))
  const [name, ...operands] = positionals
  if (name === undefined) return fault(`Which command? ${known}; --help explains them.`)
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
  if (entry === undefined) return fault(`There is no command ${quoted(name)}; allowed: ${known}.`)
  const line = check(args, name, entry.syntax, { positionals: operands, options })
  return 'fault' in line ? line : { name, entry, line }
}

/** Finds `--help` or `-h`, even if other arguments are wrong. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.some((arg) => arg === '--help' || arg === '-h')
}

function parse(
  args: readonly string[],
  options: Options,
): Parsed & { readonly places: readonly number[] } {
  const kinds = Object.entries(options).map(([name, kind]) => [
    name,
    { type: kind === 'flag' ? 'boolean' : 'string', multiple: true } as const,
  ])
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(kinds),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  return {
    positionals: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    places: tokens.flatMap((token) => (token.kind === 'positional' ? [token.index] : [])),
    options: tokens.flatMap((token) => {
      if (token.kind !== 'option') return []
      const { name, rawName, value, inlineValue } = token
      // In `--name --json` the value is missing. In `--name=--json` it is `--json`.
      const isOption = inlineValue === false && value.startsWith('--')
      return [{ name, written: rawName, value: isOption ? undefined : value }]
    }),
  }
}

function check(
  args: readonly string[],
  command: string,
  syntax: Syntax,
  { positionals, options }: Parsed,
): CommandLine | CommandFault {
  const wrong = optionFault(command, syntax, options) ?? operandFault(command, syntax, positionals)
  if (wrong !== undefined) return wrong
  const values = (name: string): readonly string[] =>
    options.flatMap((option) => (option.name === name ? [option.value ?? ''] : []))
  return {
    args,
    operands: positionals,
    text: (name) => values(name)[0],
    texts: values,
    flag: (name) => values(name).length > 0,
  }
}

function optionFault(
  command: string,
  { options, hint, unknown = {} }: Syntax,
  given: readonly GivenOption[],
): CommandFault | undefined {
  const seen = new Set<string>()
  for (const { name, written, value } of given) {
    const kind = Object.hasOwn(options, name) ? options[name] : undefined
    if (kind === undefined || !written.startsWith('--')) {
      if (Object.hasOwn(unknown, name)) {
        return fault(`${command} has no option ${written}: ${unknown[name]}`)
      }
      const allowed = [...Object.keys(options), 'help'].map((known) => `--${known}`)
      const refusal = `${command} has no option ${written}; allowed: ${allowed.join(', ')}`
      return fault(hint === undefined ? refusal : `${refusal}; ${hint}`)
    }
    if (kind === 'flag') {
      if (value !== undefined) return fault(`${written} takes no value.`)
      continue
    }
    if (value === undefined) return fault(`${written} needs a value.`)
    if (kind === 'text' && seen.has(name)) return fault(`${command} takes ${written} only once.`)
    seen.add(name)
  }
  return undefined
}

function operandFault(
  command: string,
  { operands, hint }: Syntax,
  given: readonly string[],
): CommandFault | undefined {
  const missing = operands.slice(given.length).filter((operand) => !operand.startsWith('['))
  if (missing.length > 0) {
    const needed = missing.map((operand) => operand.replace(/^(.+)…$/, 'at least one $1'))
    return fault(`${command} needs ${needed.join(' and ')}; --help explains it.`)
  }
  const [extra] = operands.at(-1)?.includes('…') ? [] : given.slice(operands.length)
  return extra === undefined
    ? undefined
    : fault(`${command} does not take ${quoted(extra)}; ${hint ?? '--help shows what it takes.'}`)
}

export interface CommandContext {
  readonly terminal: Terminal
  readonly env: Environment
  /** Starts `paper` in another process: a program and its first arguments. */
  readonly program: readonly [string, ...string[]]
  /** Aborted by a signal, with its exit status as the reason, or by a closed pipe. */
  readonly stopped: AbortSignal
}

/** The exit status of a program that the command has run. */
export interface Exit {
  readonly status: number
  readonly fault?: undefined
}

/** Undefined for success, with exit status 0. A fault is printed; its status is 1 by default. */
export type Outcome = (CommandFault & { readonly status?: number }) | Exit | undefined

export interface Action {
  readonly syntax: Syntax
  readonly run: (line: CommandLine, context: CommandContext) => Outcome | Promise<Outcome>
}

/** Types the arguments of `run` by the options of the syntax. */
export const action = <const O extends Options>(
  syntax: Syntax<O>,
  run: (line: CommandLineOf<O>, context: CommandContext) => Outcome | Promise<Outcome>,
): Action => ({ syntax, run })

export interface CliCommand {
  readonly name: string
  /** The text of `--help`. */
  readonly help: string
  /** One action, or subcommands by name. */
  readonly action: Action | Readonly<Record<string, Action>>
  /** The command ends after `stopped` is aborted; a signal ends any other command at once. */
  readonly endsItself?: true
}

export interface CommandEntry {
  /** One line, for a list of all commands. */
  readonly summary: string
  /** Loads the command alone when it runs. */
  readonly load: () => Promise<CliCommand>
}

export type CommandTable = Readonly<Record<string, CommandEntry>>

export const isAction = (action: CliCommand['action']): action is Action =>
  'run' in action && typeof action.run === 'function'
