/** The migration of accounts from version 1 of the fill profiles to version 2. */
import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { MIGRATIONS_FOLDER } from '../../src/postgres/migrations'
import { accounts, fills, liquidityUses } from '../../src/postgres/schema/trading'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

/** The earlier constraints, under which accounts had version 1. */
const BEFORE = [
  'alter table accounts drop constraint accounts_fill_profile',
  'alter table fills drop constraint fills_fill_profile',
  'alter table liquidity_uses drop constraint liquidity_uses_source',
  "update accounts set fill_profile = replace(fill_profile, '@2', '@1')",
  "update fills set fill_profile = replace(fill_profile, '@2', '@1')",
  "update liquidity_uses set source = 'SHOWN' where source = 'FOOTPRINT'",
  "alter table accounts add constraint accounts_fill_profile check (fill_profile like '%@1')",
  "alter table fills add constraint fills_fill_profile check (fill_profile like '%@1')",
  'alter table liquidity_uses add constraint liquidity_uses_source check (true)',
]

test('[profile.account] accounts move to version 2, and fills keep the version that made them', async () => {
  const database = await freshDatabase()
  const floor = await openFloor(database, MONDAY_AT_TEN)
  floor.feed.show('AAPL', '9.99', '10', '100')
  const profiles = { acc_I: 'ideal@1', acc_N: 'standard@2', acc_S: 'strict@2' } as const
  for (const [accountId, profile] of Object.entries(profiles)) {
    await floor.account(accountId, '1000', profile)
    await floor.order(accountId, { quantity: '10' })
  }
  await floor.advance('PT2S')
  const run = (statement: string) => database.drizzle.execute(sql.raw(statement))
  const versionsNow = () =>
    database.drizzle
      .select({ version: accounts.version })
      .from(accounts)
      .orderBy(accounts.accountId)
  for (const statement of BEFORE) await run(statement)
  const versions = await versionsNow()

  const migration = await readFile(`${MIGRATIONS_FOLDER}/0025_fill_profiles_2.sql`, 'utf8')
  for (const statement of migration.split('--> statement-breakpoint')) await run(statement)

  expect(
    await database.drizzle
      .select({ account: accounts.fillProfile, fill: fills.fillProfile })
      .from(accounts)
      .innerJoin(fills, eq(accounts.accountId, fills.accountId))
      .orderBy(accounts.accountId),
  ).toEqual([
    { account: 'ideal@1', fill: 'ideal@1' },
    { account: 'standard@2', fill: 'standard@1' },
    { account: 'strict@2', fill: 'strict@1' },
  ])
  const [ideal, ...others] = await versionsNow()
  expect(ideal).toEqual(versions[0])
  for (const [index, other] of others.entries()) expect(other).not.toEqual(versions[index + 1])
  // Liquidity that was used under the earlier rules no longer counts.
  expect(await database.drizzle.select().from(liquidityUses)).toEqual([])
})
