/**
 * Random orders in a simulated market, and then the explanation of each: what it says is fed back
 * to the matcher, which must do the same. `EXPLAINED_ORDERS=10000` explains so many.
 */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ExplanationService } from '../../src/api/paper/orders/service'
import { add, amount, NO_QUANTITY, type Quantity } from '../../src/core/money'
import type { FillStep, Step, WaitStep } from '../../src/core/order/explain/steps'
import { FILL_PROFILE_NAMES } from '../../src/core/order/fill-profile'
import { match } from '../../src/core/order/matching'
import { type Order, TIMES_IN_FORCE } from '../../src/core/order/order'
import { isRefused } from '../../src/core/refusals'
import { must, textIn } from '../support/answers'
import { freshDatabase } from '../support/database'
import { anInstrument, anOrder } from '../support/examples'
import { openSandbox, type SandboxApi } from '../support/sandbox-api'

const ORDERS = Number(process.env.EXPLAINED_ORDERS ?? 90)
setDefaultTimeout(60_000 + ORDERS * 200)

const SYMBOLS = ['AAPL', 'KO', 'PLUG'] as const
const explained = { orders: 0, fills: 0, rules: new Map<string, number>() }
afterAll(() => {
  const rules = [...explained.rules].map(([rule, count]) => `${rule} ${count}`).join(', ')
  if (ORDERS > 1_000) {
    process.stdout.write(`${explained.orders} orders, ${explained.fills} fills: ${rules}\n`)
  }
})

/** Numbers below `n`, the same in each run (Knuth's linear congruential generator). */
function draws(seed: number): (n: number) => number {
  let state = BigInt(seed)
  return (n) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n)
    return Number(state >> 33n) % n
  }
}

/** Random orders, cancels, pins and suspensions, until so many are accepted; their ids. */
async function trade(api: SandboxApi, count: number, below: (n: number) => number) {
  const orderIds: string[] = []
  const prices = new Map<string, number>()
  for (let placed = 0; orderIds.length < count; placed++) {
    const symbol = SYMBOLS[below(SYMBOLS.length)] ?? 'AAPL'
    if (below(3) === 0) await api.advance(`PT${(1 + below(80)) / 4}S`)
    if (below(40) === 0) await api.advance('PT7M')
    if (below(30) === 0) {
      const tradable = ['SUSPENDED', 'SELL_ONLY', 'TRADABLE', 'TRADABLE'][below(4)]
      await api.put(`/sandbox/instruments/${symbol}`, { tradable })
    }
    if (below(25) === 0) await api.remove(`/sandbox/quotes/${symbol}`)
    const read = await api.get(`/v1/market/quotes?symbols=${symbol}`)
    const [quote] = Array.isArray(read.body.quotes) ? read.body.quotes : []
    const bid = Number(quote.bidPrice)
    const first = prices.get(symbol) ?? bid
    prices.set(symbol, first)
    if (below(25) === 0) {
      const bidPrice = Number((first + (below(5) - 2) / 100).toFixed(2))
      const size = 1 + below(300)
      const sides = { bidSize: size, askSize: size, askPrice: Number((bidPrice + 0.02).toFixed(2)) }
      await api.put(`/sandbox/quotes/${symbol}`, { bidPrice, ...sides })
    }
    const isMarket = below(3) === 0
    const answer = await api.post('/v1/orders', {
      clientOrderId: `order-${placed}`,
      symbol,
      side: below(3) === 0 ? 'SELL' : 'BUY',
      orderType: isMarket ? 'MARKET' : 'LIMIT',
      timeInForce: ['DAY', 'DAY', 'DAY', ...TIMES_IN_FORCE][below(8)],
      quantity: [1 + below(20), 1 + below(400)][below(2)],
      ...(!isMarket && { limitPrice: Number((bid + (below(9) - 4) / 100).toFixed(2)) }),
    })
    const { orderId } = answer.body
    if (typeof orderId === 'string') orderIds.push(orderId)
    const other = orderIds[below(orderIds.length || 1)]
    if (below(6) === 0 && other !== undefined) await api.remove(`/v1/orders/${other}`)
  }
  await api.advance('PT10M')
  return orderIds
}

/** More than any order costs. */
const AMPLE = amount('1000000000000000')

/** The order before the step, as far as its next event depends on it. */
const orderBefore = (stored: Order, filled: Quantity, queueAhead: Quantity, at: Step): Order => {
  const when = at.kind === 'WAITED' ? at.to : at.at
  return anOrder({
    ...stored,
    status: 'SUBMITTED',
    filledQuantity: filled,
    queueAhead,
    updatedAt: when.subtract({ seconds: 1 }),
    validUntil: when.add({ hours: 1 }),
    heldCash: stored.holdPrice === null ? amount('0') : AMPLE,
  })
}

/** What the matcher makes of the step's own facts, for an order that is not for an auction. */
function fedBack(step: WaitStep | FillStep, stored: Order, filled: Quantity): string {
  const { seen, available, rule } = step
  const queueAhead = (step.kind === 'WAITED' && step.queueAhead) || NO_QUANTITY
  const size = { ...(available && { bidSize: available, askSize: available }) }
  const tick = {
    at: step.kind === 'WAITED' ? step.to : step.at,
    session: rule === 'market-closed' ? ('CLOSED' as const) : ('PRE' as const),
    instrument: anInstrument({
      symbol: stored.symbol,
      ...(rule === 'instrument-suspended' && { tradable: 'SUSPENDED' }),
      ...(rule === 'side-not-allowed' && {
        tradable: stored.side === 'BUY' ? 'SELL_ONLY' : 'BUY_ONLY',
      }),
    }),
    quote: rule === 'no-quote' || seen === null ? undefined : { ...seen.quote, ...size },
  }
  const order = orderBefore(stored, filled, queueAhead, step)
  const [first] = match([order], tick, AMPLE)
  if (first === undefined || !('execution' in first.transition)) return 'nothing'
  const { price, quantity: shares } = first.transition.execution
  return `${shares.toFixed()} at ${price.toFixed()}`
}

/** Trades in a market of its own, and explains each order. */
async function tradeAndExplain(profile: string, count: number, seed: number): Promise<void> {
  const api = await openSandbox(await freshDatabase(), {
    FILL_PROFILE: profile,
    MARKET_CLOCK: '2026-03-02T09:10-05:00',
    MARKET_SPEED: '0',
    MARKET_SEED: String(seed),
    INITIAL_CASH: '1000000000',
    RATE_LIMIT: 'off',
  })
  const orderIds = await trade(api, count, draws(seed))
  const { explain } = new ExplanationService(api.deps)
  const accountId = textIn(must(await api.get('/v1/account')), 'accountId')
  for (const orderId of orderIds) {
    const explanation = await explain(accountId, orderId, { cursor: null, limit: 500 }, () => {})
    if (isRefused(explanation)) throw new Error(explanation.refused)
    const { order, steps } = explanation
    let filled = NO_QUANTITY
    for (const { step, text } of steps) {
      explained.rules.set(step.rule, (explained.rules.get(step.rule) ?? 0) + 1)
      const place = `seed ${seed}, ${order.symbol} ${order.side} ${orderId}: ${text}`
      expect([place, step.rule]).not.toEqual([place, 'not-tried'])
      expect([place, step.rule]).not.toEqual([place, 'not-by-the-quote'])
      if (step.kind === 'ENDED') continue
      const before = filled
      if (step.kind === 'FILLED') filled = add(filled, step.fill.quantity)
      if (NOT_FED_BACK.test(step.rule)) continue
      const expected =
        step.kind === 'WAITED'
          ? 'nothing'
          : `${step.fill.quantity.toFixed()} at ${step.fill.price.toFixed()}`
      expect([place, fedBack(step, order, before)]).toEqual([place, expected])
    }
    const fills = steps.flatMap(({ step }) => (step.kind === 'FILLED' ? [step.fill] : []))
    const sum = fills.reduce((all, { quantity }) => add(all, quantity), NO_QUANTITY)
    expect([orderId, sum.toFixed()]).toEqual([orderId, order.filledQuantity.toFixed()])
    explained.orders++
    explained.fills += fills.length
  }
  await api.close()
}

/** An auction is no tick, nor has an order that is on its way met one; impact is the tape's. */
const NOT_FED_BACK = /auction|on-its-way|beyond-the-size-shown/
const ORDERS_A_MARKET = 60

test.each(FILL_PROFILE_NAMES)(
  '[paper.explanation] under %s the explanation of random orders leads the matcher to the same events',
  async (profile) => {
    const share = Math.ceil(ORDERS / FILL_PROFILE_NAMES.length)
    const first = 1_000 * (1 + FILL_PROFILE_NAMES.indexOf(profile))
    for (let done = 0; done < share; done += ORDERS_A_MARKET) {
      const count = Math.min(ORDERS_A_MARKET, share - done)
      await tradeAndExplain(profile, count, first + done / ORDERS_A_MARKET)
    }
  },
)
