/** What an account's own trading does to its market, under `standard` and `strict`. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimalOf } from '../../src/core/decimal'
import {
  add,
  NO_QUANTITY,
  type Price,
  price,
  type Quantity,
  quantity,
  quantityOfShares,
} from '../../src/core/money'
import {
  availableQuote,
  footprintAfter,
  footprintAt,
  type TradedLately,
} from '../../src/core/order/footprint'
import type { LiquidityUse } from '../../src/core/order/liquidity'
import { offeredTo, shownTo } from '../../src/core/order/matching'
import type { Side } from '../../src/core/order/order'
import type { BidAsk } from '../../src/core/quote'
import { aQuote, NOW, secondsLater } from '../support/examples'

const traded = (volume: string, range: string): TradedLately => ({
  volume: quantity(volume),
  range: price(range),
})

const footprint = (shares: Quantity, side: Side = 'BUY'): LiquidityUse => ({
  accountId: 'acc_ANNA0001',
  symbol: 'AAPL',
  side,
  source: 'FOOTPRINT',
  asOf: NOW,
  quantity: shares,
})

interface Asked {
  readonly profile: 'standard@2' | 'strict@2'
  readonly side?: Side
  readonly wanted: Quantity
  readonly limit?: Price | null
  readonly before?: Quantity
  readonly lately?: TradedLately
  readonly quote?: BidAsk
  readonly draw?: number
}

function asked({ profile, side = 'BUY', wanted, limit = null, ...more }: Asked) {
  const { before = NO_QUANTITY, lately = traded('10000', '0.21'), quote = aQuote() } = more
  const met = availableQuote(profile, quote, {
    at: NOW,
    useOf: () => footprint(before, side),
    tradedLately: () => lately,
    drawOf: () => decimalOf(more.draw ?? 0, 6),
  })
  const shown = shownTo(side, met)
  return offeredTo({ side, limitPrice: limit }, wanted, shown, shown.shown)
}

const textOf = ({ quantity: shares, price: paid }: ReturnType<typeof asked>): string =>
  `${shares.toFixed()} @ ${paid.toFixed()}`

const shares = (count: number): Quantity => quantityOfShares(count)

describe('a footprint', () => {
  const left = (seconds: number, lately: TradedLately) =>
    footprintAt(footprint(shares(1000)), secondsLater(seconds), () => lately).toFixed()

  test('[profile.impact] is half as large after three minutes, and gone after an hour', () => {
    const still = traded('0', '0')
    expect([0, 29, 90, 180, 360, 720].map((at) => left(at, still))).toEqual([
      '1000',
      '1000',
      '750',
      '500',
      '250',
      '62.5',
    ])
    expect([3_570, 3_600].map((at) => left(at, still))).toEqual(['0.001113', '0'])
  })

  test('[profile.impact] comes back faster the more the market trades', () => {
    // A hundredth of 3,000 and of 300,000 shares in five minutes.
    expect(left(60, traded('3000', '1'))).toBe('827.333333')
    expect(left(60, traded('300000', '1'))).toBe('233.333333')
  })

  test('grows by what the account takes, as of the last step of the clock', () => {
    const around = {
      at: secondsLater(204),
      useOf: () => footprint(shares(100)),
      tradedLately: () => traded('0', '0'),
    }
    const after = footprintAfter(footprint(NO_QUANTITY), shares(30), around)
    expect([after.asOf, after.quantity.toFixed()]).toEqual([secondsLater(180), '80'])
  })
})

describe('[profile.impact] under standard', () => {
  const standard = (wanted: number, more: Partial<Asked> = {}) =>
    textOf(asked({ profile: 'standard@2', wanted: shares(wanted), ...more }))

  test('the size shown is for a LIMIT order at its price, and half of it for any', () => {
    const limit = price('10.01')
    expect(standard(600, { limit })).toBe('500 @ 10.01')
    expect(standard(600, { limit, before: shares(200) })).toBe('300 @ 10.01')
    expect(standard(250, { draw: 999_999 })).toBe('250 @ 10.01')
    expect(standard(251, { draw: 999_999 })).toBe('251 @ 10.03')
    expect(standard(500, { lately: traded('0', '0') })).toBe('500 @ 10.01')
  })

  test('an order for more moves the price by the square-root law', () => {
    // 0.20 of range are 0.12 of a deviation; ⅔ · 1.05 · 0.12 · √0.1 are 0.0266.
    expect(standard(1000)).toBe('1000 @ 10.03')
    expect(standard(1000, { draw: 330_000 })).toBe('1000 @ 10.03')
    expect(standard(1000, { draw: 350_000 })).toBe('1000 @ 10.04')
    expect(standard(1000, { side: 'SELL', draw: 350_000 })).toBe('1000 @ 9.96')
  })

  test('a LIMIT order pays what a MARKET order pays, up to its limit', () => {
    expect(standard(1000, { limit: price('10.21') })).toBe('1000 @ 10.03')
    // The 565th share moves the price by 0.03.
    expect(standard(1000, { limit: price('10.04') })).toBe('565 @ 10.03')
    expect(standard(1000, { limit: price('10.01') })).toBe('500 @ 10.01')
  })

  test('a footprint makes the next shares dearer', () => {
    expect(standard(100, { before: shares(1500) })).toBe('100 @ 10.05')
    expect(standard(100, { before: shares(1500), limit: price('10.01') })).toBe('0 @ 10.01')
  })

  test('[profile.share] an account takes at most a fifth of five minutes at once', () => {
    expect(standard(9000)).toBe('2000 @ 10.04')
    expect(standard(9000, { before: shares(1990) })).toBe('10 @ 10.06')
    expect(standard(9000, { lately: traded('40', '1') })).toBe('500 @ 10.28')
  })

  test('nothing lies beyond a size of 0', () => {
    expect(standard(10, { quote: aQuote({ askSize: NO_QUANTITY }) })).toBe('0 @ 10.01')
  })
})

describe('[profile.strict-share] strict', () => {
  const strict = (wanted: number, more: Partial<Asked> = {}) =>
    textOf(asked({ profile: 'strict@2', wanted: shares(wanted), ...more }))

  test('an account may take half of the size shown at its price, and a tenth of the volume', () => {
    expect(strict(500, { limit: price('10.01') })).toBe('250 @ 10.01')
    expect(strict(9000)).toBe('1000 @ 10.04')
    expect(strict(9000, { lately: traded('400', '0.02') })).toBe('250 @ 10.01')
    const one = aQuote({ askSize: quantity('1') })
    expect(strict(2, { quote: one, lately: traded('0', '0') })).toBe('1 @ 10.01')
  })

  const anAmount = (most: number) => fc.integer({ min: 1, max: most })

  test('never gets more shares than standard, nor at a better price', () => {
    let wereLess = 0
    let wereDearer = 0
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom<Side>('BUY', 'SELL'),
          wanted: fc.oneof(anAmount(20), anAmount(5_000)),
          before: fc.oneof(fc.constant(0), anAmount(20), anAmount(3_000)),
          shown: fc.oneof(anAmount(10), anAmount(2_000)),
          volume: fc.oneof(fc.constant(0), anAmount(50), anAmount(100_000)),
          range: fc.integer({ min: 0, max: 200 }),
          away: fc.option(fc.integer({ min: 0, max: 40 })),
          draw: fc.integer({ min: 0, max: 999_999 }),
        }),
        ({ side, wanted, before, shown, volume, range, away, draw }) => {
          const size = shares(shown)
          const quote = aQuote({ askSize: size, bidSize: size })
          const cents = side === 'BUY' ? 1_001 + (away ?? 0) : 999 - (away ?? 0)
          const request = {
            side,
            quote,
            draw,
            wanted: shares(wanted),
            before: shares(before),
            limit: away === null ? null : price((cents / 100).toFixed(2)),
            lately: traded(String(volume), (range / 100).toFixed(2)),
          }
          const some = asked({ ...request, profile: 'standard@2' })
          const few = asked({ ...request, profile: 'strict@2' })
          expect([few.quantity.toFixed(), few.quantity.lte(some.quantity)]).toEqual([
            few.quantity.toFixed(),
            true,
          ])
          for (const each of [some, few]) {
            const isWithin =
              request.limit === null ||
              (side === 'BUY' ? each.price.lte(request.limit) : each.price.gte(request.limit))
            expect(isWithin).toBe(true)
          }
          if (few.quantity.eq(NO_QUANTITY)) return
          const better = side === 'BUY' ? few.price.cmp(some.price) : some.price.cmp(few.price)
          expect(better).toBeGreaterThanOrEqual(0)
          if (few.quantity.lt(some.quantity)) wereLess++
          if (better > 0) wereDearer++
        },
      ),
      { numRuns: 3_000 },
    )
    expect(wereLess).toBeGreaterThan(100)
    expect(wereDearer).toBeGreaterThan(100)
  })
})

test('shares that are taken in pieces cost what they cost at once', () => {
  const whole = asked({ profile: 'standard@2', wanted: shares(1500) })
  let before = NO_QUANTITY
  let paid = 0
  for (let piece = 0; piece < 15; piece++) {
    const { price: each } = asked({
      profile: 'standard@2',
      wanted: shares(100),
      before,
      draw: piece * 66_000,
    })
    paid += Number(each.toFixed()) / 15
    before = add(before, shares(100))
  }
  expect(Math.abs(paid - Number(whole.price.toFixed()))).toBeLessThan(0.01)
})
