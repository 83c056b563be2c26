/** Transactions of several processes in between each other, on one session. */
import { expect, test } from 'bun:test'
import type { Database } from '../../src/postgres/database'
import type { Statement, StatementRunner } from '../../src/postgres/statement'
import { oneSession } from './one-session'

const sql = (text: string): Statement<never, unknown> => ({
  text,
  names: [],
  isLong: false,
  decode: ([id]) => ({ id }),
})

/** A session that notes what it is asked. */
function sessionThatNotes() {
  const asked: string[] = []
  const runner: StatementRunner = {
    async all(statement) {
      asked.push(statement.text)
      return []
    },
  }
  const inner: Pick<Database, 'all' | 'transaction'> = {
    ...runner,
    async transaction(work) {
      asked.push('begin')
      try {
        const value = await work(runner)
        asked.push('commit')
        return value
      } catch (error) {
        asked.push('rollback')
        throw error
      }
    },
  }
  const session = oneSession(inner, () => 0, {
    next: () => 0,
    letsIn: () => true,
    count() {},
  })
  return { asked, session }
}

test('a transaction lets another commit between its reads and its writes', async () => {
  const { asked, session } = sessionThatNotes()
  await Promise.all([
    session.transaction('one', async (runner) => {
      await runner.all(sql('select 1'), {})
      await runner.all(sql('update 1'), {})
    }),
    session.transaction('two', (runner) => runner.all(sql('update 2'), {})),
  ])
  const guest = ['savepoint guest', 'update 2', 'savepoint guest']
  expect(asked).toEqual(['begin', 'select 1', ...guest, 'update 1', 'commit'])
})

test('what was let into a transaction stays committed where that is rolled back', async () => {
  const { asked, session } = sessionThatNotes()
  const [host, guest] = await Promise.allSettled([
    session.transaction('one', async (runner) => {
      await runner.all(sql('select 1'), {})
      throw new Error('the host fails')
    }),
    session.transaction('two', async () => 'done'),
  ])
  expect(host.status).toBe('rejected')
  expect(guest).toEqual({ status: 'fulfilled', value: 'done' })
  expect(asked.slice(-2)).toEqual(['rollback to guest', 'commit'])
})

test('transactions of one line follow one another', async () => {
  const { asked, session } = sessionThatNotes()
  const read = (text: string) =>
    session.transaction('one', (runner) => runner.all(sql(`select ${text}`), {}))
  await Promise.all([read('1'), read('2')])
  expect(asked).toEqual(['begin', 'select 1', 'commit', 'begin', 'select 2', 'commit'])
})
