/**
 * Answers questions about the resting orders between two ticks: which quotes cross them, how long
 * no price reaches them, which are due. The order book in memory answers all of them, so a quiet
 * tick costs no query.
 *
 * No order misses a tick at which it would have acted, if `committed` is called for every commit of
 * this process. Commits of other processes are seen when their notification arrives, or within
 * `othersReadEveryMs`.
 */
import { isOfLeg, type Leg } from '../../core/conditional/leg'
import type { TriggerPrices } from '../../core/conditional/trigger'
import type { Tradability } from '../../core/instrument'
import { NO_QUANTITY, type Price } from '../../core/money'
import {
  executionPrice,
  isMarketable,
  nearestPrice,
  offeredTo,
  shownTo,
} from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import { atMs, type Instant } from '../../core/time'
import type { NotifiedEvents } from '../../ledger/events/publish'
import type { Feed } from '../../market/feed'
import type { InstrumentDirectory } from '../../market/instruments'
import type { ShardedSource } from '../../postgres/each-shard'
import { LeaseLost } from '../../postgres/matcher-lease'
import { expectedQuote } from '../commands/meeting'
import type { AccountAfterTick, TickQuote } from '../commands/tick'
import type { Committed } from '../commit'
import { type BookSync, openBookSync } from './book-sync'
import type { OrderBook, RestingInstrument } from './order-book'
import { crossedQuotes, quietUntilMs, reachingPrices, untriggeredUntilMs } from './reach'
import type { TriggerBook } from './trigger-book'

/** Notifications of changes to the resting orders, or to the rules that they trade by. */
export interface RestingChanges {
  /** Reports a commit of this process; null if its outcome is unknown. */
  committed(committed: Committed | null): void
  /**
   * Reports that another process has committed events up to these; null if notifications may have
   * been lost.
   */
  notified(notifications: NotifiedEvents | null): void
  /** Reports that the instruments that trade, or a test's decisions on orders, have changed. */
  termsChanged(): void
  /** Drops all orders, since any of them may have changed. Frees the memory until the next read. */
  dropped(): void
}

export interface RestingBook extends RestingChanges {
  /** Counts what may have changed the open orders. */
  readonly changes: number
  /**
   * Reads the orders again from time to time: other processes change them, and a notification may
   * be lost.
   */
  rereadIfOld(): void
  /** Resolves to null if no order and no leg of a conditional order is open. */
  nextExpiryAt(): Promise<Instant | null>
  /**
   * Returns the time before which no order is reached and no leg acts, from the tick on, at most
   * `limitMs`. Never queries: without a loaded book it returns `at`. It may yield to other work, so
   * discard the result if `changes` has moved.
   */
  quietUntilMs(at: Instant, limitMs: number): Promise<number>
  /** The quotes that resting orders cross at the tick, by symbol. */
  crossedAt(at: Instant): Promise<ReadonlyMap<string, TickQuote>>
  /** The orders that the quotes reach at the tick, and the orders whose last chance it is. */
  reachedAt(at: Instant, quotes: Iterable<TickQuote>): ReturnType<OrderBook['reached']>
  /** The prices at the tick that make a leg of a conditional order act, by symbol. */
  reachingAt(at: Instant): Promise<ReadonlyMap<string, TriggerPrices>>
  /** The legs that these prices make act at the tick. */
  actingAt(
    at: Instant,
    prices: ReadonlyMap<string, TriggerPrices>,
  ): ReturnType<TriggerBook['reached']>
  /** Reports that a commit of this process has moved the marks of these legs. */
  moved(legs: readonly Leg[]): void
  /** The legs whose time is over at the instant. */
  legsDueAt(at: Instant, roundMax: number): ReturnType<TriggerBook['due']>
  /** The number of the account's last event that the book has followed. */
  followedTo(accountId: string): number
  /** Brings the book up to these events of these accounts. */
  catchUp(accounts: NotifiedEvents): Promise<void>
  /** The orders whose time is over at the instant. */
  dueAt(at: Instant, roundMax: number): ReturnType<OrderBook['due']>
  /**
   * Reports, after a tick and by symbol, all accounts with orders that it has reached and that
   * still rest.
   */
  tried(
    quotes: ReadonlyMap<string, TickQuote>,
    waiting: ReadonlyMap<string, readonly AccountAfterTick[]>,
  ): void
}

export interface RestingBookDeps {
  readonly database: ShardedSource
  readonly feed: Feed
  readonly elapsedMs: () => number
  /** Omit it if the book may treat every instrument as tradable. */
  readonly listed?: Pick<InstrumentDirectory, 'find'>
  /**
   * How long the orders of other processes may go unseen if a notification is lost. Omit it if no
   * other process changes any.
   */
  readonly othersReadEveryMs?: number
}

const TRADABLE: Tradability = { tradable: 'TRADABLE', dayMarketTradable: true }

/**
 * How many instruments are looked at before other work of the process may get its turn. The first
 * quote of an instrument in a session takes a hundred times as long as later ones, and so do the
 * first bounds of its prices.
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
    // A fill affects only its own account. What that account may still take is stored after the
    // tick.
    const others = new Set<string>()
    for (const event of committed.events) {
      if (!isOfLeg(event) && event.fill === null) others.add(event.order.symbol)
    }
    this.#changed(others)
  }

  readonly notified = (notifications: NotifiedEvents | null): void => {
    if (notifications === null) this.#sync.doubt()
    else this.#sync.notified(notifications)
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
    const nextLegMs = this.#sync.loadedTriggers?.nextExpiryMs ?? null
    if (nextExpiryMs === null) return nextLegMs === null ? null : atMs(nextLegMs)
    return atMs(nextLegMs === null ? nextExpiryMs : Math.min(nextExpiryMs, nextLegMs))
  }

  async quietUntilMs(at: Instant, limitMs: number): Promise<number> {
    if (this.#sync.loaded === null) return at.epochMilliseconds
    let untilMs = limitMs
    await this.#inTurns(this.#sync.loaded.instruments, (some) => {
      untilMs = quietUntilMs(some, this.#tradabilityOf, this.#deps.feed, at, untilMs)
      return untilMs > at.epochMilliseconds
    })
    const watches = this.#sync.loadedTriggers?.watches ?? []
    if (watches.length === 0 || untilMs <= at.epochMilliseconds) return untilMs
    return untriggeredUntilMs(watches, this.#tradabilityOf, this.#deps.feed, at, untilMs)
  }

  async reachingAt(at: Instant): Promise<ReadonlyMap<string, TriggerPrices>> {
    // The fills of the tick take time, in which a lost COMMIT may have dropped the books.
    await this.#sync.current()
    const watches = this.#sync.loadedTriggers?.watches ?? []
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
      const crossed = crossedQuotes(
        some,
        this.#tradabilityOf,
        this.#deps.feed,
        at,
        this.#used.isUsedUp,
      )
      for (const [symbol, tick] of crossed) quotes.set(symbol, tick)
      return true
    })
    if (quotes.size > 0) this.#used.beginTick(quotes.keys())
    return quotes
  }

  reachedAt(at: Instant, quotes: Iterable<TickQuote>): ReturnType<OrderBook['reached']> {
    const touches = [...quotes].map(({ symbol, quote }) => ({
      symbol,
      bidPrice: quote === undefined ? null : nearestPrice('SELL', quote),
      askPrice: quote === undefined ? null : nearestPrice('BUY', quote),
    }))
    return this.#loaded().reached(touches, at.epochMilliseconds)
  }

  async catchUp(accounts: NotifiedEvents): Promise<void> {
    this.#sync.notified(accounts)
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

  /** Returns the book during a step, which must not continue as if no order rested. */
  #loaded(): OrderBook {
    const { loaded } = this.#sync
    if (loaded === null) throw new LeaseLost()
    return loaded
  }

  #loadedTriggers(): TriggerBook {
    const { loadedTriggers } = this.#sync
    if (loadedTriggers === null) throw new LeaseLost()
    return loadedTriggers
  }

  /**
   * Calls `look` with a few instruments at a time, while it returns true. Other work gets its turn
   * in between.
   */
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

  /** Handles a change to orders of these instruments; null means any instrument. */
  readonly #changed = (symbols: ReadonlySet<string> | null): void => {
    this.#changes++
    this.#used.forget(symbols)
  }
}

export const openRestingBook = (deps: RestingBookDeps): RestingBook => new MatcherBook(deps)

/**
 * Accounts that have used up the liquidity they may take: a tick that offers their orders nothing
 * costs no transaction. The liquidity left to an account is computed at each tick, so the answer
 * stays correct if a size is renewed or pinned.
 */
type Exhausted = ReturnType<typeof exhaustedAccounts>

function exhaustedAccounts(feed: Feed) {
  const bySymbol = new Map<string, { tick: TickQuote; accounts: readonly AccountAfterTick[] }>()
  let changedInTick: Set<string> | 'all' = 'all'

  return {
    /** Starts a tick that tries these instruments' orders, and drops their entries. */
    beginTick(symbols: Iterable<string>): void {
      for (const symbol of symbols) bySymbol.delete(symbol)
      changedInTick = new Set()
    },
    /** Stores all accounts that wait after a tick, unless `forget` was called since `beginTick`. */
    keep(tick: TickQuote, accounts: readonly AccountAfterTick[]): void {
      if (changedInTick === 'all' || changedInTick.has(tick.symbol)) return
      bySymbol.set(tick.symbol, { tick, accounts })
    },
    /**
     * Returns whether the tick offers nothing to any order that rests on this side. `lastLimit` is
     * the limit that prices reach last, so a price that reaches it reaches every order of the side;
     * null if the side has no limits.
     */
    isUsedUp(side: Side, tick: TickQuote, lastLimit: Price | null): boolean {
      const kept = bySymbol.get(tick.symbol)
      if (kept === undefined || !reachesNoMore(side, tick, kept.tick, lastLimit)) return false
      return kept.accounts.every(
        (account) =>
          account.orders.every((order) => order.side !== side) ||
          isOfferedNothing(feed, account, side, tick),
      )
    },
    /**
     * Drops the entries of these instruments, whose orders have changed otherwise than by a tick;
     * null drops all entries.
     */
    forget(symbols: ReadonlySet<string> | null): void {
      if (symbols === null) {
        bySymbol.clear()
        changedInTick = 'all'
        return
      }
      for (const symbol of symbols) {
        bySymbol.delete(symbol)
        if (changedInTick !== 'all') changedInTick.add(symbol)
      }
    },
  }
}

/** Returns whether every order that the price reaches was reached at the tick before, too. */
function reachesNoMore(
  side: Side,
  { quote }: TickQuote,
  { quote: before }: TickQuote,
  lastLimit: Price | null,
): boolean {
  if (quote === undefined || before === undefined) return false
  const [known, price] = [nearestPrice(side, before), nearestPrice(side, quote)]
  if (isMarketable({ side, limitPrice: lastLimit }, known)) return true
  return side === 'BUY' ? price.gte(known) : price.lte(known)
}

function isOfferedNothing(
  feed: Feed,
  { fillProfile, isQueued, orders, useOf }: AccountAfterTick,
  side: Side,
  { at, quote, session, symbol }: TickQuote,
): boolean {
  if (isQueued || quote === undefined || session === 'CLOSED') return false
  const shown = shownTo(
    side,
    expectedQuote(fillProfile, feed, { at, session, symbol }, quote, useOf),
  )
  return orders.every((order) => {
    const price = order.side === side ? executionPrice(order, shown) : undefined
    if (price === undefined) return true
    const offered = offeredTo(order, order.remaining, { ...shown, price }, shown.shown)
    return offered.quantity.lte(NO_QUANTITY)
  })
}
