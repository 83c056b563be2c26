/** Amending, cancelling all and closing through the sequencer: one commit each. */

import { beforeEach, describe, expect, test } from 'bun:test'
import { percent, price, quantity } from '../../src/core/money'
import type { Amendment } from '../../src/core/order/amend'
import { isRefused } from '../../src/core/refusals'
import { findPortfolio } from '../../src/ledger/holdings'
import { amendCommand } from '../../src/trading/commands/amend'
import { cancelAllCommand } from '../../src/trading/commands/cancel'
import { closeAllCommand, closeCommand } from '../../src/trading/commands/close'
import { findingsIn } from '../support/audited'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

async function openAccount() {
  const floor = await openFloor(database)
  await floor.account('acc_A', '1000')
  floor.feed.show('AAPL', '9.99', '10.00', '6')
  floor.feed.show('MSFT', '19.99', '20.00', '100')
  const { feed, sequencer } = floor
  const amend = (orderId: string, changes: Partial<Amendment>, clientOrderId = 'amended') =>
    sequencer.submit(
      amendCommand(
        'acc_A',
        { orderId, symbol: 'AAPL' },
        { clientOrderId, quantity: null, limitPrice: null, timeInForce: null, ...changes },
        feed,
      ),
    )
  async function amended(...args: Parameters<typeof amend>) {
    const outcome = await amend(...args)
    if (isRefused(outcome)) throw new Error(outcome.refused)
    return outcome
  }
  const codeOf = async (...args: Parameters<typeof amend>): Promise<string> => {
    const outcome = await amend(...args)
    return isRefused(outcome) ? outcome.refused : 'accepted'
  }
  const cancelAll = async (symbol: string | null = null, side: 'BUY' | 'SELL' | null = null) => {
    const outcome = await sequencer.submit(
      cancelAllCommand('acc_A', { symbol, side }, feed.calendar),
    )
    if (isRefused(outcome)) throw new Error(outcome.refused)
    return outcome.orders.map(({ orderId, status }) => [orderId, status])
  }
  const close = (symbol: string, part = '100', clientOrderId = 'close') =>
    sequencer.submit(closeCommand('acc_A', { clientOrderId, symbol, percent: percent(part) }, feed))
  const closeAll = (symbols: readonly string[], part = '100', clientOrderId = 'close') =>
    sequencer.submit(
      closeAllCommand('acc_A', { clientOrderId, percent: percent(part) }, symbols, feed),
    )
  /** Buys at the market, in ticks. */
  async function hold(symbol: string, shares: string) {
    await floor.order('acc_A', { symbol, quantity: shares })
    await floor.advance('PT10S')
  }
  const audit = async () => expect(await findingsIn(database)).toEqual([])
  return { floor, amend, amended, codeOf, cancelAll, close, closeAll, hold, audit }
}

describe('an amendment', () => {
  test('[amend.replace] an order can be amended again and again', async () => {
    const { floor, amended, audit } = await openAccount()
    let orderId = await floor.order('acc_A', { quantity: '5', limit: '9' })
    for (const limit of ['8', '7', '6']) {
      const { order } = await amended(orderId, { limitPrice: price(limit) }, `to ${limit}`)
      expect(order.replaces).toBe(orderId)
      orderId = order.orderId
    }
    expect(await floor.state('acc_A')).toEqual({ cash: '1000', heldCash: '30', seq: 7 })
    await audit()
  })

  test('[amend.replace] it loses its place in the queue', async () => {
    const { floor, amended } = await openAccount()
    const first = await floor.order('acc_A', { quantity: '6', limit: '10' })
    const second = await floor.order('acc_A', { quantity: '6', limit: '10' })
    const { order } = await amended(first, { quantity: quantity('5') })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', second)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_A', order.orderId)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('[amend.replay] sent twice at once it is carried out once', async () => {
    const { floor, amended, codeOf, audit } = await openAccount()
    const first = await floor.order('acc_A', { quantity: '5', limit: '9' })
    const all = await Promise.all(
      Array.from({ length: 5 }, () => amended(first, { limitPrice: price('8') })),
    )
    expect(new Set(all.map(({ order }) => order.orderId)).size).toBe(1)
    expect(all.map(({ replayed }) => replayed)).toEqual([false, true, true, true, true])
    expect(await codeOf(first, { limitPrice: price('7') })).toBe('idempotency-key-conflict')
    expect(await codeOf(first, { limitPrice: price('7') }, 'other')).toBe('already-canceled')
    await audit()
  })

  test('[amend.replay] it is replayed by a process that has not seen it', async () => {
    const one = await openAccount()
    const first = await one.floor.order('acc_A', { quantity: '5', limit: '9' })
    const { order } = await one.amended(first, { limitPrice: price('8') })
    await one.floor.sequencer.betweenBatches(async () => {})
    const again = await one.amended(first, { limitPrice: price('8') })
    expect(again).toMatchObject({ replayed: true, order: { orderId: order.orderId } })
  })

  test('amendments of many accounts commit together with other orders', async () => {
    const { floor, amended, audit } = await openAccount()
    await floor.account('acc_B')
    const first = await floor.order('acc_A', { quantity: '5', limit: '9' })
    const placing = [1, 2, 3].map((limit) =>
      floor.order('acc_B', { quantity: '1', limit: String(limit) }),
    )
    const { order } = await amended(first, { limitPrice: price('8') })
    await Promise.all(placing)
    expect(await floor.stateOf('acc_A', order.orderId)).toMatchObject({ status: 'SUBMITTED' })
    expect(await floor.state('acc_B')).toMatchObject({ heldCash: '6', seq: 3 })
    await audit()
  })
})

describe('[cancel-all.orders] the cancel of all orders', () => {
  async function withOrders() {
    const account = await openAccount()
    await account.hold('AAPL', '6')
    const buy = await account.floor.order('acc_A', { quantity: '1', limit: '5' })
    const sell = await account.floor.order('acc_A', { side: 'SELL', quantity: '1', limit: '99' })
    const other = await account.floor.order('acc_A', {
      symbol: 'MSFT',
      quantity: '1',
      limit: '5',
    })
    return { ...account, buy, sell, other }
  }

  test('all events are of one commit: the orders placed after it stay', async () => {
    const { floor, cancelAll, buy, sell, other } = await withOrders()
    const canceling = cancelAll()
    const after = floor.order('acc_A', { quantity: '1', limit: '4' })
    expect((await canceling).map(([orderId]) => orderId)).toEqual([buy, sell, other])
    expect(await floor.stateOf('acc_A', await after)).toMatchObject({ status: 'SUBMITTED' })
  })
})

describe('the close of a holding', () => {
  test('[close.cancels] the orders that hold its shares end, and the shares are sold', async () => {
    const { floor, hold, close, audit } = await openAccount()
    await hold('AAPL', '6')
    const resting = await floor.order('acc_A', { side: 'SELL', quantity: '4', limit: '99' })
    const ending = await floor.order('acc_A', { side: 'SELL', quantity: '2', limit: '98' })
    await floor.cancel('acc_A', ending)
    const { seq } = await floor.state('acc_A')
    const outcome = await close('AAPL')
    if (isRefused(outcome)) throw new Error(outcome.refused)
    expect((await floor.state('acc_A')).seq).toBe(seq + 3)
    const { holdings: [held] = [] } = (await findPortfolio(database, 'acc_A')) ?? {}
    expect(held?.heldQuantity.toFixed()).toBe('6')
    const ended = outcome.canceled.map((each) => [each.orderId, each.status, each.cancelReason])
    expect(ended).toEqual([
      [resting, 'CANCELED', 'holding-closed'],
      [ending, 'CANCELED', 'holding-closed'],
    ])
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', outcome.order.orderId)).toMatchObject({
      status: 'FILLED',
      filled: '6',
    })
    expect((await findPortfolio(database, 'acc_A'))?.holdings).toEqual([])
    await audit()
  })

  test('[close.cancels] orders that buy, and orders in other instruments, stay', async () => {
    const { floor, hold, close } = await openAccount()
    await hold('AAPL', '6')
    await hold('MSFT', '3')
    const buying = await floor.order('acc_A', { quantity: '1', limit: '5' })
    const other = { symbol: 'MSFT', side: 'SELL', quantity: '3', limit: '99' } as const
    const selling = await floor.order('acc_A', other)
    expect(await close('AAPL')).toMatchObject({ canceled: [] })
    for (const orderId of [buying, selling]) {
      expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    }
  })

  test('[close.replay] sent twice at once it sells once', async () => {
    const { floor, hold, close, audit } = await openAccount()
    await hold('AAPL', '6')
    const all = await Promise.all([close('AAPL', '50'), close('AAPL', '50')])
    expect(all.map((each) => !isRefused(each) && each.replayed)).toEqual([false, true])
    await floor.advance('PT1S')
    await floor.sequencer.betweenBatches(async () => {})
    expect(await close('AAPL', '50')).toMatchObject({ replayed: true, canceled: [] })
    expect(await close('AAPL', '40')).toMatchObject({ refused: 'idempotency-key-conflict' })
    const { holdings = [] } = (await findPortfolio(database, 'acc_A')) ?? {}
    expect(holdings.map((each) => each.quantity.toFixed())).toEqual(['3'])
    await audit()
  })

  test('[close.all] all holdings are closed in one commit', async () => {
    const { floor, hold, closeAll, audit } = await openAccount()
    await hold('AAPL', '6')
    await hold('MSFT', '3')
    const resting = await floor.order('acc_A', { side: 'SELL', quantity: '4', limit: '99' })
    expect(await closeAll(['AAPL'])).toEqual({ unlisted: ['MSFT'] })
    const outcome = await closeAll(['AAPL', 'MSFT'])
    if (isRefused(outcome) || 'unlisted' in outcome) throw new Error(JSON.stringify(outcome))
    expect(outcome.orders.map(({ symbol, clientOrderId }) => [symbol, clientOrderId])).toEqual([
      ['AAPL', 'close'],
      ['MSFT', 'close.MSFT'],
    ])
    expect(outcome.canceled.map(({ orderId }) => orderId)).toEqual([resting])
    await floor.advance('PT1S')
    expect((await findPortfolio(database, 'acc_A'))?.holdings).toEqual([])
    expect(await closeAll(['AAPL', 'MSFT'])).toMatchObject({ replayed: true })
    await audit()
  })
})
