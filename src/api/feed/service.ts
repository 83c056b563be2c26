/**
 * The ingest of live prices: limits what sources may send, counts it, and notifies them of the
 * symbols that the server needs [live.ingest].
 */
import {
  FEED_ITEMS_MAX,
  FEED_ITEMS_PER_SECOND_MAX,
  FEED_SOURCES_MAX,
  FEED_WANTED_MS_MAX,
} from '../../core/limits'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import { atMs, type Instant } from '../../core/time'
import { wantedSymbols } from '../../ledger/live-prices'
import type { Feed } from '../../market/feed'
import { itemsIn, type SourceBatch } from '../../market/feeds/live/batch'
import type { LiveBook } from '../../market/feeds/live/book'
import type { GuardTally, Rejection } from '../../market/feeds/live/guard'
import type { LiveIntake } from '../../market/feeds/live/intake'
import {
  agesOf,
  noticesOf,
  type PriceAges,
  type QuoteAge,
} from '../../market/feeds/live/price-ages'
import { isBatchFault, readBatch } from '../../market/feeds/live/wire'
import type { Database } from '../../postgres/database'
import {
  type INGEST_CODES,
  type IngestAnswer,
  type IngestTotals,
  type PricesMessage,
  REJECTED_ITEMS_MAX,
  type RejectedItem,
} from './wire'

/** A source's connection. */
export interface IngestPeer {
  send(answer: IngestAnswer): void
  bufferedBytes(): number
  close(code: number, reason: string): void
}

interface SymbolState extends QuoteAge {
  readonly wanted: boolean
}

interface IngestLevels extends Omit<IngestTotals, 'items'>, IngestCounts {
  /** The most wanted symbols. */
  readonly wanted: readonly SymbolState[]
  readonly ages: PriceAges
  /** Warnings, if the market is open and a wanted symbol has no fresh quote. */
  readonly notices: readonly string[]
}

interface IngestCounts {
  readonly refusedMessages: number
  readonly sources: number
}

interface IngestDeps {
  readonly database: Database
  /** A feed whose reads do not count as demand for a symbol. */
  readonly feed: Pick<Feed, 'bidAsk' | 'trades' | 'calendar'>
  readonly book: LiveBook
  readonly intake: LiveIntake
  readonly now: () => Instant
  readonly elapsedMs: () => number
}

export const WANTED_EVERY_MS = 1_000
/** A longer list is more than a source could follow. */
const WANTED_MAX = 5_000
/** Symbols with a metric each; more would be too many for a monitor. */
const SHOWN_MAX = 200
const BUFFERED_BYTES_MAX = 1024 * 1024
/** Unreadable messages of one source before it is closed. */
const MALFORMED_MAX = 20
const CLOSE = { goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 } as const

export class IngestService {
  readonly #deps: IngestDeps
  readonly #sources = new Map<IngestPeer, { malformed: number }>()
  #wanted: readonly string[] = []
  #refusedMessages = 0
  #closed = false
  #itemsLeft = FEED_ITEMS_PER_SECOND_MAX
  #refilledAtMs: number

  constructor(deps: IngestDeps) {
    this.#deps = deps
    this.#refilledAtMs = deps.elapsedMs()
  }

  /** `wire` is a batch whose shape has been checked. */
  take(wire: object): IngestTotals | Refused<'invalid-parameter' | 'rate-limit-exceeded'> {
    const batch = readBatch(wire)
    if (isBatchFault(batch)) {
      const reason = `it must be ${batch.fault}`
      return refusedParam('invalid-parameter', batch.path, { reason })
    }
    const count = itemsIn(batch)
    if (count > FEED_ITEMS_MAX) {
      const reason = `a message has at most ${FEED_ITEMS_MAX} items, not ${count}`
      return refusedParam('invalid-parameter', 'body', { reason })
    }
    if (!this.#takeFromBucket(count))
      return refused('rate-limit-exceeded', { retryAfterSeconds: 1 })
    const taken = this.#deps.intake.take(batch)
    const items = rejectedItems(batch, taken.rejections)
    return { ...countsOf(taken), ...(items.length > 0 && { items }) }
  }

  receive(peer: IngestPeer, message: PricesMessage | Refused<(typeof INGEST_CODES)[number]>): void {
    const source = this.#sources.get(peer)
    if (source === undefined || this.#isBehind(peer)) return
    if ('refused' in message) {
      this.#refusedMessages++
      peer.send({ type: 'error', refusal: message })
      source.malformed++
      if (source.malformed >= MALFORMED_MAX) peer.close(CLOSE.policyViolation, 'unreadable')
      return
    }
    const { type: _, id, ...wire } = message
    const taken = this.take(wire)
    const own = id === undefined ? {} : { id }
    if (isRefused(taken)) {
      this.#refusedMessages++
      peer.send({ type: 'error', ...own, refusal: taken })
      return
    }
    source.malformed = 0
    peer.send({ type: 'taken', ...own, ...taken })
  }

  full(): Refused<'too-many-streams'> | undefined {
    return this.#sources.size < FEED_SOURCES_MAX
      ? undefined
      : refused('too-many-streams', { limit: FEED_SOURCES_MAX, what: 'sources of prices' })
  }

  open(peer: IngestPeer): void {
    if (this.#closed) {
      peer.close(CLOSE.goingAway, 'the server stops')
      return
    }
    this.#sources.set(peer, { malformed: 0 })
    const send = (symbols: readonly string[]): void => {
      if (this.#sources.has(peer)) peer.send({ type: 'wanted', symbols: [...symbols] })
    }
    this.#readWanted().then(send, () => send(this.#wanted))
  }

  forget(peer: IngestPeer): void {
    this.#sources.delete(peer)
  }

  /** Counts a message that was refused before it reached the ingest. */
  noteRefused(): void {
    this.#refusedMessages++
  }

  async status(): Promise<
    Omit<IngestTotals, 'items'> & IngestCounts & { readonly symbols: SymbolState[] }
  > {
    const needed = new Set(await this.#readWanted())
    const others = [...this.#deps.book.symbols].filter((symbol) => !needed.has(symbol)).sort()
    return {
      ...countsOf(this.#deps.book.totals),
      refusedMessages: this.#refusedMessages,
      sources: this.#sources.size,
      symbols: [...needed, ...others].map((symbol) => this.#stateOf(symbol, needed.has(symbol))),
    }
  }

  /** Notifies the sources if the wanted symbols have changed; call it every WANTED_EVERY_MS. */
  readonly sendWanted = async (): Promise<void> => {
    const before = this.#wanted
    const symbols = await this.#readWanted()
    if (symbols.length === before.length && symbols.every((one, at) => one === before[at])) return
    for (const peer of this.#sources.keys()) {
      if (!this.#isBehind(peer)) peer.send({ type: 'wanted', symbols: [...symbols] })
    }
  }

  /** The state of the prices that the server needs [live.seen]. */
  levels(): IngestLevels {
    const states = this.#wanted.slice(0, SHOWN_MAX).map((symbol) => this.#stateOf(symbol, true))
    const ages = agesOf(states)
    return {
      ...countsOf(this.#deps.book.totals),
      refusedMessages: this.#refusedMessages,
      sources: this.#sources.size,
      wanted: states,
      ages,
      notices: this.#isOpen() ? noticesOf(ages, this.#sources.size) : [],
    }
  }

  close(): void {
    this.#closed = true
    for (const peer of this.#sources.keys()) peer.close(CLOSE.goingAway, 'the server stops')
  }

  /** Refills a bucket that holds one second's items, and takes `items` from it [live.limits]. */
  #takeFromBucket(items: number): boolean {
    const nowMs = this.#deps.elapsedMs()
    const grown = ((nowMs - this.#refilledAtMs) * FEED_ITEMS_PER_SECOND_MAX) / 1_000
    this.#itemsLeft = Math.min(FEED_ITEMS_PER_SECOND_MAX, this.#itemsLeft + grown)
    this.#refilledAtMs = nowMs
    if (this.#itemsLeft < items) return false
    this.#itemsLeft -= items
    return true
  }

  /** [live.wanted] */
  async #readWanted(): Promise<readonly string[]> {
    const since = atMs(this.#deps.now().epochMilliseconds - FEED_WANTED_MS_MAX).toString()
    const known = await wantedSymbols(this.#deps.database, since, WANTED_MAX)
    // The newest demand may not be in the database yet.
    this.#wanted = [...new Set([...known, ...this.#deps.intake.wanted().keys()])]
    return this.#wanted
  }

  /** Closes a source that does not read its answers, since they fill the memory [live.limits]. */
  #isBehind(peer: IngestPeer): boolean {
    if (peer.bufferedBytes() <= BUFFERED_BYTES_MAX) return false
    peer.close(CLOSE.tryAgainLater, 'answers are not read')
    return true
  }

  #isOpen(): boolean {
    return this.#deps.feed.calendar.sessionAt(this.#deps.now()).session !== 'CLOSED'
  }

  #stateOf(symbol: string, isWanted: boolean): SymbolState {
    const at = this.#deps.now()
    const known = this.#deps.book.find(symbol)
    const quote = known?.quotes.latest?.quote
    const ageMs = quote === undefined ? null : Math.max(0, at.epochMilliseconds - quote.atMs)
    const shown = this.#deps.feed.bidAsk(symbol, at) !== undefined
    const state = !this.#deps.feed.trades(symbol, at)
      ? 'HALTED'
      : quote === undefined
        ? 'NONE'
        : 'STALE'
    return { symbol, wanted: isWanted, ageMs, state: shown ? 'FRESH' : state }
  }
}

export const ingestService = (deps: IngestDeps): IngestService => new IngestService(deps)

const countsOf = ({ accepted, rejected }: GuardTally): IngestTotals => ({
  accepted,
  rejected: Object.fromEntries(Object.entries(rejected)),
})

/** Unknown items first: every later message about the same symbol would be rejected, too. */
function rejectedItems(batch: SourceBatch, rejections: readonly Rejection[]): RejectedItem[] {
  const isUnknown = ({ reason }: Rejection): boolean => reason === 'unknown'
  const unknown = rejections.filter(isUnknown)
  const others = rejections.filter((item) => !isUnknown(item))
  return [...unknown, ...others].slice(0, REJECTED_ITEMS_MAX).map((item) => {
    const { kind, index, reason } = item
    const code = kind === 'rates' ? 'exchange-rate-not-found' : 'symbol-not-found'
    const symbol = symbolOf(batch, item)
    return { item: `${kind}.${index}`, symbol, reason, ...(isUnknown(item) && { code }) }
  })
}

function symbolOf(batch: SourceBatch, { kind, index }: Rejection): string {
  const item = batch[kind][index]
  if (item === undefined) return ''
  return 'symbol' in item ? item.symbol : `${item.base}/${item.quote}`
}
