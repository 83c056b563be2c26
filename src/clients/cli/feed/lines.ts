/** Reads lines of the standard input, JSON or CSV, as items of the ingest. Pure. */
import { atMs } from '../../../core/time'
import { plural } from '../../../lib/text'
import { KINDS } from '../../../market/feeds/live/batch'
import {
  isBatchFault,
  readBatch,
  WIRE_FIELDS,
  type WireItem,
} from '../../../market/feeds/live/wire'
import { tableLines } from '../shared/format'
import type { SourceKind } from './ingest-link'

export interface LineItem {
  readonly kind: SourceKind
  readonly item: WireItem
}

/** The first word of a CSV line: `quote`, `trade`, `bar`, `state`, `official`, `rate`. */
const kindNamed = (word: string): SourceKind | undefined =>
  KINDS.find((kind) => kind === `${word}s`)

/**
 * A JSON line is a batch of the ingest, or one item with its `kind`. A CSV line is the kind and the
 * fields in the order of the ingest's documentation. Without a time, the time is now. Returns a
 * text if the line is wrong.
 */
export function itemsOfLine(line: string, nowMs: number): readonly LineItem[] | string {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return []
  return text.startsWith('{') ? itemsOfJson(text, nowMs) : itemOfCsv(text, nowMs)
}

function itemsOfJson(text: string, nowMs: number): readonly LineItem[] | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not valid JSON'
  }
  const { kind: word, ...rest } = Object(value)
  if (word === undefined) return checked(Object(value))
  const kind = kindNamed(String(word))
  return kind === undefined
    ? unknownKind(String(word))
    : checked({ [kind]: [timed(kind, rest, nowMs)] })
}

function itemOfCsv(text: string, nowMs: number): readonly LineItem[] | string {
  const [word = '', ...values] = text.split(',').map((part) => part.trim())
  const kind = kindNamed(word)
  if (kind === undefined) return unknownKind(word)
  const names = Object.keys(WIRE_FIELDS[kind])
  if (values.length > names.length) {
    return `it has ${plural(values.length, 'field')}, not ${names.length}`
  }
  const item = Object.fromEntries(
    names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : [])),
  )
  return checked({ [kind]: [timed(kind, item, nowMs)] })
}

const timed = (kind: SourceKind, item: object, nowMs: number): object =>
  kind === 'bars' ? item : { time: atMs(nowMs).toString(), ...item }

const unknownKind = (word: string): string =>
  `${JSON.stringify(word.slice(0, 20))} is no kind; allowed: ` +
  KINDS.map((kind) => kind.slice(0, -1)).join(', ')

function checked(wire: object): readonly LineItem[] | string {
  const { at: _, ...batch }: { at?: unknown } = { ...wire }
  const read = readBatch(batch)
  if (isBatchFault(read)) return `${read.path} must be ${read.fault}`
  const items: LineItem[] = []
  for (const kind of KINDS) {
    // safe: readBatch has found a list of items under each kind that is there.
    const list = (batch as Partial<Record<SourceKind, readonly WireItem[]>>)[kind] ?? []
    for (const item of list) items.push({ kind, item })
  }
  return items
}

export interface StatusAnswer {
  readonly accepted: number
  readonly rejected: Readonly<Record<string, number>>
  readonly refusedMessages: number
  readonly sources: number
  readonly symbols: readonly {
    readonly symbol: string
    readonly wanted: boolean
    readonly state: string
    readonly ageMs: number | null
  }[]
}

export function statusLines(answer: StatusAnswer): readonly string[] {
  const { accepted, rejected, refusedMessages, sources, symbols } = answer
  const rejections = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`)
  return [
    `sources       ${sources}`,
    `taken         ${accepted}`,
    `rejected      ${rejections.join(', ') || 'none'}`,
    `refused       ${plural(refusedMessages, 'message')}`,
    '',
    ...tableLines(
      ['SYMBOL', 'QUOTE', 'AGE', 'WANTED'],
      symbols.map(({ symbol, state, ageMs, wanted }) => [
        symbol,
        state,
        ageText(ageMs),
        wanted ? 'yes' : '',
      ]),
    ),
  ]
}

function ageText(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}
