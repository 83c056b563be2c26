/** Stops: they hold, wait, are triggered at a tick, and place an order that fills at the next. */
import { describe, expect, test } from 'bun:test'
import { previewOf } from '../../src/api/paper/conditional-orders/service'
import type { Leg } from '../../src/core/conditional/leg'
import type { ConditionalRequest } from '../../src/core/conditional/place'
import { isRefused } from '../../src/core/refusals'
import { Temporal } from '../../src/core/time'
import { eventsAfter } from '../../src/ledger/events/log'
import { changeInstrument } from '../../src/ledger/instruments'
import type { Feed } from '../../src/market/feed'
import { placeConditionalCommand } from '../../src/trading/commands/conditional'
import { freshDatabase } from '../support/database'
import { ACCOUNT, type ExitsFloor, exitsFloors } from '../support/exits-floor'
import { steeredFeed } from '../support/steered-feed'
import {
  type EntryTerms,
  entryOf,
  MONDAY_AT_TEN,
  type StopTerms,
  stopOf,
} from '../support/trading-floor'

const database = await freshDatabase()
const { open, withShares } = exitsFloors(database)

const newYork = (time: string) => Temporal.Instant.from(`${time}-05:00`)

describe('a SELL stop', () => {
  test('[conditional.trigger] is triggered at the first tick at or below it, and sells at the next', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95' })
    floor.feed.show('AAPL', '95.01', '95.02')
    await floor.advance('PT5S')
    expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
    floor.feed.show('AAPL', '95.00', '95.01')
    await floor.advance('PT1S')
    const [triggered] = await floor.legsOf(id)
    expect(triggered?.status).toBe('TRIGGERED')
    expect(triggered?.triggerPrice?.toFixed()).toBe('95')
    expect(triggered?.triggeredAt?.equals(floor.clock.now())).toBe(true)
    // The market goes on falling, and the order fills at the market's price.
    floor.feed.show('AAPL', '90.00', '90.01')
    await floor.advance('PT1S')
    expect(await floor.fills()).toEqual(['BUY 10 at 100', 'SELL 10 at 90'])
    expect((await floor.legsOf(id))[0]?.status).toBe('FILLED')
    expect(await floor.heldShares()).toBe('0 of 0')
    expect(await floor.story(2)).toEqual([
      'SINGLE ARMED 10',
      'SINGLE TRIGGERED 10',
      'SELL SUBMITTED 10',
      'SELL FILLED 10',
      'SINGLE FILLED 10',
    ])
  })

  test('[conditional.hold] holds its shares from its acceptance on, once', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '8', stop: '95' })
    expect(await floor.heldShares()).toBe('8 of 10')
    const more = await floor.conditional({ quantity: '3', stop: '94' })
    expect(more).toMatchObject({
      refused: 'insufficient-holdings',
      data: { required: '3', available: '2' },
    })
    floor.feed.show('AAPL', '94.50', '94.51', '3')
    await floor.advance('PT1S')
    expect(await floor.heldShares()).toBe('8 of 10')
    await floor.advance('PT1S')
    expect(await floor.heldShares()).toBe('5 of 7')
    const [leg] = await floor.legsOf(id)
    expect(leg?.filledQuantity.toFixed()).toBe('3')
    await floor.advance('PT2S')
    expect(await floor.heldShares()).toBe('0 of 2')
  })

  test('[conditional.already-reached] is refused if the market is there already', async () => {
    const floor = await withShares()
    expect(await floor.conditional({ quantity: '1', stop: '99.99' })).toMatchObject({
      refused: 'stop-already-reached',
      data: { price: '99.99', stopPrice: '99.99', side: 'SELL' },
    })
    expect(await floor.stop({ quantity: '1', stop: '99.98' })).toStartWith('cnd_')
  })

  test('[conditional.triggerBy] goes by the last trade, whatever is bid', async () => {
    const floor = await withShares()
    floor.feed.traded('AAPL', '99.00', '99.00', '10')
    const id = await floor.stop({ quantity: '1', stop: '95', triggerBy: 'LAST' })
    floor.feed.show('AAPL', '90.00', '99.50')
    await floor.advance('PT3S')
    expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
    floor.feed.traded('AAPL', '94.99', '94.99', '10')
    await floor.advance('PT1S')
    const [leg] = await floor.legsOf(id)
    expect([leg?.status, leg?.triggerPrice?.toFixed()]).toEqual(['TRIGGERED', '94.99'])
  })

  test('[conditional.sessions] is looked at in REGULAR only, or in the sessions that it names', async () => {
    const floor = await withShares(newYork('2026-03-02T15:59:50'))
    const regular = await floor.stop({ quantity: '1', stop: '95', timeInForce: 'GTC' })
    const after = await floor.stop({
      quantity: '1',
      stop: '95',
      timeInForce: 'GTC',
      sessions: ['REGULAR', 'AFTER'],
    })
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect((await floor.legsOf(regular))[0]?.status).toBe('ARMED')
    expect((await floor.legsOf(after))[0]?.status).toBe('FILLED')
    await floor.matcher.advanceTo(newYork('2026-03-03T09:29:59'))
    expect((await floor.legsOf(regular))[0]?.status).toBe('ARMED')
    await floor.matcher.advanceTo(newYork('2026-03-03T09:30:01'))
    expect((await floor.legsOf(regular))[0]?.status).toBe('FILLED')
  })
})

describe('[conditional.never] a leg that can never be triggered', () => {
  const stop: StopTerms = { side: 'BUY', quantity: '1', stop: '110' }
  const trail: StopTerms = { side: 'BUY', quantity: '1', trail: '5' }
  const entry: EntryTerms = { quantity: '1', entry: { limit: '90' }, stopLoss: { stop: '80' } }

  async function answersAt(time: string, request: ConditionalRequest) {
    const floor = await open(newYork(time))
    const preview = await previewOf({ ...floor, database }, ACCOUNT, request)
    const command = placeConditionalCommand(ACCOUNT, request, floor.feed)
    const placed = await floor.sequencer.submit(command)
    const { heldCash } = await floor.state()
    return { placed, preview, heldCash }
  }

  test.each([
    ['a stop of REGULAR in AFTER', '2026-03-02T17:00:00', stopOf(stop)],
    ['a stop of PRE in AFTER', '2026-03-06T17:00:00', stopOf({ ...stop, sessions: ['PRE'] })],
    ['a stop of AFTER in REGULAR', '2026-03-02T10:00:00', stopOf({ ...stop, sessions: ['AFTER'] })],
    ['a stop of DAY after DAY', '2026-03-03T03:55:00', stopOf({ ...stop, sessions: ['DAY'] })],
    ['a trail of PRE in REGULAR', '2026-03-02T10:00:00', stopOf({ ...trail, sessions: ['PRE'] })],
    ['the exit of an entry in AFTER', '2026-03-02T17:00:00', entryOf(entry)],
  ])('[conditional.never] is refused, and previewed as refused: %s', async (_, time, request) => {
    expect(await answersAt(time, request)).toMatchObject({
      placed: { refused: 'market-ended', data: { timeInForce: 'DAY' } },
      preview: { rejectReason: 'market-ended' },
      heldCash: '0',
    })
  })

  test.each([
    ['a stop of AFTER in AFTER', '2026-03-02T17:00:00', stopOf({ ...stop, sessions: ['AFTER'] })],
    ['a GTC stop in AFTER', '2026-03-02T17:00:00', stopOf({ ...stop, timeInForce: 'GTC' })],
    ['a stop of REGULAR on a Saturday', '2026-03-07T12:00:00', stopOf(stop)],
    ['a stop of DAY on a Saturday', '2026-03-07T12:00:00', stopOf({ ...stop, sessions: ['DAY'] })],
    ['a stop of REGULAR in PRE', '2026-03-02T05:00:00', stopOf(stop)],
  ])('[conditional.never] does not mean %s', async (_, time, request) => {
    expect(await answersAt(time, request)).toMatchObject({
      placed: { replayed: false },
      preview: { rejectReason: null },
    })
  })

  test('[conditional.never] is a stop of DAY for an instrument without a DAY market', async () => {
    const floor = await open()
    await changeInstrument(database.drizzle, 'AAPL', { dayMarketTradable: false })
    await floor.instruments.refresh()
    floor.feed.show('AAPL', '99.99', '100.00')
    const terms: StopTerms = { ...stop, timeInForce: 'GTC', sessions: ['DAY'] }
    expect(await floor.conditional(terms)).toMatchObject({ refused: 'market-ended' })
  })
})

test('[conditional.preview] names the suspension of an instrument that the market does not trade', async () => {
  const feed = { ...steeredFeed(), trades: () => false }
  const floor = await open(MONDAY_AT_TEN, { matchedBy: feed })
  const terms: StopTerms = { side: 'BUY', quantity: '1', stop: '110' }
  expect(await previewOf({ ...floor, feed, database }, ACCOUNT, stopOf(terms))).toMatchObject({
    rejectReason: 'instrument-suspended',
  })
})

test('[conditional.live] a market that shows no price triggers nothing, nor does a halt', async () => {
  let isFresh = true
  const shown = steeredFeed()
  const matchedBy: Feed = {
    ...shown,
    quote: (symbol, at) => (isFresh ? shown.quote(symbol, at) : undefined),
    bidAsk: (symbol, at) => (isFresh ? shown.bidAsk(symbol, at) : undefined),
  }
  const floor = await open(MONDAY_AT_TEN, { matchedBy })
  shown.show('AAPL', '109.99', '110.00')
  const terms: StopTerms = { side: 'BUY', quantity: '1', stop: '110' }
  const become = async (tradable: 'SUSPENDED' | 'SELL_ONLY') => {
    await changeInstrument(database.drizzle, 'AAPL', { tradable })
    await floor.instruments.refresh()
    floor.matcher.orders.termsChanged()
  }
  isFresh = false
  const id = await floor.stop(terms)
  await floor.advance('PT3S')
  expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
  isFresh = true
  await become('SUSPENDED')
  await floor.advance('PT3S')
  expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
  await become('SELL_ONLY')
  await floor.advance('PT1S')
  // The market takes no BUY any more: it ends, and says why.
  const [leg] = await floor.legsOf(id)
  expect([leg?.status, leg?.reason]).toEqual(['REJECTED', 'side-not-allowed'])
  expect(await floor.state()).toMatchObject({ heldCash: '0' })
})

test('[conditional.live] [order.market-halt] a price at which the market has halted trading triggers nothing and moves no mark', async () => {
  const floor = await withShares()
  const stop = await floor.stop({ side: 'BUY', quantity: '1', stop: '110' })
  const trail = await floor.stop({ quantity: '1', trail: '5' })
  const states = () =>
    Promise.all(
      [stop, trail].map(async (id) => {
        const [leg] = await floor.legsOf(id)
        return `${leg?.status} ${leg?.stopPrice}`
      }),
    )
  const before = ['ARMED 110', 'ARMED 94.99']
  expect(await states()).toEqual(before)
  floor.feed.show('AAPL', '119.99', '120.00', '0')
  floor.feed.halt('AAPL', MONDAY_AT_TEN.add({ minutes: 5 }))
  await floor.advance('PT3S')
  expect(await states()).toEqual(before)
  floor.feed.halt('AAPL', null)
  await floor.advance('PT1S')
  expect(await states()).toEqual(['TRIGGERED 110', 'ARMED 114.99'])
})

describe('a BUY stop', () => {
  test('[conditional.hold] holds 3 % more than its stop, and fills at the ask', async () => {
    const floor = await withShares()
    const id = await floor.stop({ side: 'BUY', quantity: '10', stop: '110' })
    expect((await floor.state()).heldCash).toBe('1133')
    floor.feed.show('AAPL', '109.99', '110.00')
    await floor.advance('PT2S')
    expect((await floor.fills()).at(-1)).toBe('BUY 10 at 110')
    expect(await floor.state()).toMatchObject({ heldCash: '0', cash: '97900' })
    expect((await floor.legsOf(id))[0]?.status).toBe('FILLED')
  })

  test('[conditional.hold] with a limit holds its limit, and waits for it', async () => {
    const floor = await withShares()
    const terms: StopTerms = { side: 'BUY', quantity: '10', stop: '110', limit: '111' }
    const id = await floor.stop(terms)
    expect((await floor.state()).heldCash).toBe('1110')
    floor.feed.show('AAPL', '111.50', '112.00')
    await floor.advance('PT2S')
    const [leg] = await floor.legsOf(id)
    expect(leg?.status).toBe('TRIGGERED')
    const child = await floor.stateOf(leg?.orderId ?? '')
    expect(child.order).toMatchObject({ status: 'SUBMITTED', orderType: 'LIMIT' })
    floor.feed.show('AAPL', '110.90', '110.95')
    await floor.advance('PT1S')
    expect((await floor.fills()).at(-1)).toBe('BUY 10 at 110.95')
  })

  test('cannot hold more than the account has', async () => {
    const floor = await withShares()
    const terms: StopTerms = { side: 'BUY', quantity: '1000', stop: '110' }
    expect(await floor.conditional(terms)).toMatchObject({
      refused: 'insufficient-buying-power',
      data: { required: '113300.00', available: '99000.00' },
    })
  })
})

describe('[conditional.trail] a trailing stop', () => {
  const shown = ({ mark, status, stopPrice }: Leg) =>
    [status, mark?.toFixed(), stopPrice?.toFixed()].join(' ')
  const legOf = async (floor: ExitsFloor, id: string): Promise<string> =>
    (await floor.legsOf(id)).map(shown).join()

  test('that sells follows the best bid up, never down, and is triggered at its distance', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', trail: '5' })
    expect(await legOf(floor, id)).toBe('ARMED 99.99 94.99')
    const seen: string[] = []
    for (const bid of ['104.00', '101.00', '110.00', '105.01', '105.00']) {
      floor.feed.show('AAPL', bid, '120.00')
      await floor.advance('PT1S')
      seen.push(await legOf(floor, id))
    }
    expect(seen).toEqual([
      'ARMED 104 99',
      'ARMED 104 99',
      'ARMED 110 105',
      'ARMED 110 105',
      'TRIGGERED 110 105',
    ])
    await floor.advance('PT1S')
    expect((await floor.fills()).at(-1)).toBe('SELL 10 at 105')
    // [conditional.mark] Its moves are no events.
    expect(await floor.story(2)).toEqual([
      'SINGLE ARMED 10',
      'SINGLE TRIGGERED 10',
      'SELL SUBMITTED 10',
      'SELL FILLED 10',
      'SINGLE FILLED 10',
    ])
  })

  test('that buys follows the lowest ask down, in percent, and holds for where it began', async () => {
    const floor = await withShares()
    const id = await floor.stop({ side: 'BUY', quantity: '10', trail: '2.5%' })
    expect(await legOf(floor, id)).toBe('ARMED 100 102.5')
    expect((await floor.state()).heldCash).toBe('1055.75')
    floor.feed.show('AAPL', '80.00', '90.01')
    await floor.advance('PT1S')
    // 90.01 × 1.025 = 92.26025, on the tick that is further from the market.
    expect(await legOf(floor, id)).toBe('ARMED 90.01 92.27')
    expect((await floor.state()).heldCash).toBe('1055.75')
    floor.feed.show('AAPL', '92.00', '92.27')
    await floor.advance('PT2S')
    expect((await floor.fills()).at(-1)).toBe('BUY 10 at 92.27')
    expect((await floor.state()).heldCash).toBe('0')
  })

  test('with an offset places a LIMIT order at its stop of then, less the offset', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', trail: '5', limitOffset: '0.5' })
    floor.feed.show('AAPL', '110.00', '110.01')
    await floor.advance('PT1S')
    floor.feed.show('AAPL', '100.00', '100.01')
    await floor.advance('PT2S')
    const [leg] = await floor.legsOf(id)
    expect([leg?.status, leg?.limitPrice?.toFixed()]).toEqual(['TRIGGERED', '104.5'])
    const { order } = await floor.stateOf(leg?.orderId ?? '')
    expect([order.orderType, order.limitPrice?.toFixed()]).toEqual(['LIMIT', '104.5'])
  })

  test('[conditional.mark] needs a price to begin with', async () => {
    const floor = await withShares()
    const terms: StopTerms = { quantity: '10', trail: '5', triggerBy: 'LAST' }
    expect(await floor.conditional(terms)).toMatchObject({ refused: 'quote-unavailable' })
  })

  test('[conditional.replay] is the same one again, wherever its stop is by now', async () => {
    const floor = await withShares()
    const terms: StopTerms = { quantity: '10', trail: '5', clientOrderId: 'mine' }
    const id = await floor.stop(terms)
    floor.feed.show('AAPL', '110.00', '110.01')
    await floor.advance('PT1S')
    expect(await floor.conditional(terms)).toMatchObject({
      replayed: true,
      legs: [{ groupId: id }],
    })
    expect(await floor.conditional({ ...terms, trail: '6' })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
  })
})

describe('the end of a conditional order', () => {
  test('[conditional.cancel] a waiting one is canceled at once, and its hold is free', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95' })
    expect(await floor.cancelStop(id)).toBe('CANCELED')
    expect(await floor.heldShares()).toBe('0 of 10')
    expect(await floor.cancelStop(id)).toBe('conditional-order-ended')
    expect(await floor.cancelStop('cnd_other')).toBe('conditional-order-not-found')
    floor.feed.show('AAPL', '90.00', '90.01')
    await floor.advance('PT5S')
    expect(await floor.story(2)).toEqual(['SINGLE ARMED 10', 'SINGLE CANCELED 10'])
  })

  test('[conditional.cancel] a triggered one ends with its order', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95', limit: '94.90' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    expect(await floor.cancelStop(id)).toBe('TRIGGERED')
    await floor.advance('PT1S')
    expect(await floor.story(2)).toEqual([
      'SINGLE ARMED 10',
      'SINGLE TRIGGERED 10',
      'SELL SUBMITTED 10',
      'SELL PENDING_CANCEL 10',
      'SELL CANCELED 10',
      'SINGLE CANCELED 10',
    ])
    expect(await floor.heldShares()).toBe('0 of 10')
  })

  test('[conditional.together] its order is canceled like any other, and ends it', async () => {
    const floor = await withShares()
    const id = await floor.stop({ quantity: '10', stop: '95', limit: '94.90' })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    const [leg] = await floor.legsOf(id)
    await floor.cancel(leg?.orderId ?? '')
    await floor.advance('PT1S')
    expect((await floor.legsOf(id))[0]?.status).toBe('CANCELED')
  })

  test('[conditional.timeInForce] for the day it ends at the REGULAR close, to the millisecond', async () => {
    const floor = await withShares(newYork('2026-03-02T15:59:30'))
    const id = await floor.stop({ quantity: '10', stop: '95' })
    await floor.matcher.advanceTo(newYork('2026-03-02T15:59:59.999'))
    expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    const [leg] = await floor.legsOf(id)
    expect(leg?.status).toBe('EXPIRED')
    expect(leg?.updatedAt.equals(newYork('2026-03-02T16:00:00'))).toBe(true)
    expect(await floor.heldShares()).toBe('0 of 10')
  })

  test('[conditional.timeInForce] GTC waits over closes, for 90 days', async () => {
    const floor = await withShares(newYork('2026-03-02T10:00:00'), { tickMs: 60_000 })
    const id = await floor.stop({ quantity: '10', stop: '95', timeInForce: 'GTC' })
    await floor.advance('PT168H')
    expect((await floor.legsOf(id))[0]?.status).toBe('ARMED')
    await floor.advance(`PT${83 * 24 + 1}H`)
    const [leg] = await floor.legsOf(id)
    expect(leg?.status).toBe('EXPIRED')
    const days = leg?.validUntil.since(leg.requestedAt).total('hours') ?? 0
    expect(days).toBeWithin(90 * 24 - 1, 90 * 24 + 0.1)
  })

  test('[conditional.gtc] a GTC limit is placed again for the next trading date, in the same commit', async () => {
    const floor = await withShares(newYork('2026-03-02T15:59:00'))
    const id = await floor.stop({
      quantity: '10',
      stop: '95',
      limit: '94.90',
      timeInForce: 'GTC',
    })
    floor.feed.show('AAPL', '94.00', '94.01')
    await floor.advance('PT2S')
    const [first] = await floor.legsOf(id)
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    const [leg] = await floor.legsOf(id)
    expect([leg?.status, leg?.children]).toEqual(['TRIGGERED', 2])
    expect(leg?.orderId).not.toBe(first?.orderId)
    expect(await floor.heldShares()).toBe('10 of 10')
    expect(await floor.story(2)).toEqual([
      'SINGLE ARMED 10',
      'SINGLE TRIGGERED 10',
      'SELL SUBMITTED 10',
      'SELL EXPIRED 10',
      'SINGLE TRIGGERED 10',
      'SELL SUBMITTED 10',
    ])
    const { order } = await floor.stateOf(leg?.orderId ?? '')
    expect(order.validUntil.equals(newYork('2026-03-03T16:00:00'))).toBe(true)
    floor.feed.show('AAPL', '95.00', '95.01')
    await floor.advance('PT1S')
    expect((await floor.fills()).at(-1)).toBe('SELL 10 at 95')
    expect((await floor.legsOf(id))[0]?.status).toBe('FILLED')
  })
})

test('[conditional.client] records the client that placed it, with each event, whoever amends it', async () => {
  const floor = await withShares()
  const request = stopOf({ quantity: '10', stop: '95' })
  const placed = await floor.sequencer.submit(
    placeConditionalCommand(ACCOUNT, request, floor.feed, 'pk_anna'),
  )
  if (isRefused(placed)) throw new Error(placed.refused)
  const id = placed.legs[0]?.groupId ?? ''
  await floor.amendStop(id, { legs: { SINGLE: { stop: '96' } } })
  expect(await floor.legsOf(id)).toMatchObject([{ clientId: 'pk_anna' }])
  const events = await eventsAfter(database, ACCOUNT, 2, 10)
  expect(events).toMatchObject([{ leg: { clientId: 'pk_anna' } }, { leg: { clientId: 'pk_anna' } }])
})

describe('[conditional.replay] a clientOrderId', () => {
  const terms: StopTerms = { quantity: '1', stop: '95', clientOrderId: 'mine' }

  test('with the same terms is answered with what it has placed, with others refused', async () => {
    const floor = await withShares()
    const id = await floor.stop(terms)
    const again = await floor.conditional(terms)
    expect(again).toMatchObject({ replayed: true, legs: [{ groupId: id }] })
    expect(await floor.conditional({ ...terms, stop: '94' })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
    expect(await floor.story(2)).toEqual(['SINGLE ARMED 1'])
  })

  test('stands for the terms as first sent, whatever was amended and triggered since', async () => {
    const floor = await withShares()
    const group = {
      quantity: '10',
      takeProfit: '110',
      stop: '95',
      clientOrderId: 'pair',
    } as const
    const id = await floor.oco(group)
    const amended = await floor.amendStop(id, {
      quantity: '8',
      legs: { STOP_LOSS: { stop: '94' }, TAKE_PROFIT: { limit: '111' } },
    })
    expect(isRefused(amended)).toBe(false)
    expect(await floor.oco(group)).toBe(id)
    floor.feed.show('AAPL', '93.00', '93.01')
    await floor.advance('PT3S')
    expect(await floor.oco(group)).toBe(id)
    const other = { ...group, stop: '94' }
    await expect(floor.oco(other)).rejects.toThrow('idempotency-key-conflict')
  })

  test('is an order’s or a conditional order’s, never both', async () => {
    const floor = await withShares()
    await floor.order({ quantity: '1', limit: '5', clientOrderId: 'of-order' })
    const refusal = { refused: 'idempotency-key-conflict' }
    expect(await floor.conditional({ ...terms, clientOrderId: 'of-order' })).toMatchObject(refusal)
    await floor.stop(terms)
    expect(await floor.place({ quantity: '1', limit: '5', clientOrderId: 'mine' })).toMatchObject(
      refusal,
    )
  })
})
