/** Formats what commands print: tables, numbers, and instants as New York's clocks show them. */
import { amount, decimalString } from '../../../core/money'
import { type Instant, NEW_YORK, parseInstant, type Temporal } from '../../../core/time'
import { type Paint, withoutColour } from './terminal'

export type Cells = readonly string[]

const GAP = '   '
const NUMBER = /^[+−-]?\d[\d,]*(?:\.\d+)?%?$/

/**
 * Returns a line for the titles and one for each row. Columns of numbers are right-aligned. Cells
 * may be in colour; `paint` dims the titles.
 */
export function tableLines(
  titles: Cells,
  rows: readonly Cells[],
  paint: Paint = withoutColour,
): readonly string[] {
  const columns = titles.map((title, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    return {
      width: Math.max(...[title, ...cells].map(columnsOf)),
      isNumeric:
        cells.length > 0 && cells.every((cell) => cell === '' || NUMBER.test(Bun.stripANSI(cell))),
    }
  })
  const lineOf = (cells: Cells): string =>
    columns
      .map(({ width, isNumeric }, index) => {
        const cell = cells[index] ?? ''
        const padding = ' '.repeat(width - columnsOf(cell))
        return isNumeric ? padding + cell : cell + padding
      })
      .join(GAP)
      .trimEnd()
  return [paint(lineOf(titles), 'dim'), ...rows.map(lineOf)]
}

/** Pairs as two columns, without pairs that have no value. */
export function pairLines(rows: readonly (readonly [string, string | undefined])[]): string {
  const shown = rows.filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}   ${value}`).join('\n')
}

/** A rise in green, a fall in red. */
export function changeText(text: string, paint: Paint): string {
  if (!/[1-9]/.test(text)) return text
  return paint(text, /^[−-]/.test(text) ? 'red' : 'green')
}

/** BUY in green, SELL in red. */
export const sideText = (side: string, paint: Paint): string =>
  paint(side, side === 'BUY' ? 'green' : 'red')

/** The width in columns of the terminal: a Korean character takes two. */
const columnsOf = (text: string): number => Bun.stringWidth(text)

/** A number of the API, grouped; empty for undefined. */
export const numberText = (value: number | undefined): string =>
  value === undefined ? '' : grouped(String(value))

/** A price or an amount of the API: grouped, with cents and any further decimals. */
export const moneyText = (value: number | undefined): string =>
  value === undefined ? '' : grouped(decimalString(amount(String(value))))

/** `1234567.5` as `1,234,567.5`. */
export const grouped = (decimal: string): string => {
  const [whole = '', fraction] = decimal.split('.')
  const separated = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}

export const inNewYork = (at: Instant): Temporal.ZonedDateTime => at.toZonedDateTimeISO(NEW_YORK)

/** `2026-03-02 10:00:01` for a time of the API; another text as it is. */
export function marketTime(text: string): string {
  const instant = parseInstant(text)
  if (instant === undefined) return text
  return inNewYork(instant).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}
