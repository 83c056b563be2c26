/**
 * Text tables in tests: cells between bars, the first line names the columns.
 *
 *   from      | event    | to
 *   SUBMITTED | Canceled | CANCELED
 */

/**
 * The text of one cell of a row; a column that the table does not have takes the default, or
 * throws.
 */
export type Row = (column: string, otherwise?: string) => string

const cellsOf = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim())

export function table(text: string): readonly Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [header = '', ...body] = lines
  const columns = cellsOf(header)
  return body.map((line) => {
    const cells = cellsOf(line)
    if (cells.length !== columns.length) throw new Error(`Not one cell per column: ${line}`)
    return (column, otherwise) => {
      const text = cells[columns.indexOf(column)] ?? otherwise
      if (text === undefined) throw new Error(`The table has no column ${column}`)
      return text
    }
  })
}

/** A cell's text as one of the values that it may have. */
export function oneOf<T extends string>(values: readonly T[], text: string): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return found
}
