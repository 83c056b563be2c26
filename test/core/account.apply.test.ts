import { describe, expect, test } from 'bun:test'
import { type Account, type Applied, applyTransition } from '../../src/core/account/account'
import { fillIdOf, orderIdOf } from '../../src/core/ids'
import { amount, price, quantity } from '../../src/core/money'
import type { OrderTransition } from '../../src/core/order/order'
import { aHolding, anAccount, anOrder, secondsLater } from '../support/examples'
import { acceptedOf, anAttempt } from '../support/place-attempts'

const buy = () => acceptedOf(anAttempt())
const sell = () => acceptedOf(anAttempt({ side: 'SELL' }))
const LATER = secondsLater(7)
const held = (account: Account): Account => ({ ...account, heldCash: amount('100') })
const execution = (count: string, at: string) => ({
  price: price(at),
  quantity: quantity(count),
  session: 'REGULAR' as const,
})

const figuresOf = ({ account, holding, order }: Applied) => ({
  cash: account.cash.toFixed(),
  heldCash: account.heldCash.toFixed(),
  shares: holding.quantity.toFixed(),
  heldShares: holding.heldQuantity.toFixed(),
  status: order.status,
})

describe('[life.times-ascend] the times that an account sees never run backwards', () => {
  const afterwards = { ...anAccount(), seq: 1, lastEventAt: secondsLater(6) }

  test('a fill of an earlier tick and its id have the time of the account’s last event', () => {
    const fill = { type: 'Filled', execution: execution('10', '9.50') } as const
    const { account, event, order } = applyTransition(
      { ...buy(), account: held(afterwards) },
      fill,
      secondsLater(1),
    )
    expect(event.order.updatedAt).toEqual(secondsLater(6))
    expect(event.fill?.filledAt).toEqual(secondsLater(6))
    expect(event.fill?.fillId).toBe(fillIdOf(event.accountId, secondsLater(6), 2))
    expect(order.updatedAt).toEqual(secondsLater(6))
    expect(account.lastEventAt).toEqual(secondsLater(6))
  })

  test('an event later than the account’s last one keeps its own time', () => {
    const { event } = applyTransition(
      { ...buy(), account: held(afterwards) },
      { type: 'Expired' },
      LATER,
    )
    expect(event.order.updatedAt).toEqual(LATER)
  })

  test('an order is accepted no earlier than the last event, so that ids sort by time', () => {
    const { order } = acceptedOf(anAttempt({}, { account: afterwards }))
    expect([order.requestedAt, order.updatedAt]).toEqual([secondsLater(6), secondsLater(6)])
    expect(order.orderId).toBe(orderIdOf(order.accountId, secondsLater(6), 2))
  })
})

describe('[fill.money] an event changes order, cash, shares and holds together', () => {
  test('a part of a BUY: below its limit it pays less and holds the limit for the rest', () => {
    const part = { type: 'PartiallyFilled', execution: execution('4', '9.50') } as const
    expect(figuresOf(applyTransition(buy(), part, secondsLater(1)))).toEqual({
      cash: '99962',
      heldCash: '60',
      shares: '104',
      heldShares: '0',
      status: 'PARTIALLY_FILLED',
    })
  })

  test('a SELL that fills brings its cash and takes its shares', () => {
    const all = { type: 'Filled', execution: execution('10', '10.50') } as const
    expect(figuresOf(applyTransition(sell(), all, secondsLater(1)))).toEqual({
      cash: '100105',
      heldCash: '0',
      shares: '90',
      heldShares: '0',
      status: 'FILLED',
    })
  })

  test('the end of an order releases its holds and moves nothing', () => {
    const ends: OrderTransition[] = [
      { type: 'Canceled' },
      { type: 'Expired' },
      { type: 'Rejected', reason: 'insufficient-buying-power' },
    ]
    for (const end of ends) {
      for (const standing of [buy(), sell()]) {
        expect(figuresOf(applyTransition(standing, end, secondsLater(1)))).toMatchObject({
          cash: '100000',
          heldCash: '0',
          shares: '100',
          heldShares: '0',
        })
      }
    }
  })

  test('a request to cancel releases nothing', () => {
    const asked = applyTransition(buy(), { type: 'CancelRequested' }, secondsLater(1))
    expect(figuresOf(asked)).toMatchObject({ heldCash: '100', status: 'PENDING_CANCEL' })
  })

  test('a fill that the cash does not cover is our bug', () => {
    const account = anAccount({ cash: amount('100'), heldCash: amount('100') })
    const all = { type: 'Filled', execution: execution('10', '10.01') } as const
    const standing = { account, holding: aHolding(), order: anOrder() }
    expect(() => applyTransition(standing, all, secondsLater(1))).toThrow('Broken invariant')
  })
})

describe("[stream.seq] an event is the next line of the account's log", () => {
  test('events of an account are numbered from 1 without gaps', () => {
    const placed = acceptedOf(anAttempt())
    const filled = applyTransition(
      placed,
      { type: 'PartiallyFilled', execution: execution('4', '9.50') },
      secondsLater(1),
    )
    const expired = applyTransition(filled, { type: 'Expired' }, secondsLater(2))
    expect([placed, filled, expired].map(({ event }) => event.seq)).toEqual([1, 2, 3])
    expect([placed, filled, expired].map(({ event }) => event.order.status)).toEqual([
      'SUBMITTED',
      'PARTIALLY_FILLED',
      'EXPIRED',
    ])
    expect(expired.account.seq).toBe(3)
    expect(expired.order.seq).toBe(1)
  })

  test('a fill’s id is made of its account, instant and number', () => {
    const some = execution('4', '9.50')
    const { event } = applyTransition(
      buy(),
      { type: 'PartiallyFilled', execution: some },
      secondsLater(1),
    )
    const { orderId, clientOrderId, symbol } = buy().order
    expect(event.fill).toEqual({
      ...some,
      fillId: fillIdOf('acc_ANNA0001', secondsLater(1), 2),
      orderId,
      clientOrderId,
      symbol,
      side: 'BUY',
      filledAt: secondsLater(1),
      fillProfile: anAccount().fillProfile,
    })
  })

  test('an event without an execution has no fill', () => {
    expect(applyTransition(buy(), { type: 'Expired' }, secondsLater(1)).event.fill).toBeNull()
  })
})
