import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimalOf } from '../../../src/core/decimal'
import {
  add,
  amount,
  NO_QUANTITY,
  ONE_SHARE,
  price,
  type Quantity,
  quantity,
} from '../../../src/core/money'
import { type TickVerdict, verdictAt } from '../../../src/core/order/explain/steps'
import { availableQuote } from '../../../src/core/order/footprint'
import {
  type AvailableQuote,
  byPriority,
  freeAfter,
  type InstrumentTick,
  isDue,
  match,
  type OrderOutcome,
  takenOn,
} from '../../../src/core/order/matching'
import { type Order, type OrderTransition, TIMES_IN_FORCE } from '../../../src/core/order/order'
import type { BidAsk } from '../../../src/core/quote'
import { SESSIONS } from '../../../src/core/session'
import { anInstrument, anOrder, aQuote, NOW, somePrints } from '../../support/examples'

/** `EXPLAINED_ORDERS=10000` tries more of them. */
const ORDERS = Number(process.env.EXPLAINED_ORDERS ?? 1_000)
const ORDERS_A_TICK = 5

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => price((count / 100).toFixed(2)))
const shares = (most: number) => fc.integer({ min: 0, max: most }).map((n) => quantity(String(n)))

const someOrder = fc
  .record({
    side: fc.constantFrom('BUY', 'SELL'),
    limitPrice: fc.option(cents(990, 1010), { freq: 4 }),
    timeInForce: fc.constantFrom('DAY', 'DAY', ...TIMES_IN_FORCE),
    count: fc.integer({ min: 1, max: 60 }),
    isCanceling: fc.boolean(),
    queueAhead: fc.oneof(fc.constant(NO_QUANTITY), shares(2)),
    acceptedAgo: fc.constantFrom(0, 1, 5),
    heldPart: fc.constantFrom('1', '1', '0.5'),
  })
  .map(({ count, isCanceling, acceptedAgo, heldPart, ...terms }) => (index: number): Order => {
    const holdPrice = terms.side === 'SELL' ? null : (terms.limitPrice ?? price('10.30'))
    // A MARKET buy may hold less than its fill costs [life.paid].
    const part = terms.limitPrice === null ? heldPart : '1'
    return anOrder({
      ...terms,
      orderId: `ord_${index}`,
      clientOrderId: `${index}`,
      seq: index + 1,
      orderType: terms.limitPrice === null ? 'MARKET' : 'LIMIT',
      quantity: quantity(String(count)),
      status: isCanceling ? 'PENDING_CANCEL' : 'SUBMITTED',
      holdPrice,
      heldCash: amount(
        holdPrice === null ? '0' : holdPrice.times(String(count)).times(part).toFixed(),
      ),
      updatedAt: NOW.subtract({ seconds: acceptedAgo }),
    })
  })

/** What a fill profile makes of a quote, given what was traded and what the account took. */
const someMeeting = fc
  .record({
    profile: fc.constantFrom('standard@2', 'strict@2'),
    volume: shares(400),
    footprint: shares(60),
    draw: fc.integer({ min: 0, max: 999_999 }),
  })
  .map(({ profile, volume, footprint, draw }) => (quote: BidAsk): AvailableQuote => {
    const use = { accountId: 'acc_ANNA0001', symbol: 'AAPL', asOf: NOW, quantity: footprint }
    return availableQuote(profile, quote, {
      at: NOW,
      useOf: (side) => ({ ...use, side, source: 'FOOTPRINT' }),
      tradedLately: () => ({ volume, range: price('0.10') }),
      drawOf: () => decimalOf(draw, 6),
    })
  })

const someTick = fc
  .record({
    session: fc.constantFrom('REGULAR', 'REGULAR', ...SESSIONS),
    tradable: fc.constantFrom('TRADABLE', 'TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'),
    dayMarketTradable: fc.boolean(),
    prices: fc.tuple(cents(995, 1005), cents(995, 1005)),
    sizes: fc.tuple(shares(80), shares(80)),
    passed: fc.option(fc.tuple(cents(995, 1005), cents(995, 1005)), { nil: undefined }),
    isQuoted: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
    meeting: fc.option(someMeeting, { nil: undefined }),
  })
  .map(({ session, prices: [one, other], sizes: [bidSize, askSize], ...more }): InstrumentTick => {
    const [bidPrice, askPrice] = one.lte(other) ? [one, other] : [other, one]
    const { tradable, dayMarketTradable, isQuoted, meeting, passed } = more
    const prints = passed && somePrints({ lowest: passed[0], highest: passed[1] })
    const quote = aQuote({ bidPrice, bidSize, askPrice, askSize, ...(prints && { prints }) })
    const met = meeting?.(quote) ?? { quote }
    return {
      at: NOW,
      session,
      instrument: anInstrument({ tradable, dayMarketTradable }),
      ...met,
      quote: isQuoted ? met.quote : undefined,
    }
  })

/** What the tick does to the order, as the explanation says. */
function verdictOn(
  order: Order,
  tick: InstrumentTick,
  used: Quantity,
  before: readonly OrderOutcome[],
  free: string,
) {
  const ahead = before.filter(({ order: other }) => byPriority(other, order) < 0)
  const { beyond } = tick
  return verdictAt(order, {
    ...tick,
    arrived: true,
    // The account has used up a part of what the market shows.
    quote: tick.quote && withMore(tick.quote, beyond === undefined ? used : add(used, ONE_SHARE)),
    availableQuote: () => ({ quote: tick.quote ?? aQuote(), ...(beyond && { beyond }) }),
    taken: () => takenOn(order.side, ahead),
    free: amount(free),
  })
}

const withMore = (quote: BidAsk, more: Quantity): BidAsk => ({
  ...quote,
  bidSize: add(quote.bidSize, more),
  askSize: add(quote.askSize, more),
})

const textOf = (transition: OrderTransition): string =>
  'execution' in transition
    ? `${transition.type} ${transition.execution.quantity} at ${transition.execution.price}`
    : `${transition.type} ${'reason' in transition ? transition.reason : ''}`

/** Without the end of an IOC, a FOK or a canceled order, which comes whatever the price. */
const textsOf = (transitions: readonly OrderTransition[]): readonly string[] =>
  transitions.map(textOf).filter((text) => text !== 'Canceled ')

const taken = (verdict: TickVerdict): readonly string[] =>
  verdict.rule === null ? textsOf(verdict.transitions) : []

test('[paper.explanation] says of each order at a tick what the matcher makes of it', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.array(someOrder, { minLength: ORDERS_A_TICK, maxLength: ORDERS_A_TICK }),
      someTick,
      fc.integer({ min: 0, max: 300 }),
      fc.oneof(fc.constant(NO_QUANTITY), shares(20)),
      (made, tick, cash, used) => {
        const orders = made.map((make, index) => make(index))
        const outcomes = match(orders, tick, amount(String(cash)))
        for (const order of orders.filter((each) => isDue(each, tick))) {
          const own = outcomes.filter(({ order: { orderId } }) => orderId === order.orderId)
          const before = outcomes.slice(
            0,
            outcomes.findIndex((each) => own.includes(each)),
          )
          const others = own.length === 0 ? outcomes.filter(isExecution) : before
          const verdict = verdictOn(order, tick, used, others, freeAt(order, others, cash))
          expect(taken(verdict)).toEqual(textsOf(own.map(({ transition }) => transition)))
          seen.add(verdict.rule ?? 'takes')
        }
      },
    ),
    { numRuns: ORDERS / ORDERS_A_TICK },
  )
  expect(seen.size).toBeGreaterThan(8)
})

const isExecution = ({ transition }: OrderOutcome): boolean => 'execution' in transition

/** The account's buying power when the order has its turn. */
function freeAt(order: Order, before: readonly OrderOutcome[], cash: number): string {
  const ahead = before.filter(
    ({ order: other }) => other.side === 'BUY' && byPriority(other, order) < 0,
  )
  const byOrder = Map.groupBy(ahead, ({ order: other }) => other)
  return [...byOrder]
    .reduce(
      (free, [other, outcomes]) =>
        freeAfter(
          other,
          outcomes.map(({ transition }) => transition),
          free,
        ),
      amount(String(cash)),
    )
    .toFixed()
}
