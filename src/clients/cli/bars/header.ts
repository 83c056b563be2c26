/** The columns of a file by its header. Pure. */
import { type CommandFault, fault } from '../../../lib/fault'

const FIELDS = {
  symbol: ['symbol', 'ticker', 'sym', 's'],
  per: ['per'],
  date: ['date', 'timestamp', 't', 'datetime', 'starts_at', 'time_utc', 'ts'],
  time: ['time'],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c'],
  volume: ['volume', 'vol', 'v'],
} as const
type Field = keyof typeof FIELDS
const NEEDED = ['date', 'open', 'high', 'low', 'close', 'volume'] as const

export interface Layout {
  /** The vendor, as far as the header tells. */
  readonly name: string
  /** The number of cells in a row. */
  readonly width: number
  readonly column: Readonly<Record<(typeof NEEDED)[number], number>>
  readonly symbol: number | null
  readonly per: number | null
  readonly time: number | null
  /** The file has a column of adjusted closes, which is not read. */
  readonly adjustedClose: boolean
}

export function layoutOf(header: readonly string[]): Layout | CommandFault {
  const names = header.map((name) => name.trim().replace(/^<|>$/g, '').toLowerCase())
  const at = (field: Field): number | null => {
    const known: readonly string[] = FIELDS[field]
    const index = names.findIndex((name) => known.includes(name))
    return index < 0 ? null : index
  }
  // Without a date, `time` is date and time.
  const date = at('date') ?? at('time')
  const missing = NEEDED.filter((field) => (field === 'date' ? date : at(field)) === null)
  if (missing.length > 0) {
    const shown = header.join(' ').slice(0, 100)
    return fault(
      `line 1: no column ${missing.join(', ')} in the header "${shown}"; ` +
        'needed are date (or timestamp), open, high, low, close and volume',
    )
  }
  return {
    name: nameOf(names),
    width: names.length,
    column: {
      date: date ?? 0,
      open: at('open') ?? 0,
      high: at('high') ?? 0,
      low: at('low') ?? 0,
      close: at('close') ?? 0,
      volume: at('volume') ?? 0,
    },
    symbol: at('symbol'),
    per: at('per'),
    time: at('date') === null ? null : at('time'),
    adjustedClose: names.includes('adj close'),
  }
}

function nameOf(names: readonly string[]): string {
  if (names.includes('adj close')) return 'Yahoo Finance'
  if (names.includes('per')) return 'Stooq'
  if (names.includes('t') || names.includes('trade_count')) return 'Alpaca'
  return 'CSV'
}
