/** No sequence of orders creates or loses a cent: over HTTP, on the simulated market. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  add,
  amount,
  NO_AMOUNT,
  notional,
  price,
  quantity,
  subtract,
} from '../../../src/core/money'
import { must, type Row, rowsIn, textIn } from '../../support/answers'
import { FEED, openApi } from '../../support/api'

const RUNS = 50
const INITIAL_CASH = amount('100000')

const order = fc.record({
  symbol: fc.constantFrom('AAPL', 'MSFT'),
  side: fc.constantFrom('BUY', 'BUY', 'SELL'),
  timeInForce: fc.constantFrom('DAY', 'DAY', 'IOC', 'FOK', 'CLS'),
  quantity: fc.constantFrom(1, 0.5, 0.000001, 7.123456, 40, 3_000),
  /** Percent of the price now; null is a MARKET order. */
  limit: fc.option(fc.constantFrom(90, 99.9, 100, 100.1, 110)),
})
type Drawn = typeof order extends fc.Arbitrary<infer T> ? T : never
/** Orders, then which of them are cancelled before the ticks that follow. */
const round = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 5 }),
  cancels: fc.array(fc.nat(9), { maxLength: 2 }),
  seconds: fc.constantFrom(1, 2),
})

test('[fill.money] any sequence of orders leaves cash, holdings and holds exactly as its fills and open orders say', async () => {
  const api = await openApi({ feed: FEED })
  let runs = 0
  const priceOf = async (symbol: string) => {
    const [quote] = rowsIn(await api.get(`/v1/market/quotes?symbols=${symbol}`), 'quotes')
    return Number(quote?.price)
  }
  const prices = { AAPL: await priceOf('AAPL'), MSFT: await priceOf('MSFT') }
  const bodyOf = ({ limit, symbol, ...rest }: Drawn, clientOrderId: string) => {
    const near = symbol === 'AAPL' ? prices.AAPL : prices.MSFT
    return {
      ...rest,
      symbol,
      clientOrderId,
      orderType: limit === null ? 'MARKET' : 'LIMIT',
      ...(limit !== null && { limitPrice: Math.round(near * limit) / 100 }),
    }
  }

  const property = fc.asyncProperty(
    fc.array(round, { minLength: 1, maxLength: 3 }),
    async (all) => {
      const id = `money_${++runs}`
      await api.operator.addClient(`pk_test_${id}`, { accounts: [`acc_${id}`] })
      const headers = await api.bearerOf(`pk_test_${id}`)
      const placed: string[] = []
      for (const [at, { orders, cancels, seconds }] of all.entries()) {
        const answers = await Promise.all(
          orders.map((drawn, nth) => api.place(bodyOf(drawn, `${at}-${nth}`), headers)),
        )
        for (const { status, body } of answers) {
          if (status === 200) placed.push(textIn(body, 'orderId'))
        }
        await Promise.all(
          cancels
            .flatMap((nth) => placed[nth] ?? [])
            .map((orderId) => api.cancel(orderId, headers)),
        )
        await api.advance(`PT${seconds}S`)
      }
      await expectBooksToAgree(headers)
    },
  )

  async function expectBooksToAgree(headers: { readonly authorization: string }) {
    const [account, fills, open, held] = await Promise.all([
      api.get('/v1/account', headers).then(must),
      api.get('/v1/orders/fills?limit=500', headers).then((answer) => rowsIn(answer, 'fills')),
      api.get('/v1/orders?status=OPEN&limit=500', headers).then((each) => rowsIn(each, 'orders')),
      api.get('/v1/account/holdings', headers).then((answer) => rowsIn(answer, 'holdings')),
    ])
    const cash = fills.reduce(
      (sum, fill) => (fill.side === 'BUY' ? subtract(sum, costOf(fill)) : add(sum, costOf(fill))),
      INITIAL_CASH,
    )
    const power = subtract(cash, await heldCash(open))
    expect(amount(textIn(account, 'cashAmount')).toFixed()).toBe(cash.toFixed())
    expect(amount(textIn(account, 'buyingPower')).toFixed()).toBe(power.toFixed())
    for (const symbol of ['AAPL', 'MSFT']) {
      const shares = sharesOf(fills, symbol)
      const holding = held.find((each) => each.symbol === symbol)
      expect(String(holding?.quantity ?? 0)).toBe(String(Number(shares.toFixed())))
      const sells = open.filter((each) => each.symbol === symbol && each.side === 'SELL')
      const free = sells.reduce(
        (left, each) => subtract(left, quantity(String(each.remainingQuantity))),
        shares,
      )
      expect(holding?.sellableQuantity ?? 0).toBe(Number(free.toFixed()))
    }
  }

  /** A LIMIT order holds its rest at its limit. The hold of a MARKET order is only in its row. */
  async function heldCash(open: readonly Row[]) {
    let sum = NO_AMOUNT
    for (const each of open) {
      if (each.side === 'SELL') continue
      sum = add(
        sum,
        each.limitPrice === undefined
          ? await marketHold(String(each.orderId))
          : notional(price(String(each.limitPrice)), quantity(String(each.remainingQuantity))),
      )
    }
    return sum
  }

  const marketHold = async (orderId: string) => {
    const accountId = `acc_money_${runs}`
    const { order: row } = await api.floor.stateOf(accountId, orderId)
    return row.heldCash
  }

  await fc.assert(property, { numRuns: RUNS, seed: 7, endOnFailure: true })
  expect(api.failures).toEqual([])
  expect(api.floor.failures).toEqual([])
})

const costOf = (fill: Row) => notional(price(String(fill.price)), quantity(String(fill.quantity)))

const sharesOf = (fills: readonly Row[], symbol: string) =>
  fills
    .filter((fill) => fill.symbol === symbol)
    .reduce((sum, fill) => {
      const shares = quantity(String(fill.quantity))
      return fill.side === 'BUY' ? add(sum, shares) : subtract(sum, shares)
    }, quantity('0'))
