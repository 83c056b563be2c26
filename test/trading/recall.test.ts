/** What a batch reads before it is decided, and in how many round trips. */
import { beforeEach, expect, test } from 'bun:test'
import { openAccountCache } from '../../src/trading/account-cache'
import { recall } from '../../src/trading/recall'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const ACCOUNT = 'acc_A'

test('[outcome.leg] a batch whose account has a conditional order reads the outcomes with its first rows', async () => {
  const floor = await openFloor(database)
  await floor.account(ACCOUNT)
  floor.feed.show('AAPL', '99.99', '100.00')
  const id = await floor.stop(ACCOUNT, { side: 'BUY', quantity: '1', stop: '110' })
  const reads: string[][] = []
  const counted: Pick<typeof database, 'read'> = {
    read: (work) =>
      database.read((runner) => {
        const texts: string[] = []
        reads.push(texts)
        return work({
          ...runner,
          all(statement, parameters) {
            texts.push(JSON.stringify(statement))
            return runner.all(statement, parameters)
          },
        })
      }),
  }
  const command = { accountId: ACCOUNT, groupIds: [id], decide: () => null }
  const { rows } = await recall([command], {
    database: counted,
    cache: openAccountCache(),
    forcing: { mayForce: true },
  })
  expect(rows.group(ACCOUNT, id)).toHaveLength(1)
  const reading = (table: string) =>
    reads.map((texts) => texts.some((text) => text.includes(table)))
  expect(reading('forced_outcomes')).toEqual([true, false])
  expect(reading('conditional_legs')).toEqual([false, true])
})
