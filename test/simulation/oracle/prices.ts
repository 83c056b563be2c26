/**
 * What the simulated world's market shows: a function of the seed, the symbol and the second, in
 * whole numbers. The server is fed with it, and the ledger is checked by it.
 */

/** 0.0001 USD. */
type Pips = number

export interface Shown {
  readonly bid: Pips
  readonly ask: Pips
  readonly bidSize: number
  readonly askSize: number
  readonly bidRenewedAtMs: number
  readonly askRenewedAtMs: number
}

/** A quote that a test has set; times in microseconds, null: it stands. */
export interface Pin {
  readonly symbol: string
  readonly fromUs: number
  readonly untilUs: number | null
  readonly bid: Pips
  readonly ask: Pips
  readonly bidSize: number
  readonly askSize: number
}

interface Listed {
  readonly base: Pips
  readonly step: Pips
}

/** The last is traded below a dollar, in steps of a pip. */
const LISTED: Readonly<Record<string, Listed>> = {
  AAA: { base: 1_000_000, step: 100 },
  BBB: { base: 200_000, step: 100 },
  CCC: { base: 8_000, step: 1 },
}
export const SYMBOLS = ['AAA', 'BBB', 'CCC'] as const
export type Symbol = (typeof SYMBOLS)[number]

const RENEWED_EVERY_S = 5

/** From 0 up to 1. */
function noise(seed: number, part: number, at: number): number {
  let mixed = (seed ^ Math.imul(part + 1, 0x27d4eb2d) ^ Math.imul(at, 0x165667b1)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Between knots that lie so many seconds apart; from -1 to 1. */
function wave(seed: number, part: number, second: number, apart: number): number {
  const knot = Math.floor(second / apart)
  const share = (second - knot * apart) / apart
  const [from, to] = [noise(seed, part, knot), noise(seed, part, knot + 1)]
  return 2 * (from + (to - from) * share) - 1
}

/** No price is ever beyond them. */
export function boundsFor(symbol: string): { readonly low: Pips; readonly high: Pips } {
  const { base, step } = LISTED[symbol] ?? { base: 10_000, step: 100 }
  return { low: Math.floor(base * 0.96) - step, high: Math.ceil(base * 1.04) + 6 * step }
}

export const stepOf = (symbol: string): Pips => LISTED[symbol]?.step ?? 1

function middle(seed: number, symbol: string, second: number): Pips {
  const { base, step } = LISTED[symbol] ?? { base: 10_000, step: 100 }
  const part = symbol.charCodeAt(0) * 16
  const moved = 0.03 * wave(seed, part, second, 40) + 0.006 * wave(seed, part + 1, second, 3)
  return Math.round((base * (1 + moved)) / step) * step
}

/** Seconds that are kept of a symbol. */
const KEPT_MAX = 100_000

/** Computes once what a second of a symbol has: the ledger looks at the same ones many times. */
function ofSeconds<T>(compute: (seed: number, symbol: string, second: number) => T) {
  let keptOf: number | null = null
  const kept = new Map<string, Map<number, { readonly value: T }>>()
  return (seed: number, symbol: string, second: number): T => {
    if (seed !== keptOf) kept.clear()
    keptOf = seed
    let seconds = kept.get(symbol)
    if (seconds === undefined || seconds.size > KEPT_MAX) {
      seconds = new Map()
      kept.set(symbol, seconds)
    }
    let found = seconds.get(second)
    if (found === undefined) {
      found = { value: compute(seed, symbol, second) }
      seconds.set(second, found)
    }
    return found.value
  }
}

const shownIn = ofSeconds((seed, symbol, second): Shown => {
  const step = stepOf(symbol)
  const part = symbol.charCodeAt(0) * 16
  const bid = middle(seed, symbol, second)
  const side = (which: number) => {
    const renewal = Math.floor((second + which * 2) / RENEWED_EVERY_S)
    const drawn = noise(seed, part + 4 + which, renewal)
    const size = drawn < 0.1 ? 0 : drawn < 0.6 ? Math.ceil(drawn * 40) : Math.ceil(drawn * 2_000)
    return { size, renewedAtMs: (renewal * RENEWED_EVERY_S - which * 2) * 1_000 }
  }
  const [bids, asks] = [side(0), side(1)]
  return {
    bid,
    ask: bid + step * (1 + Math.floor(noise(seed, part + 3, second) * 4)),
    bidSize: bids.size,
    askSize: asks.size,
    bidRenewedAtMs: bids.renewedAtMs,
    askRenewedAtMs: asks.renewedAtMs,
  }
})

export const shownAt = (seed: number, symbol: string, atMs: number): Shown =>
  shownIn(seed, symbol, Math.floor(atMs / 1_000))

/** The trades of the second that ends at an instant, and the quote when it began. */
export interface Printed {
  readonly lowest: Pips
  readonly highest: Pips
  readonly bid: Pips
  readonly ask: Pips
}

/** The lowest is up to two steps above the lower bid, or one below it; the highest likewise. */
const printedIn = ofSeconds((seed, symbol, second): Printed | undefined => {
  const part = symbol.charCodeAt(0) * 16
  if (noise(seed, part + 8, second) < 0.1) return undefined
  const [before, after] = [shownIn(seed, symbol, second - 1), shownIn(seed, symbol, second)]
  const inwards = (which: number): Pips =>
    stepOf(symbol) * (Math.floor(noise(seed, part + which, second) * 4) - 1)
  return {
    lowest: Math.min(before.bid, after.bid) + inwards(9),
    highest: Math.max(before.ask, after.ask) - inwards(10),
    bid: before.bid,
    ask: before.ask,
  }
})

export const printedAt = (seed: number, symbol: string, atMs: number): Printed | undefined =>
  atMs % 1_000 === 0 ? printedIn(seed, symbol, atMs / 1_000) : undefined

/** Prints, unless a pin stands in the second. */
export function printedBy(market: Market, symbol: string, atMs: number): Printed | undefined {
  const isPinned = market.pins.some(
    ({ fromUs, untilUs, ...pin }) =>
      pin.symbol === symbol &&
      Math.floor(fromUs / 1_000) <= atMs &&
      (untilUs === null || (fromUs < untilUs && Math.ceil(untilUs / 1_000) > atMs - 1_000)),
  )
  return isPinned ? undefined : printedAt(market.seed, symbol, atMs)
}

/** The price that comes nearest to the orders of a side. */
export function nearestBy(market: Market, symbol: string, side: string, atMs: number): Pips {
  const { ask, bid } = shownBy(market, symbol, atMs)
  const printed = printedBy(market, symbol, atMs)
  return side === 'BUY'
    ? Math.min(ask, printed?.lowest ?? ask)
    : Math.max(bid, printed?.highest ?? bid)
}

/** What the market shows, and lets through. */
export interface Market {
  readonly seed: number
  readonly pins: readonly Pin[]
  /** The pins under which the last minutes are measured; omitted if they are `pins`. */
  readonly pinsOfMinutes?: readonly Pin[]
  /** Which orders the instrument takes. */
  mayTrade(symbol: string): boolean
}

const COUNTED_FROM_S = 1_772_000_000

/** Shares traded since a time long before the world, up to the second of the instant. */
export function tradedUpTo(seed: number, symbol: string, atMs: number): number {
  const second = Math.floor(atMs / 1_000)
  const drawn = noise(seed, symbol.charCodeAt(0) * 16 + 7, second)
  return 4 * (second - COUNTED_FROM_S) + Math.floor(drawn * 4)
}

export const pinAt = ({ pins }: Pick<Market, 'pins'>, symbol: string, atMs: number) =>
  pins.find(
    (pin) =>
      pin.symbol === symbol &&
      // It is shown from its millisecond on, as what follows it is.
      Math.floor(pin.fromUs / 1_000) <= atMs &&
      (pin.untilUs === null || atMs < Math.floor(pin.untilUs / 1_000)),
  )

/** The pin if there is one, with sizes renewed at each instant. */
export function shownBy(market: Market, symbol: string, atMs: number): Shown {
  const pin = pinAt(market, symbol, atMs)
  if (pin === undefined) return shownAt(market.seed, symbol, atMs)
  const { bid, ask, bidSize, askSize } = pin
  return { bid, ask, bidSize, askSize, bidRenewedAtMs: atMs, askRenewedAtMs: atMs }
}

/**
 * The markets that a server may show that reads pins late: the present one, and the one at each
 * change since an instant. It may read the pins between a tick's price and the last minutes.
 */
export function marketsSince(market: Market, sinceMs: number): readonly Market[] {
  const changes = market.pins
    .flatMap(({ fromUs, untilUs }) => [fromUs, ...(untilUs === null ? [] : [untilUs])])
    .filter((us) => us > sinceMs * 1_000)
  const late = [...new Set(changes)].map((us) => ({ ...market, pins: before(market, us) }))
  return [market, ...late, ...late.map((each) => ({ ...each, pinsOfMinutes: market.pins }))]
}

const before = ({ pins }: Market, us: number): readonly Pin[] =>
  pins
    .filter(({ fromUs }) => fromUs < us)
    .map((pin) => (pin.untilUs !== null && pin.untilUs >= us ? { ...pin, untilUs: null } : pin))

/** The official price of an auction: a pin's middle, at the opening or just before the close. */
export function auctionBy(market: Market, symbol: string, timeInForce: string, atMs: number) {
  const held = auctionAt(market.seed, symbol, atMs)
  const pin = pinAt(market, symbol, timeInForce === 'CLS' ? atMs - 1 : atMs)
  return pin === undefined ? held : { ...held, price: (pin.bid + pin.ask) / 2 }
}

/** The official price and volume of the auction at the instant. */
export const auctionAt = (seed: number, symbol: string, atMs: number) => ({
  price: middle(seed, symbol, Math.floor(atMs / 1_000)),
  volume: 100 + Math.floor(noise(seed, symbol.charCodeAt(0), Math.floor(atMs / 1_000)) * 2_000),
})

/** `100.25` */
export const decimalOf = (pips: Pips): string => (pips / 10_000).toFixed(4).replace(/\.?0+$/, '')
