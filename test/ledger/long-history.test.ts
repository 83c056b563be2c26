/** What a list reads follows what it shows, not how much the account has ever traded. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { fillIdOf, orderIdOf } from '../../src/core/ids'
import { price, quantity } from '../../src/core/money'
import type { Fill } from '../../src/core/order/order'
import { type FillFilter, listFills } from '../../src/ledger/fills'
import { INSERTED_ORDERS, listOrders, type OrderFilter, ordersByIds } from '../../src/ledger/orders'
import { insertRows } from '../../src/postgres/bulk'
import type { Database } from '../../src/postgres/database'
import { fills } from '../../src/postgres/schema/trading'
import { type StatementRunner, statement } from '../../src/postgres/statement'
import { freshDatabase } from '../support/database'
import { anOrder, secondsLater } from '../support/examples'
import { rowsReadSoFar } from '../support/rows-read'
import { hasPostgres, postgresStorage } from '../support/storage'
import { openFloor } from '../support/trading-floor'
import { write } from '../support/written'

const ACCOUNT = 'acc_ANNA0001'
/** One order each second, all canceled after a fill of one share; but three of them still wait. */
const SECONDS = 3_000
const WAITING = [10, 15, 20]
/** The orders of a symbol that is seldom traded; one of them still waits. */
const SELDOM = [5, 15, 2_000]
const LIMIT = 100
/** Fills from before they named their order's `clientOrderId`. */
const OLD_SECONDS = 60

const idAt = (second: number) => orderIdOf(ACCOUNT, secondsLater(second), second)
const seconds = Array.from({ length: SECONDS }, (_, second) => second)

const history = seconds.map((second) =>
  anOrder({
    orderId: idAt(second),
    clientOrderId: `client-${second}`,
    symbol: SELDOM.includes(second) ? 'KO' : 'AAPL',
    status: WAITING.includes(second) ? 'SUBMITTED' : 'CANCELED',
    filledQuantity: quantity('1'),
    requestedAt: secondsLater(second),
  }),
)
const executions = seconds.map((second) => ({
  accountId: ACCOUNT,
  orderId: idAt(second),
  symbol: 'AAPL',
  side: 'BUY' as const,
  quantity: quantity('1'),
  price: price('10'),
  session: 'REGULAR' as const,
  fillId: fillIdOf(ACCOUNT, secondsLater(second), second),
  filledAt: secondsLater(second),
  fillProfile: 'ideal@1' as const,
  clientOrderId: second < OLD_SECONDS ? null : `client-${second}`,
}))

/**
 * A server's own: the statistics of a database that other tests have filled outlive their rows, and
 * the server itself would gather them after a minute.
 */
async function withoutStatistics(): Promise<Database> {
  if (!hasPostgres) return freshDatabase()
  const storage = await postgresStorage()
  const opened = await storage.open()
  remove = async () => {
    await opened.close()
    await storage.remove()
  }
  for (const table of ['orders', 'fills']) {
    const text = sql.raw(`alter table ${table} set (autovacuum_enabled = off)`)
    await opened.all(statement([], text), {})
  }
  return opened
}

let database: Database
let remove = async (): Promise<void> => {}
afterAll(() => remove())
beforeAll(async () => {
  database = await withoutStatistics()
  await (await openFloor(database)).account(ACCOUNT)
  await write(database, INSERTED_ORDERS, history)
  await write(database, insertRows('fill', fills), executions)
})

/** Rows of all tables and pages of the indexes on fills, so far in this transaction. */
const soFar = statement(
  [],
  sql`select ${rowsReadSoFar}, sum(pg_stat_get_xact_blocks_fetched(indexrelid))::int
    from pg_index where indrelid = 'fills'::regclass`,
  ([rows, fillPages]) => ({ rows: Number(rows), fillPages: Number(fillPages) }),
)

async function readBy(transaction: StatementRunner) {
  const [sums] = await transaction.all(soFar, {})
  return sums ?? { rows: 0, fillPages: 0 }
}

/** What the list shows, and what PostgreSQL has read for it. */
const costOf = <Row>(list: (runner: StatementRunner) => Promise<readonly Row[]>) =>
  database.transaction(async (tx) => {
    const before = await readBy(tx)
    const shown = await list(tx)
    const after = await readBy(tx)
    return { shown, rows: after.rows - before.rows, fillPages: after.fillPages - before.fillPages }
  })

const ordersOf = (asked: Partial<OrderFilter>) =>
  costOf((runner) =>
    listOrders(runner, {
      accountId: ACCOUNT,
      status: null,
      symbol: null,
      from: null,
      to: null,
      before: null,
      limit: LIMIT,
      ...asked,
    }),
  )
const fillsOf = (asked: Partial<FillFilter>) =>
  costOf((runner) =>
    listFills(runner, {
      accountId: ACCOUNT,
      orderId: null,
      symbol: null,
      from: null,
      to: null,
      before: null,
      limit: LIMIT,
      ...asked,
    }),
  )

const minutes = (from: number, to: number) => ({
  from: secondsLater(from * 60),
  to: secondsLater(to * 60),
})

// As after a start, and as after the server's own upkeep.
describe.each([
  ['not known', () => sql`select`],
  ['known of the orders only', () => sql`analyze orders`],
  ['known', () => sql`analyze orders, fills`],
])('while the statistics of the tables are %s', (_, prepare) => {
  beforeAll(async () => {
    await database.drizzle.execute(prepare())
  })

  test('open orders are found without the closed ones', async () => {
    const { shown, rows } = await ordersOf({ status: 'OPEN' })
    expect(shown.map(({ orderId }) => orderId)).toEqual([idAt(20), idAt(15), idAt(10)])
    expect(rows).toBe(3)
  })

  test('the next page of open orders begins where the last one ended', async () => {
    const { shown, rows } = await ordersOf({ status: 'OPEN', before: idAt(20) })
    expect(shown.map(({ orderId }) => orderId)).toEqual([idAt(15), idAt(10)])
    // Which of the open orders' indexes is taken follows what was known of earlier tables.
    expect(rows).toBeLessThanOrEqual(WAITING.length)
  })

  test('closed orders are read back from the newest', async () => {
    const { shown, rows } = await ordersOf({ status: 'CLOSED' })
    expect([shown.length, shown[0]?.orderId, rows]).toEqual([LIMIT, idAt(SECONDS - 1), LIMIT])
  })

  test('orders of a symbol that the account hardly trades are found without the others', async () => {
    const { shown, rows } = await ordersOf({ symbol: 'MSFT' })
    expect([shown.length, rows]).toEqual([0, 0])
  })

  test('closed orders are found without the open ones', async () => {
    const { shown, rows } = await ordersOf({ status: 'CLOSED', before: idAt(21) })
    expect([shown.length, shown[0]?.orderId, rows]).toEqual([18, idAt(19), 18])
  })

  test.each([
    ['of any status', {}, [2_000, 15, 5]],
    ['that are open', { status: 'OPEN' }, [15]],
    ['that are closed', { status: 'CLOSED' }, [2_000, 5]],
    ['before an open one', { before: idAt(15) }, [5]],
    ['before a closed one', { before: idAt(2_000) }, [15, 5]],
    ['of the first minute', minutes(0, 1), [15, 5]],
    ['of the first seconds', { from: secondsLater(5), to: secondsLater(15) }, [5]],
  ] as const)('orders of a symbol %s are found without the others', async (_, asked, found) => {
    const { shown, rows } = await ordersOf({ symbol: 'KO', ...asked })
    expect(shown.map(({ orderId }) => orderId)).toEqual(found.map(idAt))
    expect(rows).toBe(found.length)
  })

  test('a page of a symbol has the newest of its open and its closed orders', async () => {
    const { shown } = await ordersOf({ symbol: 'KO', limit: 2 })
    expect(shown.map(({ orderId }) => orderId)).toEqual([idAt(2_000), idAt(15)])
    const all = await ordersOf({ symbol: 'AAPL' })
    expect([all.shown.length, all.shown[0]?.orderId]).toEqual([LIMIT, idAt(SECONDS - 1)])
    expect(all.rows).toBeLessThanOrEqual(LIMIT + WAITING.length)
  })

  test('fills of a symbol that the account never traded are found without the others', async () => {
    const { shown, rows } = await fillsOf({ symbol: 'MSFT' })
    expect([shown.length, rows]).toEqual([0, 0])
  })

  test('one order is found by its id alone', async () => {
    const { shown, rows } = await costOf((runner) =>
      ordersByIds(runner, [{ accountId: ACCOUNT, orderId: idAt(7) }]),
    )
    expect([shown.length, rows]).toEqual([1, 1])
  })

  test('orders of a time long ago are found without those before and after', async () => {
    const { shown, rows } = await ordersOf(minutes(2, 3))
    expect([shown.length, shown[0]?.orderId, shown.at(-1)?.orderId]).toEqual([
      60,
      idAt(179),
      idAt(120),
    ])
    expect(rows).toBe(60)
  })

  test('fills of a time long ago are found without those before and after', async () => {
    const { shown, rows, fillPages } = await fillsOf(minutes(2, 3))
    expect([shown.length, shown[0]?.orderId, shown.at(-1)?.orderId]).toEqual([
      60,
      idAt(179),
      idAt(120),
    ])
    expect(rows).toBe(60)
    // An index on all 3,000 has some 30.
    expect(fillPages).toBeLessThan(10)
  })

  test('[fill.fields] fills name their order, which only those of an earlier version look for', async () => {
    const named = ({ shown }: { shown: readonly Fill[] }) =>
      shown.map(({ clientOrderId }) => clientOrderId)
    const old = await fillsOf(minutes(0, 1))
    expect([named(old)[0], named(old).at(-1), old.rows]).toEqual(['client-59', 'client-0', 120])
    const recent = await fillsOf(minutes(1, 2))
    expect([named(recent)[0], named(recent).at(-1), recent.rows]).toEqual([
      'client-119',
      'client-60',
      60,
    ])
  })
})
