/** Reads one environment variable, and reports a text that is not allowed. */
import { CLIENT_VARIABLES } from '../../lib/client-variables'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigFault {
  readonly variable: string
  /** The value without secrets and passwords. */
  readonly value: string
  readonly allowed: string
}

export interface Setting<Value> {
  readonly variable: string
  /** The value of an unset or empty variable. */
  readonly unset: Value
  /** Completes "allowed: …". */
  readonly allowed: string
  /** Undefined for a text that is not allowed. */
  readonly read: (text: string) => Value | undefined
  /** The text in a fault; omit it to show the text itself. */
  readonly shown?: (text: string) => string
}

const SHOWN_MAX = 80

/** Quotes and escapes a text, so that it stays on one line. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)

/** The text of a variable; undefined if it is unset or empty, as a compose file's `PORT=`. */
export const settingText = (env: Environment, variable: string): string | undefined =>
  env[variable] === '' ? undefined : env[variable]

/**
 * Reads one variable. Adds a wrong value to `faults` [run.wrong-value], and returns the default.
 */
export function readSetting<Value>(
  env: Environment,
  setting: Setting<Value>,
  faults: ConfigFault[],
): Value {
  const { variable, unset, allowed, read, shown = quoted } = setting
  const text = settingText(env, variable)
  if (text === undefined) return unset
  const value = read(text)
  if (value !== undefined) return value
  faults.push({ variable, value: shown(text), allowed })
  return unset
}

/** A whole number in plain digits; undefined for anything else or outside the range. */
export function parseWholeNumber(text: string, from: number, to: number): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined
  const value = Number(text)
  return from <= value && value <= to ? value : undefined
}

/** A setting that is one of a few words. */
export function switchOf<Value>(
  variable: string,
  words: Readonly<Record<string, Value>>,
  unset: Value,
): Setting<Value> {
  const values = new Map(Object.entries(words))
  return {
    variable,
    unset,
    allowed: [...values.keys()].join(' or '),
    read: (text) => values.get(text),
  }
}

/** Variables of clients, which may be set in a server's environment as well. */
const CLIENT_NAMES: readonly string[] = Object.values(CLIENT_VARIABLES)

/** Finds misspelled environment variables, by their prefixes. */
export function unknownVariables(env: Environment, known: readonly string[]): ConfigFault[] {
  return Object.keys(env).flatMap((variable) => {
    const prefix = ['MARKET_', 'PAPER_'].find((start) => variable.startsWith(start))
    if (prefix === undefined || [...known, ...CLIENT_NAMES].includes(variable)) return []
    if (settingText(env, variable) === undefined) return []
    const allowed = known.filter((name) => name.startsWith(prefix)).join(', ')
    return [{ variable, value: 'a variable of this name', allowed }]
  })
}
