import { describe, expect, test } from 'bun:test'
import { NO_QUANTITY, price, quantity } from '../../src/core/money'
import { sentenceOf } from '../../src/core/order/explain/sentence'
import type { EndRule } from '../../src/core/order/explain/steps'
import {
  beginningOf,
  type TimelineMarket,
  type TimelinePage,
  timelineOf,
} from '../../src/core/order/explain/timeline'
import type { Fill, Order } from '../../src/core/order/order'
import { atMs } from '../../src/core/time'
import { anInstrument, anOrder, aQuote, secondsLater, somePrints } from '../support/examples'

/** A market with a tick every second that shows 9.99 / 10.01, 500 shares at each. */
const market: TimelineMarket = {
  nextInstantAfter: ({ epochMilliseconds }) =>
    atMs((Math.floor(epochMilliseconds / 1_000) + 1) * 1_000),
  sessionAt: () => 'REGULAR',
  tickAt: (at) => ({
    at,
    session: 'REGULAR',
    instrument: anInstrument(),
    arrived: true,
    quote: aQuote(),
    availableQuote: (quote) => ({ quote }),
    taken: () => NO_QUANTITY,
    queue: null,
  }),
  auctionOf: () => ({ instrument: anInstrument(), price: undefined, offered: null }),
}

const aFill = (changes: Partial<Fill> = {}): Fill => ({
  fillId: 'fil_1',
  orderId: 'ord_1',
  clientOrderId: 'first',
  symbol: 'AAPL',
  side: 'BUY',
  quantity: quantity('10'),
  price: price('10.01'),
  session: 'REGULAR',
  filledAt: secondsLater(3),
  fillProfile: 'ideal@1',
  ...changes,
})

function pageOf(
  changes: Partial<Order>,
  fills: readonly Fill[],
  where: TimelineMarket = market,
  groupEnd: EndRule | null = null,
): TimelinePage {
  const order = anOrder({ limitPrice: price('10.01'), ...changes })
  const carriedTo = secondsLater(4)
  const facts = {
    order,
    fills,
    queueOnArrival: NO_QUANTITY,
    isForced: false,
    groupEnd,
    carriedTo,
  }
  const timeline = timelineOf(facts, where, beginningOf(facts), {
    ticks: 100,
    steps: 100,
    until: null,
  })
  for (;;) {
    const turn = timeline.next()
    if (turn.done) return turn.value
  }
}

const linesOf = (
  changes: Partial<Order>,
  fills: readonly Fill[],
  groupEnd: EndRule | null = null,
): readonly string[] =>
  pageOf(changes, fills, market, groupEnd).steps.map((step) =>
    step.kind === 'WAITED' ? `${step.rule} ${step.ticks}` : step.rule,
  )

const FILLED = {
  status: 'FILLED',
  filledQuantity: quantity('10'),
  updatedAt: secondsLater(3),
} as const

describe('[paper.explanation-unknown] an explanation', () => {
  test('says of ticks that offered shares and were not carried out that the order was not tried', () => {
    expect(linesOf({}, [])).toEqual(['not-tried 4'])
    expect(linesOf(FILLED, [aFill()])).toEqual(['not-tried 2', 'at-the-quote', 'filled'])
  })

  test('says of a fill that its quote does not give that this is so', () => {
    const fill = aFill({ price: price('9.87') })
    expect(linesOf(FILLED, [fill])).toEqual(['not-tried 2', 'not-by-the-quote', 'filled'])
    const [, step] = pageOf(FILLED, [fill]).steps
    expect(step && sentenceOf(step, anOrder())).toBe(
      '10 shares at 9.87, under ideal@1. The quote of this tick as it is known now does not give ' +
        'this fill.',
    )
  })

  test('finds the tick of a fill whose account had a later event before it', () => {
    const late = aFill({ filledAt: secondsLater(2).add({ milliseconds: 900 }) })
    const first = { ...FILLED, updatedAt: late.filledAt }
    expect(linesOf(first, [late])).toEqual(['at-the-quote', 'filled'])
  })
})

describe('[paper.explanation] a tick does not try an order that changed at its instant, and the explanation leaves the tick out', () => {
  test('if a cancel was requested before the tick, also of an IOC', () => {
    const canceled = { cancelRequestedAt: secondsLater(1), updatedAt: secondsLater(2) }
    const fill = aFill({ filledAt: secondsLater(2) })
    for (const timeInForce of ['DAY', 'IOC'] as const) {
      const order = { ...FILLED, ...canceled, timeInForce }
      expect(linesOf(order, [fill])).toEqual(['at-the-quote', 'filled'])
    }
  })

  test('if the order ended before the tick, by an amendment, with its group or by a reset', () => {
    const ended = { status: 'CANCELED', updatedAt: secondsLater(1) } as const
    expect(linesOf({ ...ended, cancelReason: 'amended' }, [])).toEqual(['amended'])
    const canceling = { ...ended, cancelRequestedAt: secondsLater(0) }
    const closed = { ...canceling, cancelReason: 'holding-closed' } as const
    expect(linesOf(closed, [])).toEqual(['holding-closed'])
    expect(linesOf(canceling, [])).toEqual(['not-tried 1', 'cancel-requested'])
    expect(linesOf(ended, [], 'other-exit-triggered')).toEqual(['other-exit-triggered'])
    expect(linesOf(ended, [])).toEqual(['canceled-at-once'])
    expect(linesOf({ ...ended, timeInForce: 'IOC' }, [])).toEqual(['not-tried 1', 'immediate-rest'])
  })
})

test('[paper.explanation] [fill.print] the miss of a limit says that no trade hit the order, if one could', () => {
  const order = { limitPrice: price('9.50') }
  const printed: TimelineMarket = {
    ...market,
    tickAt: (...asked) => ({
      ...market.tickAt(...asked),
      quote: aQuote({ prints: somePrints() }),
    }),
  }
  const said = (changes: Partial<Order>, where: TimelineMarket): string => {
    const [step] = pageOf(changes, [], where).steps
    return step === undefined ? '' : sentenceOf(step, anOrder(changes))
  }
  expect(said(order, market)).toStartWith(
    'The ask stayed above the limit of 9.50: the closest was 10.01 at ',
  )
  expect(said(order, printed)).toStartWith(
    'The ask stayed above the limit of 9.50, and no trade hit the order: ' +
      'the closest ask was 10.01 at ',
  )
})

test('[paper.explanation] a story that stops after some ticks goes on where it stopped', () => {
  const order = anOrder({ limitPrice: price('9.50') })
  const facts = {
    order,
    fills: [],
    queueOnArrival: NO_QUANTITY,
    isForced: false,
    groupEnd: null,
    carriedTo: secondsLater(10),
  }
  const ticks: number[] = []
  let mark: TimelinePage['next'] = beginningOf(facts)
  while (mark !== null) {
    const timeline = timelineOf(facts, market, mark, { ticks: 4, steps: 100, until: null })
    let turn = timeline.next()
    while (!turn.done) turn = timeline.next()
    for (const step of turn.value.steps) if (step.kind === 'WAITED') ticks.push(step.ticks)
    mark = turn.value.next
  }
  expect(ticks).toEqual([4, 4, 2])
})
