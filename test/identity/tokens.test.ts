/** The end of tokens, and their deletion. */
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createClient } from '../../src/identity/clients'
import { deleteTokensExpiredBefore, revokeTokensOf } from '../../src/identity/tokens'
import { createUser } from '../../src/ledger/accounts'
import { insertRows } from '../../src/postgres/bulk'
import type { Database } from '../../src/postgres/database'
import { tokens } from '../../src/postgres/schema/identity'
import { freshDatabase } from '../support/database'
import { NOW, secondsLater } from '../support/examples'
import { rowsReadSoFar } from '../support/rows-read'
import { hasPostgres } from '../support/storage'
import { write } from '../support/written'

const createdAt = NOW
let database: Database
beforeEach(async () => {
  database = await freshDatabase()
  await createUser(database.drizzle, { userId: 'usr_test', name: 'test', createdAt })
  for (const clientId of ['pk_anna', 'pk_ben']) {
    const client = { clientId, userId: 'usr_test', secretHash: clientId, createdAt }
    await createClient(database.drizzle, { ...client, scope: 'TRADE' })
  }
})
const keep = (clientId: string, count: number, expiresAt = NOW) =>
  write(
    database,
    insertRows('token', tokens),
    Array.from({ length: count }, (_, index) => ({
      tokenHash: `${clientId}-${expiresAt}-${index}`,
      clientId,
      expiresAt,
      revokedAt: null,
      issuedAt: expiresAt.subtract({ hours: 12 }),
      sessionHash: null,
    })),
  )
const expiries = async () => {
  const kept = await database.drizzle.select().from(tokens).orderBy(tokens.expiresAt)
  return kept.map(({ expiresAt }) => expiresAt)
}

test('all expired tokens are deleted, however many, and no others', async () => {
  await keep('pk_anna', 2_500)
  await keep('pk_ben', 1, secondsLater(1))
  await deleteTokensExpiredBefore(database.drizzle, secondsLater(1))
  expect(await expiries()).toEqual([secondsLater(1)])
})

test.if(hasPostgres)('a token that another process is at is left to it', async () => {
  await keep('pk_anna', 2)
  await database.drizzle.transaction(async (other) => {
    await other.select().from(tokens).limit(1).for('update')
    await deleteTokensExpiredBefore(database.drizzle, secondsLater(1))
    expect(await expiries()).toHaveLength(1)
  })
})

test("a client's tokens are revoked without going through those of others", async () => {
  await keep('pk_anna', 2, secondsLater(1))
  await keep('pk_ben', 1_000, secondsLater(1))
  const read = await database.drizzle.transaction(async (tx) => {
    const soFar = async () => {
      const [sums] = await tx.select({ rows: rowsReadSoFar }).from(sql`generate_series(1, 1)`)
      return sums?.rows ?? 0
    }
    const before = await soFar()
    expect(await revokeTokensOf(tx, 'pk_anna', NOW)).toBe(2)
    return (await soFar()) - before
  })
  expect(read).toBe(2)
})
