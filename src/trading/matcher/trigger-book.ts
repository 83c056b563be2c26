/**
 * The trigger book: every open leg of a conditional order in memory, found by what can trigger it.
 * For each instrument, direction, kind of price and choice of sessions there is one level for each
 * stop, the one that the market reaches first in front. A tick looks at the first level, and then
 * at those that it reaches: so it costs what it triggers, however many legs wait.
 *
 * The book decides nothing: a command looks at each leg again under its account's version.
 */
import type { TriggerBy } from '../../core/conditional/leg'
import type { Price } from '../../core/money'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { BookedLeg } from '../../ledger/conditional-orders'
import { expiryCounts } from './expiry-counts'

/** The prices of one instrument at a tick; undefined: the market shows none. */
export interface TriggerPrices {
  readonly LAST: Price | undefined
  readonly SELL: Price | undefined
  readonly BUY: Price | undefined
}

/** A watch's price among them. */
export const priceOf = (
  prices: TriggerPrices,
  { side, triggerBy }: { readonly side: Side; readonly triggerBy: TriggerBy },
): Price | undefined => (triggerBy === 'LAST' ? prices.LAST : prices[side])

/** The legs of one instrument that are triggered alike. */
export interface Watch {
  readonly symbol: string
  readonly side: Side
  readonly triggerBy: TriggerBy
  readonly sessions: readonly OpenSession[]
  /** The stop that the market reaches first. */
  readonly first: Price
}

export interface TriggerBook {
  readonly size: number
  readonly watches: readonly Watch[]
  /** When the first leg's time is over; null while none is open. */
  readonly nextExpiryMs: number | null
  /** The leg as it is now; one that is not ARMED leaves the book. */
  put(leg: BookedLeg): void
  /**
   * The legs that these prices reach in the session, armed before the instant and not over: of one
   * account and instrument each, the accounts by id.
   */
  reached(
    session: OpenSession,
    prices: ReadonlyMap<string, TriggerPrices>,
    atMs: number,
  ): readonly (readonly BookedLeg[])[]
  /** The legs whose time is over, of one account each, in rounds of at most so many. */
  due(atMs: number, roundMax: number): readonly (readonly (readonly BookedLeg[])[])[]
}

class LevelTriggers implements TriggerBook {
  readonly #accounts = new Map<string, Map<string, BookedLeg>>()
  readonly #watches = new Map<string, WatchedSide>()
  readonly #expiries = expiryCounts()
  #listed: readonly WatchedSide[] | null = null
  #size = 0

  get size(): number {
    return this.#size
  }

  get watches(): readonly WatchedSide[] {
    this.#listed ??= [...this.#watches.values()]
    return this.#listed
  }

  get nextExpiryMs(): number | null {
    return this.#expiries.nextMs
  }

  put(leg: BookedLeg): void {
    const id = `${leg.groupId} ${leg.leg}`
    const known = this.#accounts.get(leg.accountId)?.get(id)
    if (known !== undefined) this.#leave(known, id)
    if (leg.isArmed) this.#enter(leg, id)
  }

  reached(
    session: OpenSession,
    prices: ReadonlyMap<string, TriggerPrices>,
    atMs: number,
  ): readonly (readonly BookedLeg[])[] {
    const found = this.watches.flatMap((watch) => {
      const shown = watch.sessions.includes(session) ? prices.get(watch.symbol) : undefined
      const price = shown && priceOf(shown, watch)
      return price === undefined ? [] : watch.reachedBy(price)
    })
    const due = found.filter(
      ({ armedAtMs, validUntilMs }) => armedAtMs < atMs && atMs < validUntilMs,
    )
    return [...Map.groupBy(due, ({ accountId, symbol }) => `${accountId} ${symbol}`)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, legs]) => legs.toSorted(byAge))
  }

  due(atMs: number, roundMax: number): readonly (readonly (readonly BookedLeg[])[])[] {
    const rounds: (readonly BookedLeg[])[][] = []
    let left = 0
    for (const accountId of this.#expiries.accountsUntil(atMs)) {
      const legs = [...(this.#accounts.get(accountId)?.values() ?? [])]
      const over = legs.filter(({ validUntilMs }) => validUntilMs <= atMs).sort(byAge)
      if (left <= 0) {
        rounds.push([])
        left = roundMax
      }
      rounds.at(-1)?.push(over)
      left -= over.length
    }
    return rounds
  }

  #enter(leg: BookedLeg, id: string): void {
    const legs = this.#accounts.get(leg.accountId) ?? new Map<string, BookedLeg>()
    if (legs.size === 0) this.#accounts.set(leg.accountId, legs)
    legs.set(id, leg)
    const key = watchKey(leg)
    const watch = this.#watches.get(key) ?? new WatchedSide(leg)
    if (watch.isEmpty) {
      this.#watches.set(key, watch)
      this.#listed = null
    }
    watch.add(id, leg)
    this.#expiries.add(leg.validUntilMs, leg.accountId)
    this.#size++
  }

  #leave(leg: BookedLeg, id: string): void {
    const legs = this.#accounts.get(leg.accountId)
    legs?.delete(id)
    if (legs?.size === 0) this.#accounts.delete(leg.accountId)
    const key = watchKey(leg)
    const watch = this.#watches.get(key)
    watch?.remove(id, leg)
    if (watch?.isEmpty) {
      this.#watches.delete(key)
      this.#listed = null
    }
    this.#expiries.remove(leg.validUntilMs, leg.accountId)
    this.#size--
  }
}

export const triggerBook = (): TriggerBook => new LevelTriggers()

const watchKey = ({ symbol, side, triggerBy, sessions }: BookedLeg): string =>
  `${symbol} ${side} ${triggerBy} ${sessions.join()}`

/** Group ids sort by their acceptance. */
const byAge = (one: BookedLeg, other: BookedLeg): number =>
  one.groupId < other.groupId || (one.groupId === other.groupId && one.leg < other.leg) ? -1 : 1

interface StopLevel {
  readonly stop: Price
  readonly legs: Map<string, BookedLeg>
}

class WatchedSide implements Watch {
  readonly symbol: string
  readonly side: Side
  readonly triggerBy: TriggerBy
  readonly sessions: readonly OpenSession[]
  /** In the order in which the market reaches them; none is empty. */
  readonly #levels: StopLevel[] = []
  /** Positive: the market reaches the first of both later. */
  readonly #compare: (stop: Price, other: Price) => number
  readonly #first: Price

  constructor({ symbol, side, triggerBy, sessions, stop }: BookedLeg) {
    this.symbol = symbol
    this.side = side
    this.triggerBy = triggerBy
    this.sessions = sessions
    this.#first = stop
    this.#compare = (one, other) => (side === 'SELL' ? other.cmp(one) : one.cmp(other))
  }

  get first(): Price {
    return this.#levels[0]?.stop ?? this.#first
  }

  get isEmpty(): boolean {
    return this.#levels.length === 0
  }

  add(id: string, leg: BookedLeg): void {
    const at = this.#placeOf(leg.stop)
    const found = this.#levels[at]
    if (found?.stop.eq(leg.stop)) found.legs.set(id, leg)
    else this.#levels.splice(at, 0, { stop: leg.stop, legs: new Map([[id, leg]]) })
  }

  remove(id: string, { stop }: BookedLeg): void {
    const at = this.#placeOf(stop)
    const level = this.#levels[at]
    level?.legs.delete(id)
    if (level?.legs.size === 0) this.#levels.splice(at, 1)
  }

  reachedBy(price: Price): readonly BookedLeg[] {
    const found: BookedLeg[] = []
    for (const { stop, legs } of this.#levels) {
      if (this.#compare(stop, price) > 0) break
      for (const leg of legs.values()) found.push(leg)
    }
    return found
  }

  /** Returns the index of the first level that is not reached earlier than the stop. */
  #placeOf(stop: Price): number {
    let [low, high] = [0, this.#levels.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const level = this.#levels[middle]
      if (level !== undefined && this.#compare(stop, level.stop) > 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
