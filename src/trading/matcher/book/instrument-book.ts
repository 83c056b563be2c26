/** The resting orders of one instrument, by the commits of this process. */
import { larger, type Price, smaller } from '../../../core/money'
import { isForAuction, isImmediate, type Order, type Side } from '../../../core/order/order'
import type { BestResting, RestingLevel } from '../../../store/tables/resting-orders'

/** How many orders there are of each kind. */
export type Counts = Map<string, { readonly kind: Kind; count: number }>

/** What an open order is to a tick: one that trades, or one that has its last chance, or both. */
interface Kind {
  readonly key: string
  /** Null: a last chance. */
  readonly side: Side | null
  readonly limit: Price | null
}

export interface InstrumentBook {
  /** Exact, or where it is in doubt, an outer bound. */
  readonly best: BestResting
  readonly inDoubt: boolean
  readonly isEmpty: boolean
  /** An open order before and after a batch; null: there is none, or it is closed. */
  change(before: Order | null, after: Order | null, batch: number): void
}

/** `begun`: the last batch that had begun when it was read. */
export function instrumentBook(
  read: BestResting,
  counted: Counts | null,
  begun: number,
  unread = false,
): InstrumentBook {
  let best = read
  let counts = counted
  let inDoubt = unread

  function put(kind: Kind): void {
    const known = counts?.get(kind.key)
    if (known !== undefined) known.count++
    else counts?.set(kind.key, { kind, count: 1 })
    best = widened(best, kind)
  }

  function take({ key, ...kind }: Kind): void {
    if (counts === null) {
      inDoubt ||= isAtEdge(best, kind)
      return
    }
    const known = counts.get(key)
    if (known !== undefined && --known.count > 0) return
    counts.delete(key)
    if (!isAtEdge(best, kind)) return
    best = nothingOf(best)
    for (const { kind: left } of counts.values()) best = widened(best, left)
  }

  return {
    get best() {
      return best
    },
    get inDoubt() {
      return inDoubt
    },
    get isEmpty() {
      const { buyLimit, sellLimit, marketBuys, marketSells, lastChance } = best
      const trades = marketBuys || marketSells || buyLimit !== null || sellLimit !== null
      return !(trades || lastChance)
    },
    change(before, after, batch) {
      if (batch <= begun) counts = null
      const [was, is] = [kindsOf(before), kindsOf(after)]
      for (const kind of is) if (counts === null || !has(was, kind)) put(kind)
      for (const kind of was) if (!has(is, kind)) take(kind)
    },
  }
}

const has = (kinds: readonly Kind[], { key }: Kind): boolean =>
  kinds.some((each) => each.key === key)

const LAST_CHANCE: Kind = { key: 'last chance', side: null, limit: null }
const trading = (side: Side, limit: Price | null): Kind => ({
  key: `${side} ${limit?.toFixed() ?? 'at any price'}`,
  side,
  limit,
})

function kindsOf(order: Order | null): readonly Kind[] {
  if (order === null) return []
  const { side, limitPrice, timeInForce, status } = order
  const kinds = isForAuction(timeInForce) ? [] : [trading(side, limitPrice)]
  const isLast = status === 'PENDING_CANCEL' || isImmediate(timeInForce)
  return isLast ? [...kinds, LAST_CHANCE] : kinds
}

/** Null: there are more orders than `most`, and not all levels have been read. */
export function countsOf(levels: readonly RestingLevel[], most: number): Counts | null {
  const counts: Counts = new Map()
  let [traded, last] = [0, 0]
  for (const { side, limit, count } of levels) {
    const kind = side === null ? LAST_CHANCE : trading(side, limit)
    counts.set(kind.key, { kind, count })
    if (side === null) last += count
    else traded += count
  }
  return traded > most || last > most ? null : counts
}

function widened(best: BestResting, { side, limit }: Kind): BestResting {
  if (isWithin(best, { side, limit })) return best
  if (side === null) return best.lastChance ? best : { ...best, lastChance: true }
  if (side === 'BUY') {
    if (limit === null) return best.marketBuys ? best : { ...best, marketBuys: true }
    const { buyLimit, lastBuyLimit } = best
    return {
      ...best,
      buyLimit: buyLimit === null ? limit : larger(buyLimit, limit),
      lastBuyLimit: lastBuyLimit === null ? limit : smaller(lastBuyLimit, limit),
    }
  }
  if (limit === null) return best.marketSells ? best : { ...best, marketSells: true }
  const { sellLimit, lastSellLimit } = best
  return {
    ...best,
    sellLimit: sellLimit === null ? limit : smaller(sellLimit, limit),
    lastSellLimit: lastSellLimit === null ? limit : larger(lastSellLimit, limit),
  }
}

/** Without it, the best may be another. */
function isAtEdge(best: BestResting, { side, limit }: Omit<Kind, 'key'>): boolean {
  if (side === null || limit === null) return true
  const [high, low] = limitsOf(best, side)
  return high === null || low === null || limit.gte(high) || limit.lte(low)
}

/** Most orders widen nothing. */
function isWithin(best: BestResting, { side, limit }: Omit<Kind, 'key'>): boolean {
  if (side === null || limit === null) return false
  const [high, low] = limitsOf(best, side)
  return high !== null && low !== null && limit.lte(high) && limit.gte(low)
}

/** The highest and the lowest. */
const limitsOf = (best: BestResting, side: Side): readonly [Price | null, Price | null] =>
  side === 'BUY' ? [best.buyLimit, best.lastBuyLimit] : [best.lastSellLimit, best.sellLimit]

const nothingOf = ({ symbol, tradable, dayMarketTradable }: BestResting): BestResting => ({
  ...{ symbol, tradable, dayMarketTradable },
  ...{ marketBuys: false, marketSells: false, lastChance: false },
  ...{ buyLimit: null, sellLimit: null, lastBuyLimit: null, lastSellLimit: null },
})
