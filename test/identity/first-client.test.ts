/** The first start makes a client. If several start at once on one database, only one makes it. */
import { beforeEach, expect, test } from 'bun:test'
import { listClients } from '../../src/identity/clients'
import { makeFirstClient } from '../../src/identity/keys'
import { readConfig } from '../../src/server/config/config'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const PAPER_CLIENT_ID = 'pk_test_first'

/** The outcomes of several starts at once. No start may fail. */
function starts(settings: Readonly<Record<string, string>>) {
  const read = readConfig(settings)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  const start = () => makeFirstClient(database, read.config, MONDAY_AT_TEN)
  return Promise.all(Array.from({ length: 4 }, start))
}

test.each([
  ['a drawn client', {}],
  ['a configured client', { PAPER_CLIENT_ID, PAPER_CLIENT_SECRET: 'sk_test_0123456789' }],
])('several starts at once with %s make one client with one account', async (_, settings) => {
  const made = (await starts(settings)).flatMap((each) => each ?? [])
  expect(made).toHaveLength(1)
  const clients = await listClients(database.drizzle)
  expect(clients.map(({ clientId, accountIds }) => ({ clientId, accountIds }))).toEqual(
    made.map(({ clientId, accountIds }) => ({ clientId, accountIds })),
  )
  expect(made[0]?.accountIds).toHaveLength(1)
  expect(await starts(settings)).toEqual([null, null, null, null])
})
