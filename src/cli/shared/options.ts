/** What the text of an option means. Pure. */
import { quoted, type Setting } from '../../config/setting'
import { type CommandFault, fault } from '../../core/fault'

/** How an option's text is read; an environment variable's setting is one. */
export type OptionFormat<Value> = Pick<Setting<Value>, 'allowed' | 'read'>

export const notAllowed = (option: string, text: string, allowed: string): CommandFault =>
  fault(`--${option}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

/** `absent` where the option is left out. */
export function readOption<Value, Absent>(
  option: string,
  text: string | undefined,
  { allowed, read }: OptionFormat<Value>,
  absent: Absent,
): Value | Absent | CommandFault {
  if (text === undefined) return absent
  return read(text) ?? notAllowed(option, text, allowed)
}

/** `name`: as the help shows it: `SHELL`. */
export const readOperand = <Value>(
  name: string,
  text: string,
  { allowed, read }: OptionFormat<Value>,
): Value | CommandFault =>
  read(text) ?? fault(`${name}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

/** One of a few words. */
export const choiceOf = <Word extends string>(words: readonly Word[]): OptionFormat<Word> => ({
  allowed: words.join(words.length > 3 ? ' ' : ' or '),
  read: (text) => words.find((word) => word === text),
})
