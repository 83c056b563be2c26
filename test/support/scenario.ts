/**
 * Random days at the brokerage: what three accounts do, minute by minute, in a market that jumps.
 */
import fc from 'fast-check'
import type { Instrument } from '../../src/core/instrument'
import { ONE_SHARE, type Price, price, quantity } from '../../src/core/money'
import { type AuctionOnly, type OrderRequest, TIMES_IN_FORCE } from '../../src/core/order/order'
import type { BidAsk } from '../../src/core/quote'
import { SESSIONS, type Session } from '../../src/core/session'
import { anInstrument, aQuote } from './examples'

export const ACCOUNT_IDS = ['acc_ANNA0001', 'acc_BEN00001', 'acc_CLEO0001'] as const

export type AccountCommand =
  | { readonly type: 'place'; readonly accountId: string; readonly request: OrderRequest }
  | { readonly type: 'cancel'; readonly accountId: string; readonly clientOrderId: string }

/** An instrument during one minute. */
export interface Listing {
  readonly instrument: Instrument
  /** What its tick shows. */
  readonly quote: BidAsk | undefined
  /** The price of an auction, should one end the minute. */
  readonly official: Price | undefined
}

/**
 * A minute: the accounts' commands at its start, then a tick of every instrument, then perhaps an
 * auction; the closing one ends what is valid until the REGULAR close as well.
 */
export interface Minute {
  readonly commands: readonly AccountCommand[]
  readonly session: Session
  readonly market: readonly Listing[]
  readonly auction: AuctionOnly | null
}
export type Scenario = readonly Minute[]

/** Prices in steps of the tick size around each instrument's own level. */
export const LEVELS = [
  { symbol: 'AAPL', places: 2, lowest: 200, highest: 1200 },
  { symbol: 'PENN', places: 4, lowest: 4000, highest: 9000 },
] as const
type Level = (typeof LEVELS)[number]

/** A count of steps of the last decimal place as a decimal. */
export const steps = (count: number, places: number): string => {
  const digits = String(count).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const priceNear = ({ places, lowest, highest }: Level): fc.Arbitrary<Price> =>
  fc
    .oneof(
      fc.integer({ min: lowest, max: highest }),
      // A price that jumps from here to there outruns what a MARKET buy holds and its account has.
      fc.constantFrom(lowest, highest),
    )
    .map((count) => price(steps(count, places)))

const someQuantity = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ONE_SHARE) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }).map((count) => quantity(`${count}`)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 9_999_999 }).map((count) => quantity(steps(count, 6))),
  },
)
const someSize = fc.integer({ min: 0, max: 60 }).map((count) => quantity(`${count}`))
const someName = fc.integer({ min: 1, max: 10 }).map((count) => `order ${count}`)

const someRequest: fc.Arbitrary<OrderRequest> = fc.constantFrom(...LEVELS).chain((level) =>
  fc
    .record({
      clientOrderId: someName,
      side: fc.constantFrom('BUY', 'SELL'),
      quantity: someQuantity,
      limitPrice: fc.option(priceNear(level), { freq: 2 }),
      timeInForce: fc.constantFrom('DAY', ...TIMES_IN_FORCE),
    })
    .map((terms) => ({
      ...terms,
      symbol: level.symbol,
      orderType: terms.limitPrice === null ? ('MARKET' as const) : ('LIMIT' as const),
    })),
)

const someCommand: fc.Arbitrary<AccountCommand> = fc.constantFrom(...ACCOUNT_IDS).chain(
  (accountId): fc.Arbitrary<AccountCommand> =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: someRequest.map((request) => ({ type: 'place' as const, accountId, request })),
      },
      {
        weight: 1,
        arbitrary: someName.map((clientOrderId) => ({
          type: 'cancel' as const,
          accountId,
          clientOrderId,
        })),
      },
    ),
)

const someListing = (level: Level): fc.Arbitrary<Listing> =>
  fc
    .record({
      prices: fc.tuple(priceNear(level), priceNear(level)),
      quoted: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
      official: fc.option(priceNear(level), { freq: 9, nil: undefined }),
      bidSize: someSize,
      askSize: someSize,
      tradable: fc.constantFrom(
        'TRADABLE',
        'TRADABLE',
        'TRADABLE',
        'SELL_ONLY',
        'BUY_ONLY',
        'SUSPENDED',
      ),
      dayMarketTradable: fc.boolean(),
    })
    .map(({ prices: [one, other], quoted, official, bidSize, askSize, ...state }) => {
      const [bidPrice, askPrice] = one.lte(other) ? [one, other] : [other, one]
      const { symbol } = level
      return {
        instrument: anInstrument({ ...state, symbol }),
        quote: quoted ? aQuote({ symbol, bidPrice, askPrice, bidSize, askSize }) : undefined,
        official,
      }
    })

const someMinute: fc.Arbitrary<Minute> = fc.record({
  commands: fc.array(someCommand, { maxLength: 8 }),
  session: fc.constantFrom('REGULAR', ...SESSIONS),
  market: fc.tuple(...LEVELS.map(someListing)),
  auction: fc.constantFrom('OPG', 'CLS', null, null, null),
})

export const someScenario: fc.Arbitrary<Scenario> = fc.array(someMinute, {
  minLength: 1,
  maxLength: 12,
})
