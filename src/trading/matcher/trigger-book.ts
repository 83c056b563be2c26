/**
 * The trigger book: each waiting leg of a conditional order, found by what can make it act. Legs
 * are grouped by instrument, side, kind of price and choice of sessions. Each group has one level
 * per stop, sorted so that the market reaches the first level first. A tick reads the first level,
 * and further levels only if it reaches them. So the cost of a tick depends on what the tick
 * triggers, however many legs wait. The marks of trailing stops are levels too, which the market
 * passes in the opposite direction.
 *
 * The book decides nothing: a command checks each leg again under its account's version.
 */
import type { TriggerBy } from '../../core/conditional/leg'
import { priceOf, type TriggerPrices } from '../../core/conditional/trigger'
import type { Price } from '../../core/money'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { BookedLeg } from '../../ledger/conditional-orders'
import { firstIndex } from '../../lib/sorted'
import { expiryCounts } from './order-book'

/** The legs of one instrument that act alike. */
export interface Watch {
  readonly symbol: string
  readonly side: Side
  readonly triggerBy: TriggerBy
  readonly sessions: readonly OpenSession[]
  /** What the market reaches: the legs' stops, or the marks of trailing stops, which it passes. */
  readonly what: 'STOP' | 'MARK'
  /** The price that the market reaches first. */
  readonly first: Price
}

/** True for a SELL's stop and a BUY's mark; the market reaches the others from below. */
export const isReachedFromAbove = ({ side, what }: Pick<Watch, 'side' | 'what'>): boolean =>
  (side === 'SELL') === (what === 'STOP')

export function makesAct(watch: Watch, price: Price): boolean {
  const beyond = isReachedFromAbove(watch) ? watch.first.cmp(price) : price.cmp(watch.first)
  return watch.what === 'STOP' ? beyond >= 0 : beyond > 0
}

export interface TriggerBook {
  readonly size: number
  readonly watches: readonly Watch[]
  /** True if some leg is a trailing stop. */
  readonly hasTrails: boolean
  /** The earliest expiry of a leg; null if no leg is open. */
  readonly nextExpiryMs: number | null
  /** Puts the leg in its new state; a leg that is not ARMED leaves the book. */
  put(leg: BookedLeg): void
  /** Moves the leg to its new mark, unless it has left the book or is newer there. */
  move(leg: BookedLeg): void
  /**
   * Returns the unexpired legs, watched since before the instant, that these prices make act in the
   * session. Each group has one account and instrument; groups are sorted by account id.
   */
  reached(
    session: OpenSession,
    prices: ReadonlyMap<string, TriggerPrices>,
    atMs: number,
  ): readonly (readonly BookedLeg[])[]
  /** Returns the legs whose time is over, grouped by account, in rounds of at most `roundMax`. */
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

  get hasTrails(): boolean {
    return this.watches.some(({ what }) => what === 'MARK')
  }

  put(leg: BookedLeg): void {
    const id = idOf(leg)
    const known = this.#accounts.get(leg.accountId)?.get(id)
    if (known !== undefined) this.#leave(known, id)
    if (leg.isArmed) this.#enter(leg, id)
  }

  move(leg: BookedLeg): void {
    const known = this.#accounts.get(leg.accountId)?.get(idOf(leg))
    if (known !== undefined && known.watchedAfterMs <= leg.watchedAfterMs) this.put(leg)
  }

  reached(
    session: OpenSession,
    prices: ReadonlyMap<string, TriggerPrices>,
    atMs: number,
  ): readonly (readonly BookedLeg[])[] {
    const found = this.watches.flatMap((watch) => {
      const shown = watch.sessions.includes(session) ? prices.get(watch.symbol) : undefined
      const price = shown && priceOf(shown, watch)
      return price === undefined ? [] : watch.actingAt(price)
    })
    const due = found.filter(
      ({ watchedAfterMs, validUntilMs }) => watchedAfterMs < atMs && atMs < validUntilMs,
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
    this.#watch(leg, id, 'STOP', leg.stop)
    if (leg.mark !== null) this.#watch(leg, id, 'MARK', leg.mark)
    this.#expiries.add(leg.validUntilMs, leg.accountId)
    this.#size++
  }

  #leave(leg: BookedLeg, id: string): void {
    const legs = this.#accounts.get(leg.accountId)
    legs?.delete(id)
    if (legs?.size === 0) this.#accounts.delete(leg.accountId)
    this.#unwatch(leg, id, 'STOP', leg.stop)
    if (leg.mark !== null) this.#unwatch(leg, id, 'MARK', leg.mark)
    this.#expiries.remove(leg.validUntilMs, leg.accountId)
    this.#size--
  }

  #watch(leg: BookedLeg, id: string, what: Watch['what'], at: Price): void {
    const key = watchKey(leg, what)
    const watch = this.#watches.get(key) ?? new WatchedSide(leg, what, at)
    if (watch.isEmpty) {
      this.#watches.set(key, watch)
      this.#listed = null
    }
    watch.add(id, leg, at)
  }

  #unwatch(leg: BookedLeg, id: string, what: Watch['what'], at: Price): void {
    const key = watchKey(leg, what)
    const watch = this.#watches.get(key)
    watch?.remove(id, at)
    if (!watch?.isEmpty) return
    this.#watches.delete(key)
    this.#listed = null
  }
}

export const triggerBook = (): TriggerBook => new LevelTriggers()

const idOf = ({ groupId, leg }: BookedLeg): string => `${groupId} ${leg}`
const watchKey = ({ symbol, side, triggerBy, sessions }: BookedLeg, what: Watch['what']): string =>
  `${symbol} ${side} ${what} ${triggerBy} ${sessions.join()}`

/** Sorts legs by group id, and so by acceptance. */
const byAge = (one: BookedLeg, other: BookedLeg): number =>
  one.groupId < other.groupId || (one.groupId === other.groupId && one.leg < other.leg) ? -1 : 1

interface Level {
  readonly at: Price
  readonly legs: Map<string, BookedLeg>
}

class WatchedSide implements Watch {
  readonly symbol: string
  readonly side: Side
  readonly triggerBy: TriggerBy
  readonly sessions: readonly OpenSession[]
  readonly what: Watch['what']
  /** The levels in the order in which the market reaches them; no level is empty. */
  readonly #levels: Level[] = []
  /** Positive if the market reaches `one` later than `other`. */
  readonly #compare: (one: Price, other: Price) => number
  readonly #first: Price

  constructor(leg: BookedLeg, what: Watch['what'], at: Price) {
    const { symbol, side, triggerBy, sessions } = leg
    this.symbol = symbol
    this.side = side
    this.triggerBy = triggerBy
    this.sessions = sessions
    this.what = what
    this.#first = at
    const isFromAbove = isReachedFromAbove({ side, what })
    this.#compare = (one, other) => (isFromAbove ? other.cmp(one) : one.cmp(other))
  }

  get first(): Price {
    return this.#levels[0]?.at ?? this.#first
  }

  get isEmpty(): boolean {
    return this.#levels.length === 0
  }

  add(id: string, leg: BookedLeg, at: Price): void {
    const place = this.#placeOf(at)
    const found = this.#levels[place]
    if (found?.at.eq(at)) found.legs.set(id, leg)
    else this.#levels.splice(place, 0, { at, legs: new Map([[id, leg]]) })
  }

  remove(id: string, at: Price): void {
    const place = this.#placeOf(at)
    const level = this.#levels[place]
    level?.legs.delete(id)
    if (level?.legs.size === 0) this.#levels.splice(place, 1)
  }

  /** Returns the legs that act at the price: a stop acts at its price, a mark beyond it. */
  actingAt(price: Price): readonly BookedLeg[] {
    const found: BookedLeg[] = []
    for (const { at, legs } of this.#levels) {
      const later = this.#compare(at, price)
      if (later > 0 || (later === 0 && this.what === 'MARK')) break
      for (const leg of legs.values()) found.push(leg)
    }
    return found
  }

  /** Returns the index of the first level that is not reached earlier. */
  #placeOf(at: Price): number {
    return firstIndex(this.#levels.length, (index) => {
      const level = this.#levels[index]
      return level !== undefined && this.#compare(at, level.at) > 0
    })
  }
}
