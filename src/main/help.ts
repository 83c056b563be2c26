/** `paper server --help`: the server has no arguments, only settings. */

import { tableLines } from '../cli/shared/table'
import { SETTINGS } from '../config/config'

const COLUMNS_MAX = 100
const GAP = 3
/** What the longest name leaves of a line. */
const ALLOWED_COLUMNS_MAX =
  COLUMNS_MAX - GAP - Math.max(...SETTINGS.map(({ variable }) => variable.length))

/** In lines that end between words. */
function wrapped(text: string): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length > ALLOWED_COLUMNS_MAX) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

export const SERVER_HELP = [
  'Starts the brokerage: paper server. It takes no arguments: environment variables set it, each',
  'of which may be left out. docs/operating.md says what they mean.',
  '',
  ...tableLines(
    ['VARIABLE', 'ALLOWED'],
    SETTINGS.flatMap(({ variable, allowed }) =>
      wrapped(allowed).map((line, index) => [index === 0 ? variable : '', line]),
    ),
  ),
].join('\n')

export const SERVER_SYNTAX = {
  operands: [],
  options: {},
  hint: 'environment variables set the server; paper server --help lists them.',
} as const
