/**
 * Conditional orders in the ledger's own words: their legs, what each holds, and what must become
 * of the others when one has changed.
 */
import { type Fraction, isMore, isSame, largest, minus, parse, plus, times, ZERO } from './fraction'
import { validUntilMs } from './hours'
import { type Account, free, holdingOf, must, sellable } from './ledger'
import type { LegRow } from './step'

export type LegName = 'SINGLE' | 'ENTRY' | 'TAKE_PROFIT' | 'STOP_LOSS'
export type LegType = 'STOP' | 'STOP_LIMIT' | 'TRAILING_STOP' | 'LIMIT' | 'MARKET'
export type LegStatus = keyof typeof LEG_MAY_FOLLOW

/** The states of a leg as a table. */
const LEG_MAY_FOLLOW = {
  PENDING: ['PENDING', 'ARMED', 'TRIGGERED', 'CANCELED'],
  ARMED: ['ARMED', 'TRIGGERED', 'CANCELED', 'EXPIRED'],
  TRIGGERED: ['TRIGGERED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'],
  FILLED: [],
  CANCELED: [],
  EXPIRED: [],
  REJECTED: [],
} as const satisfies Record<string, readonly string[]>

export const isLegOpen = (status: LegStatus): boolean => LEG_MAY_FOLLOW[status].length > 0

/** Whether the leg waits for its trigger or for its entry. */
export const isWaiting = ({ status }: Leg): boolean => status === 'ARMED' || status === 'PENDING'

/** What a client has asked for; decimals as it sent them, null: it has none. */
export interface LegTerms {
  readonly leg: LegName
  readonly type: LegType
  readonly stop: string | null
  readonly limit: string | null
  readonly trailAmount: string | null
  readonly trailPercent: string | null
  readonly limitOffset: string | null
}

export interface GroupTerms {
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: string
  readonly timeInForce: 'DAY' | 'GTC'
  readonly triggerBy: 'LAST' | 'BID_ASK'
  readonly sessions: readonly string[]
  readonly legs: readonly LegTerms[]
}

/** What a client changes of a leg; null: it stays. */
export type PriceChange = Omit<LegTerms, 'leg' | 'type'>

/** What a client changes of a conditional order; null: its quantity stays. */
export interface GroupAmendment {
  readonly groupId: string
  readonly quantity: string | null
  readonly legs: Partial<Readonly<Record<LegName, PriceChange>>>
}

/** All that were not refused. */
export interface AskedGroups {
  placed(accountId: string, clientOrderId: string): readonly GroupTerms[]
  amended(accountId: string, groupId: string): readonly GroupAmendment[]
  /** Somebody has asked for the end of what waits of it. */
  isCancelWanted(account: Account, group: Group): boolean
}

/** Prices are in 0.0001 USD. */
export interface Leg {
  readonly group: Group
  readonly name: LegName
  readonly side: 'BUY' | 'SELL'
  terms: LegTerms
  status: LegStatus
  quantity: Fraction
  filled: Fraction
  /** Null if it has none, as a LIMIT. */
  stop: number | null
  /** The best price since it was armed; null: it is no trail. */
  mark: number | null
  limit: number | null
  /** USD a share: of its order, and of what it holds itself. */
  holdPrice: Fraction | null
  heldPrice: Fraction | null
  heldCash: Fraction
  heldShares: Fraction
  orderId: string | null
  children: number
  /** It waits for its trigger, with its present terms, since then. */
  armedAtMs: number
  /** No tick up to here can trigger it. */
  watchedAfterMs: number
  /** Each tick up to here was looked at. */
  lookedToMs: number
  reason: string | null
  readonly history: LegStatus[]
}

export interface Group {
  readonly groupId: string
  readonly terms: GroupTerms
  readonly requestedAtMs: number
  readonly validUntilMs: number
  readonly legs: Leg[]
}

const hasEntry = ({ legs }: Pick<GroupTerms, 'legs'>): boolean =>
  legs.some(({ leg }) => leg === 'ENTRY')

/** An entry buys, and its exits sell. */
export const sideOf = (terms: GroupTerms, leg: LegName): 'BUY' | 'SELL' =>
  hasEntry(terms) && leg !== 'ENTRY' ? 'SELL' : terms.side

/** It waits for the first share of its entry. */
const isForLater = (terms: GroupTerms, { leg }: LegTerms): boolean =>
  hasEntry(terms) && leg !== 'ENTRY'

const worksAtOnce = ({ type }: LegTerms): boolean => type === 'LIMIT' || type === 'MARKET'

export const pipsOf = (decimal: string): number => Math.round(Number(decimal) * 10_000)
const pipsOrNone = (decimal: string | null): number | null =>
  decimal === null ? null : pipsOf(decimal)
const usd = (pips: number): Fraction => parse(decimal(pips))
const decimal = (pips: number): string => (pips / 10_000).toFixed(4)

/** A cent from a dollar on, and a hundredth of it below. */
function onTick(price: number, isUp: boolean): number {
  const tick = price >= 10_000 ? 100 : 1
  const steps = price / tick
  return Math.max(1, (isUp ? Math.ceil(steps - 1e-9) : Math.floor(steps + 1e-9)) * tick)
}

/** A price at a distance behind another, on the tick that is further from the market. */
const behind = (side: string, from: number, distance: number): number =>
  side === 'SELL' ? onTick(from - distance, false) : onTick(from + distance, true)

/** The stop of a trail with this mark, or the leg's own. */
export function stopAt(side: string, terms: LegTerms, mark: number | null): number | null {
  if (terms.stop !== null) return pipsOf(terms.stop)
  if (mark === null) return null
  const { trailAmount, trailPercent } = terms
  const distance = trailAmount !== null ? pipsOf(trailAmount) : (mark * Number(trailPercent)) / 100
  return behind(side, mark, distance)
}

export const limitAt = (side: string, terms: LegTerms, stop: number | null): number | null =>
  terms.limitOffset === null || stop === null
    ? pipsOrNone(terms.limit)
    : behind(side, stop, pipsOf(terms.limitOffset))

const FACTOR = parse('1.03')

/** USD a share that the order of a BUY will hold; `price`: the mark of a trail, or the ask. */
function holdPriceOf(side: string, terms: LegTerms, price: number | null): Fraction | null {
  if (side === 'SELL') return null
  if (terms.type === 'MARKET') return price === null ? null : times(usd(price), FACTOR)
  const mark = terms.type === 'TRAILING_STOP' ? price : null
  const stop = stopAt(side, terms, mark)
  const limit = limitAt(side, terms, stop)
  if (limit !== null) return usd(limit)
  return stop === null ? null : times(usd(stop), FACTOR)
}

/** What each leg would hold by itself, with these prices at its acceptance. */
export const needsOf = (
  terms: GroupTerms,
  priceFor: (leg: LegTerms) => number,
): readonly (Fraction | null)[] =>
  terms.legs
    .filter((leg) => !isForLater(terms, leg))
    .map((leg) => holdPriceOf(sideOf(terms, leg.leg), leg, priceFor(leg)))

/** Whether the exits have the take profit, or the price of their entry, on the wrong side. */
export function areCrossed(terms: GroupTerms): boolean {
  const find = (name: LegName) => terms.legs.find(({ leg }) => leg === name)
  const entry = find('ENTRY')
  const upwards = [find('STOP_LOSS')?.stop, entry?.limit ?? entry?.stop, find('TAKE_PROFIT')?.limit]
    .filter((price) => price != null)
    .map(pipsOf)
  const sign = sideOf(terms, 'STOP_LOSS') === 'SELL' ? 1 : -1
  return upwards.some((price, at) => at > 0 && sign * (price - (upwards[at - 1] ?? 0)) <= 0)
}

/** A new conditional order, without what its legs hold: that comes with their events. */
export function newGroup(
  terms: GroupTerms,
  found: { readonly groupId: string; readonly atMs: number; readonly validUntilMs: number },
  priceOf: (terms: LegTerms) => number,
): Group {
  const { groupId, atMs, validUntilMs } = found
  const legs: Leg[] = []
  const fresh = { requestedAtMs: atMs, validUntilMs }
  const group: Group = { groupId, terms, legs, ...fresh }
  const worker = terms.legs.find(({ leg }) => leg === 'TAKE_PROFIT')
  const quantity = parse(terms.quantity)
  for (const each of terms.legs) {
    const side = sideOf(terms, each.leg)
    const isPending = isForLater(terms, each)
    const price = isPending ? null : priceOf(each)
    const mark = each.type === 'TRAILING_STOP' ? price : null
    const isWorker = worksAtOnce(each) && !isPending
    const waits = !isWorker && !isPending
    const { holdPrice, heldPrice } = heldBy(side, each, price, worker?.limit ?? null)
    const stop = stopAt(side, each, mark)
    group.legs.push({
      group,
      name: each.leg,
      side,
      terms: each,
      status: isPending ? 'PENDING' : isWorker ? 'TRIGGERED' : 'ARMED',
      quantity,
      filled: ZERO,
      stop,
      mark,
      limit: pipsOrNone(each.limit),
      holdPrice,
      heldPrice,
      heldCash: heldPrice === null ? ZERO : times(heldPrice, quantity),
      heldShares: side === 'SELL' && waits && worker === undefined ? quantity : ZERO,
      orderId: null,
      children: isWorker ? 1 : 0,
      armedAtMs: atMs,
      watchedAfterMs: atMs,
      lookedToMs: atMs,
      reason: null,
      history: [],
    })
  }
  return group
}

/**
 * What the order of a leg will hold a share, and what the leg holds itself beside `shared`, the
 * limit of a take profit that works for the same shares.
 */
export function heldBy(
  side: string,
  terms: LegTerms,
  price: number | null,
  shared: string | null,
): Pick<Leg, 'holdPrice' | 'heldPrice'> {
  const holdPrice = holdPriceOf(side, terms, price)
  if (holdPrice === null || worksAtOnce(terms)) return { holdPrice, heldPrice: null }
  const beyond = minus(holdPrice, terms.leg === 'STOP_LOSS' && shared ? parse(shared) : ZERO)
  return { holdPrice, heldPrice: largest(beyond, ZERO) }
}

/** Takes what the leg holds into the account's sums; throws if there is less. */
export function holdFor(account: Account, leg: Leg): void {
  const { symbol } = leg.group.terms
  const what = (): string => `${leg.group.groupId} ${leg.name} of ${account.accountId}`
  const enough = minus(free(account), leg.heldCash)
  must(enough.top >= 0n, 'accepted-unpaid', what)
  const covered = minus(sellable(account, symbol), leg.heldShares)
  must(covered.top >= 0n, 'accepted-uncovered', what)
  hold(account, leg, leg.heldCash, leg.heldShares, 1)
}

function hold(account: Account, leg: Leg, cash: Fraction, shares: Fraction, sign: 1 | -1): void {
  const add = sign === 1 ? plus : minus
  account.held = add(account.held, cash)
  const holding = holdingOf(account, leg.group.terms.symbol)
  holding.held = add(holding.held, shares)
}

/** The leg holds so much from now on. */
export function holdNow(account: Account, leg: Leg, cash: Fraction, shares: Fraction): void {
  hold(account, leg, leg.heldCash, leg.heldShares, -1)
  leg.heldCash = cash
  leg.heldShares = shares
  hold(account, leg, cash, shares, 1)
}

export function moveLeg(leg: Leg, status: LegStatus): void {
  const next: readonly string[] = LEG_MAY_FOLLOW[leg.status]
  must(
    next.includes(status),
    'leg-state',
    () => `${leg.group.groupId} ${leg.name}: ${status} after ${leg.status}`,
  )
  leg.status = status
  leg.history.push(status)
}

export const openLegs = ({ groups }: Account): readonly Leg[] =>
  [...groups.values()].flatMap(({ legs }) => legs.filter(({ status }) => isLegOpen(status)))

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

export const groupUntilMs = (timeInForce: string, atMs: number): number =>
  timeInForce === 'DAY'
    ? validUntilMs('DAY', atMs)
    : Math.floor((atMs + 90 * DAY_MS) / HOUR_MS) * HOUR_MS

/** A row is the leg as its events have left it. */
export function compareLeg(leg: Leg, row: LegRow): void {
  const { groupId } = leg.group
  const same = (what: string, expected: unknown, found: unknown): void =>
    must(
      expected === found,
      `leg-${what}`,
      () => `${groupId} ${leg.name} (${leg.status}): ${what} ${found}, not ${expected}`,
    )
  const even = (what: string, expected: Fraction, found: string): void =>
    must(
      isSame(expected, parse(found)),
      `leg-${what}`,
      () => `${groupId} ${leg.name} (${leg.status}): ${what} ${found}`,
    )
  same('status', leg.status, row.status)
  even('quantity', leg.quantity, row.quantity)
  even('filled', leg.filled, row.filled)
  even('hold', leg.heldCash, row.heldCash)
  even('shares', leg.heldShares, row.heldShares)
  same('order', leg.orderId, row.orderId)
  same('children', leg.children, row.children)
  same('stop', leg.stop, pipsOrNone(row.stop))
  same('mark', leg.mark, pipsOrNone(row.mark))
  same('limit', leg.limit, pipsOrNone(row.limit))
  same('validity', leg.group.validUntilMs, row.validUntilMs)
}

/** Exits have never sold more than their entry has bought. */
export function checkExits({ groupId, legs }: Group): void {
  const entry = legs.find(({ name }) => name === 'ENTRY')
  if (entry === undefined) return
  const sold = legs.filter((leg) => leg !== entry).reduce((sum, leg) => plus(sum, leg.filled), ZERO)
  must(!isMore(sold, entry.filled), 'exits-oversold', () => groupId)
  for (const { status, name } of legs) {
    const isPending = status === 'PENDING'
    const mayWait = isLegOpen(entry.status) && isSame(entry.filled, ZERO)
    must(!isPending || mayWait, 'exit-late', () => `${groupId} ${name} waits for its entry`)
  }
}
