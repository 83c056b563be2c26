import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { CHECKS } from '../../src/ledger/audit/audit'
import { must, rowsIn, textIn } from '../support/answers'
import { type Api, openApi } from '../support/api'
import { findingsIn } from '../support/audited'
import { marketOrder, orderOf, stopOf } from '../support/orders'

let api: Api

/** Fills, partial fills, cancels, expiries, average costs, a reset, and a second account. */
beforeAll(async () => {
  api = await openApi({ env: { SANDBOX: 'on' }, accounts: ['acc_1'] })
  const other = await api.newTrader()
  for (const [bid, ask] of [
    ['9.99', '10.00'],
    ['10.49', '10.51'],
    ['12.00', '12.34'],
  ] as const) {
    api.show('AAPL', bid, ask)
    await api.placed(marketOrder({ quantity: 7 }))
    await api.placed(marketOrder({ quantity: 3 }), other)
    await api.advance('PT2S')
    await api.placed(marketOrder({ side: 'SELL', quantity: 2 }))
    await api.advance('PT2S')
  }
  await api.placed(orderOf({ limitPrice: 8, quantity: 5 }))
  await api.placed(orderOf({ side: 'SELL', limitPrice: 50, quantity: 4 }))
  must(await api.cancel(await api.placed(orderOf({ limitPrice: 7 }))))
  // One waits, one has filled, one was canceled.
  for (const stop of [{ side: 'SELL' }, { side: 'BUY', stopPrice: 20 }, { side: 'SELL' }]) {
    must(await api.post('/paper/conditional-orders', stopOf({ ...stop })))
  }
  api.show('AAPL', '19.98', '20.00')
  await api.advance('PT2S')
  const [newest = {}] = rowsIn(
    await api.get('/paper/conditional-orders?status=OPEN'),
    'conditionalOrders',
  )
  must(await api.delete(`/paper/conditional-orders/${textIn(newest, 'conditionalOrderId')}`))
  // An entry with its exits at work.
  const bracket = { type: 'BRACKET', takeProfit: { limitPrice: 50 }, stopLoss: { stopPrice: 5 } }
  must(
    await api.post('/paper/conditional-orders', {
      symbol: 'AAPL',
      side: 'BUY',
      quantity: 2,
      clientOrderId: 'bracket',
      ...bracket,
    }),
  )
  await api.advance('PT2S')
  await api.placed(orderOf({ side: 'BUY', limitPrice: 5, quantity: 2 }), other)
  must(await api.post('/sandbox/accounts/acc_trader_1/reset', { cash: 5000 }, other))
  await api.placed(marketOrder({ quantity: 3 }), other)
  await api.advance('PT2S')
})
afterAll(() => api.close())

const findings = () => findingsIn(api.database)

/** The codes of what is found once the damage is done; then the damage is undone. */
async function foundAfter(damage: string): Promise<ReadonlySet<string>> {
  await keepRows()
  try {
    await api.database.drizzle.transaction(async (transaction) => {
      // As the database's own constraints would never let it happen.
      await transaction.execute(sql`set local session_replication_role = replica`)
      await transaction.execute(sql.raw(damage))
    })
    return new Set((await findings()).map(({ code }) => code))
  } finally {
    await restoreRows()
  }
}

const TABLES = [
  'accounts',
  'orders',
  'fills',
  'order_events',
  'holdings',
  'adjustments',
  'conditional_legs',
  'conditional_events',
] as const

async function keepRows(): Promise<void> {
  for (const table of TABLES) {
    await api.database.drizzle.execute(sql.raw(`create table kept_${table} as table ${table}`))
  }
}

async function restoreRows(): Promise<void> {
  await api.database.drizzle.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`)
    for (const table of TABLES) {
      await transaction.execute(sql.raw(`delete from ${table}`))
      await transaction.execute(sql.raw(`insert into ${table} table kept_${table}`))
      await transaction.execute(sql.raw(`drop table kept_${table}`))
    }
  })
}

test('[run.audit] books that trading made have nothing wrong', async () => {
  expect(await findings()).toEqual([])
})

const DAMAGE: Readonly<Record<string, string>> = {
  'account-there': `delete from accounts where account_id = 'acc_1'`,
  cash: `update accounts set cash = cash + 0.000000000001`,
  'held-cash': `update accounts set held_cash = held_cash + 1 where account_id = 'acc_1'`,
  shares: `update holdings set quantity = quantity + 1 where account_id = 'acc_1'`,
  'held-shares': `update holdings set held_quantity = 0 where account_id = 'acc_1'`,
  'purchase-amount': `update holdings set purchase_amount = 1 where account_id = 'acc_1'`,
  'order-fills': `update orders set filled_amount = filled_amount + 0.01 where status = 'FILLED'`,
  'order-hold': `update orders set held_cash = held_cash - 1 where status = 'SUBMITTED'
    and side = 'BUY'`,
  'fill-terms': `update fills set side = 'SELL' where side = 'BUY'`,
  'events-without-gaps': `delete from order_events where seq = 2`,
  'event-times': `update order_events set occurred_at = occurred_at - interval '1 day'
    where seq = 3`,
  'event-steps': `update order_events set status = 'EXPIRED' where status = 'SUBMITTED'`,
  acceptance: `update orders set requested_at = requested_at - interval '1 second'`,
  'event-fills': `update order_events set filled_quantity = filled_quantity + 1
    where status = 'FILLED'`,
  'fill-event': `update order_events set fill_id = null where status = 'FILLED'`,
  'last-event': `update orders set status = 'CANCELED', held_cash = 0
    where status = 'SUBMITTED'`,
  'leg-hold': `update conditional_legs set held_quantity = 0 where status = 'ARMED'`,
  'leg-entry': `update conditional_legs set quantity = quantity + 1 where leg = 'STOP_LOSS'`,
  'leg-children': `update conditional_legs set children = children + 1`,
  'leg-steps': `update conditional_events set status = 'EXPIRED' where status = 'TRIGGERED'`,
  'leg-last-event': `delete from conditional_events where status = 'CANCELED'`,
  'leg-events-numbered': `delete from conditional_events where status = 'ARMED'`,
  'order-there': `delete from orders where status = 'FILLED'`,
  'instrument-there': `update holdings set symbol = 'NOWHERE'`,
}

test('[run.audit] every check has a damage that it finds', () => {
  expect(Object.keys(DAMAGE)).toEqual(CHECKS.map(({ code }) => code))
})

for (const [code, damage] of Object.entries(DAMAGE)) {
  test(`[run.audit] the check ${code} finds its damage`, async () => {
    expect(await foundAfter(damage)).toContain(code)
  })
}

test('[run.audit] a fill that names another order than its own is found', async () => {
  const damage = `update fills set client_order_id = 'another'`
  expect(await foundAfter(damage)).toContain('fill-terms')
})

test('[run.audit] damage that is undone is found no more', async () => {
  expect(await findings()).toEqual([])
})
