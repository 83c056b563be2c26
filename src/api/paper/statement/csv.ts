/**
 * CSV as RFC 4180 has it: lines end with CRLF, and a cell with a comma, a quote or a line break is
 * quoted. A byte order mark begins the file, or Excel would read its Korean as another encoding.
 */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A text from outside, or a text of our own: a number, a time, an id. */
export type Cell = { readonly text: string } | string | null

/** Spreadsheets take a cell that begins with one of these for a formula, in full width too. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  // An apostrophe makes it a text again.
  const text = FORMULA.test(cell.text) ? `'${cell.text}` : cell.text
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
