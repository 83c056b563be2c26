/**
 * The resting orders between two ticks: which quotes cross them, how long none is reached, which
 * are due. All of it is answered by the order book in memory, so a quiet tick costs no query.
 *
 * Promises that no order misses a tick at which it would have acted, as long as `committed` is
 * called for every commit of this process: what other processes commit is known once they tell of
 * it, or within `othersReadEveryMs`.
 */
import { isOfLeg, type Leg } from '../../core/conditional/leg'
import { letsTrade, type Tradability, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY } from '../../core/money'
import { atMs, type Instant } from '../../core/time'
import type { NotifiedEvents } from '../../ledger/events/notifications'
import type { Feed } from '../../market/feed'
import type { InstrumentDirectory } from '../../market/instruments'
import type { Database } from '../../postgres/database'
import { LeaseLost } from '../../postgres/matcher-lease'
import type { AccountAfterTick, TickQuote } from '../commands/tick'
import type { Committed } from '../commit'
import { type BookSync, openBookSync } from './book-sync'
import { type Exhausted, exhaustedAccounts, quietUntilMs, type TradabilityOf } from './exhausted'
import type { RestingInstrument } from './instrument-orders'
import type { OrderBook } from './order-book'
import type { TriggerBook, TriggerPrices } from './trigger-book'
import { reachingPrices, untriggeredUntilMs } from './triggers'

/** What changes the orders that rest, or what may be done with them. */
export interface RestingChanges {
  /** A commit of this process; null: one whose outcome is unknown. */
  committed(committed: Committed | null): void
  /** Another process has committed events up to these; null: it may have, and nobody told. */
  told(notifications: NotifiedEvents | null): void
  /** Which instruments trade, or what a test decides for orders, has changed. */
  termsChanged(): void
  /** The orders may be any others: they are read anew. Frees the memory until then. */
  dropped(): void
}

export interface RestingBook extends RestingChanges {
  /** Counts what may have changed the open orders. */
  readonly changes: number
  /** Reads them now and then: other processes change them too, and a notification may be lost. */
  rereadIfOld(): void
  /** Null while no order is open, and no leg of a conditional order. */
  nextExpiryAt(): Promise<Instant | null>
  /**
   * Until when, exclusive, no order can be reached from the tick on, and no leg acts: at most
   * `limitMs`. It does not look into the database: unless it knows the open orders, none is. Other
   * work may have had its turn meanwhile: the answer counts only where `changes` is what it was.
   */
  quietUntilMs(at: Instant, limitMs: number): Promise<number>
  /** The quotes that resting orders cross at the tick, by symbol. */
  crossedAt(at: Instant): Promise<ReadonlyMap<string, TickQuote>>
  /** The orders that the quotes reach at the tick, with those whose last chance it is. */
  reachedAt(at: Instant, quotes: Iterable<TickQuote>): ReturnType<OrderBook['reached']>
  /** The prices at the tick that make some leg of a conditional order act, by symbol. */
  reachingAt(at: Instant): ReadonlyMap<string, TriggerPrices>
  /** The legs that these prices make act at the tick. */
  actingAt(
    at: Instant,
    prices: ReadonlyMap<string, TriggerPrices>,
  ): ReturnType<TriggerBook['reached']>
  /** The marks of these legs have moved, in a commit of this process. */
  moved(legs: readonly Leg[]): void
  /** The legs whose time is over at the instant. */
  legsDueAt(at: Instant, roundMax: number): ReturnType<TriggerBook['due']>
  /** The last event of the account that the book has followed. */
  followedTo(accountId: string): number
  /** Follows these accounts to these events. */
  catchUp(accounts: NotifiedEvents): Promise<void>
  /** The orders whose time is over at the instant. */
  dueAt(at: Instant, roundMax: number): ReturnType<OrderBook['due']>
  /**
   * After the tick: by symbol, all accounts with orders that it has reached and that still rest.
   */
  tried(
    quotes: ReadonlyMap<string, TickQuote>,
    waiting: ReadonlyMap<string, readonly AccountAfterTick[]>,
  ): void
}

export interface RestingBookDeps {
  readonly database: Pick<Database, 'all'>
  readonly feed: Feed
  readonly elapsedMs: () => number
  /** If it is left out, the book takes every instrument to trade. */
  readonly listed?: Pick<InstrumentDirectory, 'find'>
  /**
   * How long the orders of other processes may go unseen if a notification is lost. Omitted if no
   * other process changes any.
   */
  readonly othersReadEveryMs?: number
}

const TRADABLE: Tradability = { tradable: 'TRADABLE', dayMarketTradable: true }

/**
 * An instrument's first quote of a session, and how far its prices reach, are made, and take a
 * hundred times as long as what follows: other work gets its turn between some of them.
 */
const LOOKS_AT_ONCE = 5
const NO_PRICES: ReadonlyMap<string, TriggerPrices> = new Map()
const COLD_MS = 2

class MatcherBook implements RestingBook {
  readonly #deps: RestingBookDeps
  readonly #othersReadEveryMs: number
  readonly #used: Exhausted
  readonly #sync: BookSync
  #changes = 0
  #readAtMs: number
  readonly followedTo: (accountId: string) => number

  constructor(deps: RestingBookDeps) {
    this.#deps = deps
    this.#used = exhaustedAccounts(deps.feed)
    this.#sync = openBookSync({ database: deps.database, changed: this.#changed })
    this.#readAtMs = deps.elapsedMs()
    this.#othersReadEveryMs = deps.othersReadEveryMs ?? Number.POSITIVE_INFINITY
    this.followedTo = this.#sync.followedTo
  }

  get changes(): number {
    return this.#changes
  }

  committed(committed: Committed | null): void {
    if (committed === null) {
      this.#sync.lost()
      this.#changed(null)
      return
    }
    this.#sync.committed(committed)
    // A fill takes from its own account only, and its tick keeps the account's remaining share.
    const others = committed.events.flatMap((event) =>
      isOfLeg(event) || event.fill !== null ? [] : [event.order.symbol],
    )
    this.#changed(new Set(others))
  }

  readonly told = (notifications: NotifiedEvents | null): void => {
    if (notifications === null) this.#sync.doubt()
    else this.#sync.told(notifications)
    this.#changes++
  }

  termsChanged(): void {
    this.#changed(null)
  }

  readonly dropped = (): void => {
    this.#sync.drop()
    this.#changed(null)
  }

  rereadIfOld(): void {
    if (this.#deps.elapsedMs() - this.#readAtMs < this.#othersReadEveryMs) return
    this.#readAtMs = this.#deps.elapsedMs()
    this.#sync.doubt()
    this.#changes++
  }

  async nextExpiryAt(): Promise<Instant | null> {
    const { nextExpiryMs } = await this.#sync.current()
    const nextLegMs = this.#sync.knownTriggers?.nextExpiryMs ?? null
    if (nextExpiryMs === null) return nextLegMs === null ? null : atMs(nextLegMs)
    return atMs(nextLegMs === null ? nextExpiryMs : Math.min(nextExpiryMs, nextLegMs))
  }

  async quietUntilMs(at: Instant, limitMs: number): Promise<number> {
    if (this.#sync.known === null) return at.epochMilliseconds
    let untilMs = limitMs
    await this.#inTurns(this.#sync.known.instruments, (some) => {
      untilMs = quietUntilMs(some, this.#tradabilityOf, this.#deps.feed, at, untilMs)
      return untilMs > at.epochMilliseconds
    })
    const watches = this.#sync.knownTriggers?.watches ?? []
    if (watches.length === 0 || untilMs <= at.epochMilliseconds) return untilMs
    return untriggeredUntilMs(watches, this.#tradabilityOf, this.#deps.feed, at, untilMs)
  }

  reachingAt(at: Instant): ReadonlyMap<string, TriggerPrices> {
    const watches = this.#sync.knownTriggers?.watches ?? []
    return watches.length === 0
      ? NO_PRICES
      : reachingPrices(watches, this.#tradabilityOf, this.#deps.feed, at)
  }

  actingAt(
    at: Instant,
    prices: ReadonlyMap<string, TriggerPrices>,
  ): ReturnType<TriggerBook['reached']> {
    const { session } = this.#deps.feed.calendar.sessionAt(at)
    return session === 'CLOSED'
      ? []
      : this.#loadedTriggers().reached(session, prices, at.epochMilliseconds)
  }

  moved(legs: readonly Leg[]): void {
    this.#sync.moved(legs)
  }

  legsDueAt(at: Instant, roundMax: number): ReturnType<TriggerBook['due']> {
    return this.#loadedTriggers().due(at.epochMilliseconds, roundMax)
  }

  async crossedAt(at: Instant): Promise<ReadonlyMap<string, TickQuote>> {
    const { instruments } = await this.#sync.current()
    const quotes = new Map<string, TickQuote>()
    await this.#inTurns(instruments, (some) => {
      const crossed = crossedQuotes(some, this.#tradabilityOf, this.#deps.feed, at, this.#used)
      for (const [symbol, tick] of crossed) quotes.set(symbol, tick)
      return true
    })
    if (quotes.size > 0) this.#used.beginTick(quotes.keys())
    return quotes
  }

  reachedAt(at: Instant, quotes: Iterable<TickQuote>): ReturnType<OrderBook['reached']> {
    const touches = [...quotes].map(({ symbol, quote }) => ({
      symbol,
      bidPrice: quote?.bidPrice ?? null,
      askPrice: quote?.askPrice ?? null,
    }))
    return this.#loaded().reached(touches, at.epochMilliseconds)
  }

  async catchUp(accounts: NotifiedEvents): Promise<void> {
    this.#sync.told(accounts)
    await this.#sync.current()
  }

  dueAt(at: Instant, roundMax: number): ReturnType<OrderBook['due']> {
    return this.#loaded().due(at.epochMilliseconds, roundMax)
  }

  tried(
    quotes: ReadonlyMap<string, TickQuote>,
    waiting: ReadonlyMap<string, readonly AccountAfterTick[]>,
  ): void {
    for (const [symbol, quote] of quotes) {
      const accounts = waiting.get(symbol)
      if (accounts !== undefined) this.#used.keep(quote, accounts)
    }
  }

  readonly #tradabilityOf = (symbol: string) => this.#deps.listed?.find(symbol) ?? TRADABLE

  /** During a step, which must not go on as if no order rested. */
  #loaded(): OrderBook {
    const { known } = this.#sync
    if (known === null) throw new LeaseLost()
    return known
  }

  #loadedTriggers(): TriggerBook {
    const { knownTriggers } = this.#sync
    if (knownTriggers === null) throw new LeaseLost()
    return knownTriggers
  }

  /** Does it for all, a few at a time, for as long as it returns true. */
  async #inTurns(
    instruments: readonly RestingInstrument[],
    look: (some: readonly RestingInstrument[]) => boolean,
  ): Promise<void> {
    for (let first = 0; first < instruments.length; first += LOOKS_AT_ONCE) {
      const beganAtMs = this.#deps.elapsedMs()
      if (!look(instruments.slice(first, first + LOOKS_AT_ONCE))) return
      if (this.#deps.elapsedMs() - beganAtMs > COLD_MS) {
        await new Promise((next) => setImmediate(next))
      }
    }
  }

  /** Orders of these instruments; null: of any. */
  readonly #changed = (symbols: ReadonlySet<string> | null): void => {
    this.#changes++
    this.#used.forget(symbols)
  }
}

export const openRestingBook = (deps: RestingBookDeps): RestingBook => new MatcherBook(deps)

/** The quotes that resting orders cross at the instant, by symbol. */
export function crossedQuotes(
  instruments: readonly RestingInstrument[],
  tradabilityOf: TradabilityOf,
  feed: Feed,
  at: Instant,
  used: Pick<Exhausted, 'isUsedUp'>,
): ReadonlyMap<string, TickQuote> {
  const { session } = feed.calendar.sessionAt(at)
  const crossed = new Map<string, TickQuote>()
  for (const { symbol, buys, sells, hasLastChance } of instruments) {
    const tradability = tradabilityOf(symbol)
    const trades = session !== 'CLOSED' && tradesInSession(session, tradability)
    const quote = trades ? feed.bidAsk(symbol, at) : undefined
    const tick = { at, session, symbol, quote }
    // Where no size is shown nothing executes, whatever the price.
    const crosses =
      (letsTrade(tradability.tradable, 'BUY') &&
        quote?.askSize.gt(NO_QUANTITY) === true &&
        (buys.atMarket || (buys.best?.gte(quote.askPrice) ?? false)) &&
        !used.isUsedUp('BUY', tick, buys.worst)) ||
      (letsTrade(tradability.tradable, 'SELL') &&
        quote?.bidSize.gt(NO_QUANTITY) === true &&
        (sells.atMarket || (sells.best?.lte(quote.bidPrice) ?? false)) &&
        !used.isUsedUp('SELL', tick, sells.worst))
    if (crosses || hasLastChance) crossed.set(symbol, tick)
  }
  return crossed
}
