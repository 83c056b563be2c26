/** One environment variable: how its text is read, and the fault of a text that is not allowed. */
import { CLIENT_VARIABLES } from '../../lib/client-variables'

/** The process's environment, handed in so that reading it stays a pure function. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigFault {
  readonly variable: string
  /** The value as it may be shown: without a secret and without a DATABASE_URL's password. */
  readonly value: string
  readonly allowed: string
}

export interface Setting<Value> {
  readonly variable: string
  /** What an unset or empty variable means. */
  readonly unset: Value
  /** Completes "allowed: …". */
  readonly allowed: string
  /** Undefined for a text that is not allowed. */
  readonly read: (text: string) => Value | undefined
  /** What a fault shows of the text; left out: the text itself. */
  readonly shown?: (text: string) => string
}

const SHOWN_MAX = 80

/** Quoted and escaped, so that it stays on one line whatever it holds. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)

/** An unset variable and an empty one are the same, as in a compose file's `PORT=`. */
export const settingText = (env: Environment, variable: string): string | undefined =>
  env[variable] === '' ? undefined : env[variable]

/**
 * Reads one variable; a wrong value is added to `faults` [run.wrong-value], and the unset one
 * stands in for it.
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

/** One of a few words. */
export function switchOf<Value>(
  variable: string,
  words: Readonly<Record<string, Value>>,
  unset: Value,
): Setting<Value> {
  const known = new Map(Object.entries(words))
  return {
    variable,
    unset,
    allowed: [...known.keys()].join(' or '),
    read: (text) => known.get(text),
  }
}

/** A server that is started beside them leaves alone what is not a setting of its own. */
const OF_CLIENTS: readonly string[] = Object.values(CLIENT_VARIABLES)

/** Names that only this server would have: one that it does not know is a typing error. */
export function unknownVariables(env: Environment, known: readonly string[]): ConfigFault[] {
  return Object.keys(env).flatMap((variable) => {
    const prefix = ['MARKET_', 'PAPER_'].find((start) => variable.startsWith(start))
    if (prefix === undefined || [...known, ...OF_CLIENTS].includes(variable)) return []
    if (settingText(env, variable) === undefined) return []
    const allowed = known.filter((name) => name.startsWith(prefix)).join(', ')
    return [{ variable, value: 'a variable of this name', allowed }]
  })
}
