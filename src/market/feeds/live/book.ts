/**
 * The state of a live market: every item that its sources sent and the guard accepted. It depends
 * on nothing but the batches and their instants, so a recording of them reproduces the market.
 */

import { roundedDown } from '../../../core/money'
import { MINUTE_MS } from '../../../core/time'
import type { DollarRate } from '../../feed'
import type { Bar } from '../bar'
import { pipsOfPrice, priceOf } from '../pips'
import { regularSpan } from '../trading-day'
import {
  EMPTY_BATCH,
  type OfficialPrice,
  type SourceBar,
  type SourceBatch,
  type SourceQuote,
  type SourceRate,
  type SourceState,
  type SourceTrade,
} from './batch'
import {
  type BatchTally,
  barFault,
  type GuardTally,
  isAhead,
  openTally,
  quoteFault,
  type Rejection,
  type RejectionReason,
  tradeFault,
} from './guard'
import {
  auctionKey,
  dayCache,
  haltChangedMs,
  type LiveInstrument,
  type MutableInstrument,
  newInstrument,
  sharesOfDay,
  wholeSharesOf,
} from './instrument'
import { quoteHistory } from './quote-history'

export interface BatchResult extends BatchTally {
  /** The accepted items, for other servers. */
  readonly acceptedItems: SourceBatch
  readonly changed: readonly ChangedMinute[]
}

/** A minute whose bar has changed. */
export interface ChangedMinute {
  readonly symbol: string
  readonly minute: number
}

export interface LiveBookDeps {
  /** Whether the server lists the instrument. */
  readonly lists: (symbol: string) => boolean
  readonly tickMs: number
}

/** Quotes of earlier ticks, over all instruments: some tens of megabytes. */
const EARLIER_QUOTES_MAX = 200_000
const EARLIER_QUOTES_MIN = 120

export class LiveBook {
  readonly #deps: LiveBookDeps
  readonly #instruments = new Map<string, MutableInstrument>()
  readonly #totals = openTally()
  readonly #changed = new Map<string, ChangedMinute>()
  #rate: DollarRate | undefined
  readonly #dayOf = dayCache()

  constructor(deps: LiveBookDeps) {
    this.#deps = deps
  }

  take(batch: SourceBatch, nowMs: number): BatchResult {
    const tally = openTally()
    const rejections: Rejection[] = []
    const accepted = <Kind extends keyof SourceBatch>(
      kind: Kind,
      take: (item: SourceBatch[Kind][number]) => RejectionReason | null,
    ): SourceBatch[Kind][number][] =>
      batch[kind].filter((item, index) => {
        const fault = take(item)
        tally.note(fault)
        this.#totals.note(fault)
        if (fault !== null) rejections.push({ kind, index, reason: fault })
        return fault === null
      })
    const listed =
      <Item extends { readonly symbol: string }>(
        take: (item: Item, nowMs: number) => RejectionReason | null,
      ) =>
      (item: Item): RejectionReason | null =>
        this.#deps.lists(item.symbol) ? take(item, nowMs) : 'unknown'
    // A halt precedes the quotes and trades of its batch.
    const states = accepted('states', listed(this.#takeState))
    const acceptedItems: SourceBatch = {
      ...EMPTY_BATCH,
      states,
      bars: accepted('bars', listed(this.#takeBar)),
      trades: accepted('trades', listed(this.#takeTrade)),
      quotes: accepted('quotes', listed(this.#takeQuote)),
      officials: accepted('officials', listed(this.#takeOfficial)),
      rates: accepted('rates', (item) => this.#takeRate(item, nowMs)),
    }
    const minutes = [...this.#changed.values()]
    this.#changed.clear()
    return { ...tally.read(), rejections, acceptedItems, changed: minutes }
  }

  find(symbol: string): LiveInstrument | undefined {
    return this.#instruments.get(symbol)
  }

  get symbols(): Iterable<string> {
    return this.#instruments.keys()
  }

  get rate(): DollarRate | undefined {
    return this.#rate
  }

  /** Counts over all batches. */
  get totals(): GuardTally {
    return this.#totals.read()
  }

  /** Adds a stored minute, before any trade arrives. */
  restore(symbol: string, minute: number, bar: Bar): void {
    const instrument = this.#instrumentOf(symbol)
    instrument.minutes.restore(minute, bar)
    instrument.day = Number.NaN
  }

  /** Adds a stored daily bar; the days of a symbol must be ascending. */
  restoreDaily(symbol: string, epochDay: number, bar: Bar): void {
    this.#instrumentOf(symbol).daily.set(epochDay, bar)
  }

  /** Shares of the trading date that the instant belongs to, over all sessions. */
  #sharesBy(instrument: MutableInstrument, nowMs: number): number {
    const { epochDay } = this.#dayOf(nowMs)
    if (instrument.day === epochDay) return instrument.dayShares
    instrument.day = epochDay
    instrument.dayShares = sharesOfDay(instrument.minutes, epochDay)
    return instrument.dayShares
  }

  readonly #ticksOfEach = (): number =>
    Math.max(
      EARLIER_QUOTES_MIN,
      Math.floor(EARLIER_QUOTES_MAX / Math.max(1, this.#instruments.size)),
    )

  #instrumentOf(symbol: string): MutableInstrument {
    const known = this.#instruments.get(symbol)
    if (known !== undefined) return known
    const instrument = newInstrument(symbol, quoteHistory(this.#deps.tickMs, this.#ticksOfEach))
    this.#instruments.set(symbol, instrument)
    return instrument
  }

  readonly #takeQuote = (quote: SourceQuote, nowMs: number): RejectionReason | null => {
    const instrument = this.#instrumentOf(quote.symbol)
    const fault = quoteFault(quote, instrument.quotes.latest?.quote, nowMs)
    if (fault === null) instrument.quotes.show(quote, nowMs, this.#sharesBy(instrument, nowMs))
    return fault
  }

  readonly #takeTrade = (trade: SourceTrade, nowMs: number): RejectionReason | null => {
    const instrument = this.#instrumentOf(trade.symbol)
    const fault = tradeFault(trade, instrument.lastTrade, nowMs)
    if (fault !== null) return fault
    const minute = Math.floor(trade.atMs / MINUTE_MS)
    const shares = wholeSharesOf(trade.size)
    const price = pipsOfPrice(trade.price)
    if (!instrument.minutes.trade(minute, { price, shares, atMs: trade.atMs })) {
      return 'wrong-minute'
    }
    if (trade.atMs >= (instrument.lastTrade?.atMs ?? 0)) instrument.lastTrade = trade
    if (this.#dayOf(trade.atMs).epochDay === instrument.day) instrument.dayShares += shares
    this.#noteChange(instrument, minute, nowMs)
    return null
  }

  readonly #takeBar = (bar: SourceBar, nowMs: number): RejectionReason | null => {
    const minute = Math.floor(bar.startsAtMs / MINUTE_MS)
    if (bar.startsAtMs % MINUTE_MS !== 0 || bar.startsAtMs + MINUTE_MS > nowMs) {
      return 'wrong-minute'
    }
    const fault = barFault(bar)
    if (fault !== null) return fault
    const instrument = this.#instrumentOf(bar.symbol)
    instrument.minutes.close(minute, {
      open: pipsOfPrice(bar.open),
      high: pipsOfPrice(bar.high),
      low: pipsOfPrice(bar.low),
      close: pipsOfPrice(bar.close),
      volume: wholeSharesOf(bar.volume),
    })
    instrument.day = Number.NaN
    this.#noteChange(instrument, minute, nowMs)
    return null
  }

  #noteChange(instrument: MutableInstrument, minute: number, nowMs: number): void {
    const { symbol } = instrument
    this.#changed.set(`${symbol} ${minute}`, { symbol, minute })
    const { latest } = instrument.quotes
    if (latest !== undefined) {
      instrument.quotes.show(latest.quote, nowMs, this.#sharesBy(instrument, nowMs))
    }
  }

  readonly #takeState = (
    { symbol, state, atMs }: SourceState,
    nowMs: number,
  ): RejectionReason | null => {
    if (isAhead(atMs, nowMs)) return 'from-the-future'
    const instrument = this.#instrumentOf(symbol)
    const { halt } = instrument
    const lastMs = halt === undefined ? Number.NEGATIVE_INFINITY : haltChangedMs(halt)
    if (atMs < lastMs) return 'older'
    const isHalted = halt !== undefined && halt.resumedAtMs === null
    if (isHalted === (state === 'HALTED')) return 'repeated'
    if (state === 'HALTED') instrument.halt = { haltedAtMs: atMs, resumedAtMs: null }
    else if (halt !== undefined) instrument.halt = { ...halt, resumedAtMs: atMs }
    return null
  }

  readonly #takeOfficial = (official: OfficialPrice, nowMs: number): RejectionReason | null => {
    const { symbol, auction, price, size, atMs: ms } = official
    if (isAhead(ms, nowMs)) return 'from-the-future'
    const day = this.#dayOf(ms)
    const regular = regularSpan(day)
    const heldAtMs = auction === 'OPG' ? regular?.opensMs : regular?.closesMs
    if (heldAtMs === undefined || ms < heldAtMs) return 'no-auction'
    this.#instrumentOf(symbol).auctions.set(auctionKey(day.epochDay, auction), {
      price: priceOf(pipsOfPrice(price)),
      volume: roundedDown(size, 0),
    })
    return null
  }

  #takeRate({ base, quote, ...rate }: SourceRate, nowMs: number): RejectionReason | null {
    if (base !== 'USD' || quote !== 'KRW') return 'unknown'
    if (rate.bidRate.gt(rate.askRate)) return 'crossed'
    if (isAhead(rate.atMs, nowMs)) return 'from-the-future'
    if (this.#rate !== undefined && rate.atMs < this.#rate.atMs) return 'older'
    this.#rate = rate
    return null
  }
}

export const liveBook = (deps: LiveBookDeps): LiveBook => new LiveBook(deps)
