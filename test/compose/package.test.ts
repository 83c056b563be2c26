/** The package's exports, with which a project can open its own brokerage. */
import { expect, test } from 'bun:test'
import { openBrokerage, readConfig } from 'paper-brokerage'
import { freshDatabase } from '../support/database'

test('the package paper-brokerage exports how to open one', async () => {
  const read = readConfig({ DATA_DIR: 'memory', MARKET_CLOCK: '2026-03-02T10:00-05:00' })
  if ('faults' in read) throw new Error('a setting is wrong')
  const failures: unknown[] = []
  const brokerage = await openBrokerage(
    read.config,
    {
      request: (failure) => failures.push(failure),
      background: (_, error) => failures.push(error),
    },
    { database: await freshDatabase() },
  )
  const answer = await brokerage.app.handle(new Request('http://localhost/health'))
  expect([answer.status, brokerage.firstClient?.accountIds.length]).toEqual([200, 1])
  await brokerage.close()
  expect(failures).toEqual([])
})
