/** Plain tables for a terminal. */

export type Cells = readonly string[]

const GAP = '   '
const NUMBER = /^[+−-]?\d[\d,]*(?:\.\d+)?%?$/

/** One line each for the titles and the rows; columns of numbers stand to the right. */
export function tableLines(titles: Cells, rows: readonly Cells[]): readonly string[] {
  const columns = titles.map((title, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    return {
      width: Math.max(title.length, ...cells.map((cell) => cell.length)),
      toTheRight: cells.length > 0 && cells.every((cell) => cell === '' || NUMBER.test(cell)),
    }
  })
  const lineOf = (cells: Cells): string =>
    columns
      .map(({ width, toTheRight }, index) => {
        const cell = cells[index] ?? ''
        return toTheRight ? cell.padStart(width) : cell.padEnd(width)
      })
      .join(GAP)
      .trimEnd()
  return [titles, ...rows].map(lineOf)
}

/** `1234567.5` as `1,234,567.5`. */
export const grouped = (decimal: string): string => {
  const [whole = '', fraction] = decimal.split('.')
  const separated = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}
