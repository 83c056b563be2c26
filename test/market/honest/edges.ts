/** Edges between sessions: the move before, and the position held over the edge. */

import { wireNumber } from '../../../src/core/money'
import { atMs, newYorkDate } from '../../../src/core/time'
import type { Feed, MarketQuote } from '../../../src/market/feed'
import type { Way } from './second-bots'

/** Minutes from the opening of REGULAR. */
export interface Edge {
  readonly name: string
  /** The move that decides. */
  readonly looks: readonly [from: number, to: number]
  /** The minute of its trade; null for the auction at the edge. */
  readonly enters: number | null
  readonly edge: number
  readonly leaves: number
  readonly auction?: 'open' | 'close'
}

const CLOSE = 390

export const EDGES: readonly Edge[] = [
  {
    name: 'the last minutes of REGULAR, into AFTER',
    looks: [CLOSE - 10, CLOSE - 0.1],
    enters: CLOSE - 0.05,
    edge: CLOSE,
    leaves: CLOSE + 5,
  },
  {
    name: 'the date’s move, into AFTER',
    looks: [5, CLOSE - 0.1],
    enters: CLOSE - 0.05,
    edge: CLOSE,
    leaves: CLOSE + 30,
  },
  {
    name: 'PRE’s last minutes, into the opening',
    looks: [-15, -0.1],
    enters: -0.05,
    edge: 0,
    leaves: 5,
  },
  {
    name: 'PRE’s move, into the first half hour',
    looks: [-300, -1],
    enters: -0.5,
    edge: 0,
    leaves: 30,
  },
  { name: 'DAY’s move, into PRE', looks: [-700, -341], enters: -340.5, edge: -330, leaves: -320 },
  {
    name: 'PRE’s move, from the opening auction on',
    looks: [-60, -3],
    enters: null,
    edge: 0,
    leaves: 2,
    auction: 'open',
  },
  {
    name: 'the afternoon, into the closing auction',
    looks: [200, 378],
    enters: 379,
    edge: CLOSE,
    leaves: CLOSE + 1,
    auction: 'close',
  },
  {
    name: 'the last ten minutes, from the closing auction on',
    looks: [350, 379.5],
    enters: null,
    edge: CLOSE,
    leaves: CLOSE + 2,
    auction: 'close',
  },
]

interface Sides {
  readonly bid: number
  readonly ask: number
}

/**
 * The gains with each symbol, relative to its price. `lost` is a leak: the part of the move that
 * reverses at the edge.
 */
export function edgeResults(
  feed: Feed,
  symbols: readonly string[],
  edge: Edge,
  { opensMs }: { readonly opensMs: number },
  way: Way,
  lost = 0,
): readonly number[] {
  const { looks, enters, leaves, auction } = edge
  return symbols.map((symbol) => {
    const sidesAt = (minutes: number): Sides => sidesOf(quoteAt(feed, symbol, opensMs, minutes))
    const [first, last] = [middle(sidesAt(looks[0])), middle(sidesAt(looks[1]))]
    if (first === last) return 0
    const turned = (sides: Sides): Sides => {
      const shift = (first - last) * lost
      return { bid: sides.bid + shift, ask: sides.ask + shift }
    }
    const entry =
      enters === null ? officialOf(feed, symbol, edge, opensMs) : sidesAt(enters + 1 / 60)
    const exit =
      enters !== null && auction !== undefined
        ? officialOf(feed, symbol, edge, opensMs)
        : sidesAt(leaves)
    const leaving = turned(exit)
    const long = (last - first) * way > 0
    return (long ? leaving.bid - entry.ask : entry.bid - leaving.ask) / entry.ask
  })
}

/** The price of an auction, on both sides. */
function officialOf(feed: Feed, symbol: string, { auction }: Edge, opensMs: number): Sides {
  const date = newYorkDate(atMs(opensMs))
  const price = auction && feed.auction(symbol, date)?.[auction]
  if (price === undefined) throw new Error(`no auction of ${symbol}`)
  return { bid: wireNumber(price), ask: wireNumber(price) }
}

const middle = ({ bid, ask }: Sides): number => (bid + ask) / 2

const quoteAt = (feed: Feed, symbol: string, opensMs: number, minutes: number): MarketQuote => {
  const quote = feed.quote(symbol, atMs(opensMs + Math.round(minutes * 60) * 1_000))
  if (quote === undefined) throw new Error(`no quote of ${symbol}`)
  return quote
}

const sidesOf = ({ bidPrice, askPrice }: MarketQuote): Sides => ({
  bid: wireNumber(bidPrice),
  ask: wireNumber(askPrice),
})
