/** What the matcher and a batch read follows what they act on, not how much waits or is there. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ACCEPTED_ORDERS } from '../../src/ledger/events/log'
import { holdingsOf } from '../../src/ledger/holdings'
import { changesSince } from '../../src/ledger/open-orders'
import type { Database } from '../../src/postgres/database'
import { accounts } from '../../src/postgres/schema/trading'
import { statement } from '../../src/postgres/statement'
import { freshDatabase } from '../support/database'
import { anOrder } from '../support/examples'
import { rowsReadBy } from '../support/rows-read'
import { openFloor } from '../support/trading-floor'
import { write } from '../support/written'

const ACCOUNT = 'acc_ANNA0001'
const MANY = 1_000
const FEW = 10

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
  await (await openFloor(database)).account(ACCOUNT)
})

const readBy = (work: (transaction: Parameters<typeof holdingsOf>[0]) => Promise<unknown>) =>
  database.transaction((transaction) => rowsReadBy(transaction, () => work(transaction)))

describe('however many orders wait, PostgreSQL reads those of an account that have changed', () => {
  test.each(['before it knows how many', 'and knows how many'])('%s', async (state) => {
    const waiting = Array.from({ length: MANY }, (_, at) =>
      anOrder({
        orderId: `ord_${String(at).padStart(9, '0')}`,
        clientOrderId: `client-${at}`,
        seq: at + 1,
      }),
    )
    await write(database, ACCEPTED_ORDERS, waiting)
    await database.drizzle.update(accounts).set({ seq: MANY })
    if (state === 'and knows how many') await database.drizzle.execute(sql`analyze`)
    const known = [{ accountId: ACCOUNT, seq: MANY - FEW }]
    const find = async (runner: Parameters<typeof changesSince>[0]) =>
      (await Array.fromAsync(changesSince(runner, known))).flat()
    const [changes] = await find(database)
    expect(changes?.orders).toHaveLength(FEW)
    expect(changes).toMatchObject({ seq: MANY, lastSeq: MANY })
    expect(await readBy(find)).toBeLessThan(10 * FEW)
  })
})

const manyHoldings = [
  statement(
    [],
    sql`insert into accounts (account_id, user_id, initial_cash, cash, held_cash, seq, created_at)
      select 'acc_' || n, user_id, 0, 0, 0, 0, now()
      from generate_series(1, ${sql.raw(String(MANY))}) as n,
        (select user_id from users limit 1) as someone`,
  ),
  statement(
    [],
    sql`insert into holdings (account_id, symbol, quantity, held_quantity, purchase_amount)
      select account_id, 'AAPL', 1, 0, 1 from accounts`,
  ),
]

test('holdings are looked up one by one, also by a plan made before there were any', async () => {
  await database.drizzle.execute(sql`analyze holdings`)
  const keys = Array.from({ length: FEW }, (_, at) => ({
    accountId: `acc_${at + 1}`,
    symbol: 'AAPL',
  }))
  // One connection, since each has its own plans.
  await database.transaction(async (transaction) => {
    expect(await holdingsOf(transaction, keys)).toBeEmpty()
    for (const made of manyHoldings) await transaction.all(made, {})
    const rows = await rowsReadBy(transaction, async () => {
      expect(await holdingsOf(transaction, keys)).toHaveLength(FEW)
    })
    expect(rows).toBeLessThan(2 * FEW)
  })
})
