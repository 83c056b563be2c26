/** A statement that is a transaction of its own, on a PostgreSQL server with other users. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { accounts } from '../../src/postgres/schema/trading'
import { parameter, type Statement, statement } from '../../src/postgres/statement'
import { openPostgresFloor, type PostgresFloor } from '../support/postgres-floor'
import { administer, hasPostgres } from '../support/storage'
import { until } from '../support/until'

const versionOfA = statement(
  [],
  sql`select ${accounts.version} from ${accounts} where ${accounts.accountId} = 'acc_A'`,
  ([version]) => String(version),
)

/** Finds accounts as the statement of a batch does. */
const ifCurrent = statement(
  ['accountIds', 'versions'],
  sql`update ${accounts} set version = ${accounts.version} + 1 from (
      select unnest(${parameter('accountIds', 'text[]')}) as account_id,
        unnest(${parameter('versions', 'bigint[]')}) as version) as decided
    where ${accounts.accountId} = decided.account_id
      and ${accounts.version} = decided.version
    returning ${accounts.accountId}`,
  ([accountId]) => String(accountId),
)

const ofLocks = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

describe.skipIf(!hasPostgres)('a statement that is a transaction of its own', () => {
  let opened: PostgresFloor
  beforeAll(async () => {
    // On a busy machine the other session may lock a row for long.
    opened = await openPostgresFloor(['acc_A', 'acc_B'], { lock_timeout: '5min' })
  })
  afterAll(() => opened.remove())

  const changeIfCurrent = async (): Promise<readonly string[] | null> => {
    const { database } = opened
    const [version = ''] = await database.all(versionOfA, {})
    const parameters = { accountIds: '{acc_A}', versions: `{${version}}` }
    return database.commit({ statement: ifCurrent, parameters }, () => true)
  }

  test('that has waited for a row looks at its version again, as another session has left it', async () => {
    const { url } = opened
    let changed: Promise<readonly string[] | null> = Promise.resolve(null)
    await administer(
      (outside) =>
        outside.begin(async (transaction) => {
          await transaction`update accounts set version = 5 where account_id = 'acc_A'`
          changed = changeIfCurrent()
          const waiting = () => locksAwaited(url)
          await until(waiting, (count) => count === 1)
        }),
      url,
    )
    expect(await changed).toEqual([])
    expect(await changeIfCurrent()).toEqual(['acc_A'])
  })

  const ofBackend = statement([], sql`select pg_backend_pid()`, ([pid]) => String(pid))
  const ofLock = statement([], sql`select pg_advisory_xact_lock(1)`, () => null)
  const ofNothing = statement([], sql`select 1 / 0`, () => null)
  const alone = <Row>(asked: Statement<never, Row>) =>
    opened.database.commit({ statement: asked, parameters: {} }, () => true)

  test('is carried out behind the one before it, on the same connection', async () => {
    const [one, other] = await Promise.all([alone(ofBackend), alone(ofBackend)])
    expect(one).toHaveLength(1)
    expect(other).toEqual(one)
  })

  test('has an unknown outcome if the one in front of it fails, whose own is known', async () => {
    const { url } = opened
    await administer(
      (outside) =>
        outside.begin(async (transaction) => {
          await transaction`select pg_advisory_xact_lock(1)`
          const failed = expect(alone(ofNothing)).rejects.toMatchObject({ code: '22012' })
          const behind = expect(alone(ofLock)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
          await Promise.all([failed, behind])
        }),
      url,
    )
    expect(await alone(ofBackend)).toHaveLength(1)
  })

  test('whose answer is lost leaves its outcome unknown, and one that was never sent does not', async () => {
    const { database } = opened
    const lost = statement([], sql`select pg_terminate_backend(pg_backend_pid())`, () => null)
    const sent = database.commit({ statement: lost, parameters: {} }, () => true)
    await expect(sent).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await database.commit({ statement: lost, parameters: {} }, () => false)).toBeNull()
    expect(await changeIfCurrent()).toEqual(['acc_A'])
  })
})

async function locksAwaited(url: string): Promise<number> {
  let count = 0
  await administer(async (outside) => {
    const [row] = await outside.unsafe<{ waiting: number }[]>(ofLocks)
    count = row?.waiting ?? 0
  }, url)
  return count
}
