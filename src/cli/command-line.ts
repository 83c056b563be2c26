/** Arguments as options and operands, the same way for every command here. Pure. */
import { parseArgs } from 'node:util'
import { fault, type KeyFault } from '../core/fault'

export interface Options {
  /** `--name TEXT` */
  readonly texts?: readonly string[]
  /** `--name` */
  readonly flags?: readonly string[]
}

export interface CommandLine {
  readonly operands: readonly string[]
  /** Undefined where it was not given. */
  readonly text: (name: string) => string | undefined
  readonly flag: (name: string) => boolean
}

/** An option that is unknown, or is given twice, is a fault: none is quietly left out. */
export function commandLine(args: readonly string[], options: Options): CommandLine | KeyFault {
  const { texts = [], flags = [] } = options
  const known = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string', multiple: true }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ])
  try {
    const parsed = parseArgs({
      args: [...args],
      options: known,
      allowPositionals: true,
    })
    const values: Readonly<Record<string, unknown>> = parsed.values
    const twice = texts.find((name) => listOf(values[name]).length > 1)
    if (twice !== undefined) return fault(`--${twice} is given twice.`)
    return {
      operands: parsed.positionals,
      text: (name) => listOf(values[name])[0],
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return fault(`${said.split(/\.\s|\n/)[0]}; --help shows what is allowed.`)
  }
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : []

export const asksForHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h')
