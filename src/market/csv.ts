/**
 * CSV as RFC 4180 has it, by papaparse: a quoted cell may hold separators, doubled quotes and line
 * breaks. The text may come in pieces.
 */
import Papa from 'papaparse'

export interface CsvRecord {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** What is wrong with its quotes. */
  readonly fault?: string
}

export interface CsvReader {
  /** The records that end within the text so far. */
  read(text: string): readonly CsvRecord[]
  /** The last one, which needs no line break. */
  end(): readonly CsvRecord[]
  /** Characters of the record that has not ended yet. */
  readonly pending: number
}

/** All records of a text; those of blank lines are left out. */
export function csvRecords(text: string, separator = ','): readonly CsvRecord[] {
  const reader = csvReader(separator)
  return [...reader.read(text), ...reader.end()]
}

export function csvReader(separator: string): CsvReader {
  let line = 1
  let rest = ''
  let begun = false
  const numbered = ({ cells, fault }: Parsed): readonly CsvRecord[] => {
    const begins = line
    line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
    if (cells.length === 1 && cells[0]?.trim() === '' && fault === undefined) return []
    return [{ line: begins, cells, ...(fault === undefined ? {} : { fault }) }]
  }
  return {
    read(text) {
      // The parser takes a byte order mark away, and counts without it.
      const added = begun ? text : text.replace(/^\uFEFF/, '')
      begun ||= text !== ''
      const { records, ends } = parsed((rest + added).replaceAll('\r\n', '\n'), separator)
      rest = ends
      return records.flatMap(numbered)
    },
    end() {
      const { records, last } = parsed(rest, separator)
      rest = ''
      return [...records, ...(last === undefined ? [] : [last])].flatMap(numbered)
    },
    get pending() {
      return rest.length
    },
  }
}

interface Parsed {
  readonly cells: readonly string[]
  readonly fault?: string
}

/** The last record may go on in the next piece: it is apart, with the text that it began with. */
function parsed(text: string, separator: string) {
  const records: Parsed[] = []
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
  return { records, last, ends: text.slice(lastFrom) }
}

const FAULTS: Readonly<Record<string, string>> = {
  MissingQuotes: 'a quote that does not end',
  InvalidQuotes: 'a quote that does not end its cell',
}

const breaksIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)
