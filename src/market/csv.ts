/**
 * Reads CSV as RFC 4180 defines it: a quoted cell may hold separators, doubled quotes and line
 * breaks. The text may come in chunks.
 */
import Papa from 'papaparse'

export interface CsvRecord {
  /** The number of its first line, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** What is wrong with its quotes. */
  readonly fault?: string
}

export interface CsvReader {
  /** The records that are complete with this chunk. */
  read(text: string): readonly CsvRecord[]
  /** The last record, which needs no line break. */
  end(): readonly CsvRecord[]
  /** Characters of the incomplete record. */
  readonly pending: number
}

/** All records of a text; blank lines are skipped. */
export function csvRecords(text: string, separator = ','): readonly CsvRecord[] {
  const reader = csvReader(separator)
  return [...reader.read(text), ...reader.end()]
}

export function csvReader(separator: string): CsvReader {
  let line = 1
  let rest = ''
  let hasBegun = false
  const withLine = ({ cells, fault }: ParsedRecord): readonly CsvRecord[] => {
    const firstLine = line
    line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
    if (cells.length === 1 && cells[0]?.trim() === '' && fault === undefined) return []
    return [{ line: firstLine, cells, ...(fault === undefined ? {} : { fault }) }]
  }
  return {
    read(text) {
      // The parser strips a byte order mark, and does not count it in its cursor.
      const added = hasBegun ? text : text.replace(/^\uFEFF/, '')
      hasBegun ||= text !== ''
      const { records, incomplete } = parse((rest + added).replaceAll('\r\n', '\n'), separator)
      rest = incomplete
      return records.flatMap(withLine)
    },
    end() {
      const { records, last } = parse(rest, separator)
      rest = ''
      return [...records, ...(last === undefined ? [] : [last])].flatMap(withLine)
    },
    get pending() {
      return rest.length
    },
  }
}

interface ParsedRecord {
  readonly cells: readonly string[]
  readonly fault?: string
}

/** Separates the last record, with its text: it may continue in the next chunk. */
function parse(text: string, separator: string) {
  const records: ParsedRecord[] = []
  let [lastFrom, to] = [0, 0]
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step({ data, errors, meta }) {
      const fault = errors.map(({ code }) => FAULTS[code]).find((text) => text !== undefined)
      records.push({ cells: data, ...(fault === undefined ? {} : { fault }) })
      lastFrom = to
      to = meta.cursor
    },
  })
  const last = records.pop()
  return { records, last, incomplete: text.slice(lastFrom) }
}

const FAULTS: Readonly<Record<string, string>> = {
  MissingQuotes: 'a quote that does not end',
  InvalidQuotes: 'a quote that does not end its cell',
}

const breaksIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)
