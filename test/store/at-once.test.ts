/** A statement that is a transaction of its own, on a PostgreSQL server that others use as well. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowVersion } from '../../src/store/pg/row-version'
import { parameter, type Statement, statement } from '../../src/store/pg/statement'
import { accounts } from '../../src/store/schema'
import { openPostgresFloor, type PostgresFloor, TIMEOUT_MS } from '../support/postgres-floor'
import { administer, hasPostgres } from '../support/storage'
import { until } from '../support/until'

const versionOfA = statement(
  [],
  sql`select ${rowVersion(accounts)} from ${accounts} where ${accounts.accountId} = 'acc_A'`,
  ([version]) => String(version),
)

/** As the statement for new orders finds its rows, but that it waits for one that is locked. */
const ifCurrent = statement(
  ['accountIds', 'versions'],
  sql`update ${accounts} set seq = ${accounts.seq} from (
      select unnest(${parameter('accountIds', 'text[]')}) as account_id,
        unnest(${parameter('versions', 'xid[]')}) as version) as decided
    where ${accounts.accountId} = decided.account_id
      and ${rowVersion(accounts)} = decided.version
    returning ${accounts.accountId}`,
  ([accountId]) => String(accountId),
)

const ofLocks = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

describe.skipIf(!hasPostgres)('a statement that is a transaction of its own', () => {
  let opened: PostgresFloor
  beforeAll(async () => {
    // On a busy machine the other session may hold a row for long.
    opened = await openPostgresFloor(['acc_A', 'acc_B'], { lock_timeout: String(TIMEOUT_MS) })
  }, TIMEOUT_MS)
  afterAll(() => opened.remove(), TIMEOUT_MS)

  const changeIfCurrent = async (): Promise<readonly string[] | null | undefined> => {
    const { database } = opened
    const [version = ''] = await database.all(versionOfA, {})
    const parameters = { accountIds: '{acc_A}', versions: `{${version}}` }
    return database.atOnce?.(() => ({ statement: ifCurrent, parameters }))
  }

  test(
    'that has waited for a row looks at its version again, as another session has left it',
    async () => {
      const { url } = opened
      let changed: Promise<readonly string[] | null | undefined> = Promise.resolve(null)
      await administer(
        (outside) =>
          outside.begin(async (transaction) => {
            await transaction`update accounts set cash = cash where account_id = 'acc_A'`
            changed = changeIfCurrent()
            const waiting = () => locksAwaited(url)
            await until(waiting, (count) => count === 1)
          }),
        url,
      )
      expect(await changed).toEqual([])
      expect(await changeIfCurrent()).toEqual(['acc_A'])
    },
    TIMEOUT_MS,
  )

  test(
    'holds up no order for an account that another session has locked',
    async () => {
      const { floor, url } = opened
      const cheap = { quantity: '1', limit: '1' }
      await Promise.all([floor.order('acc_A', cheap), floor.order('acc_B', cheap)])
      let later: Promise<string> = Promise.resolve('')
      await administer(
        (outside) =>
          outside.begin(async (transaction) => {
            await transaction`select from accounts where account_id = 'acc_B' for update`
            later = floor.order('acc_B', cheap)
            await floor.order('acc_A', cheap)
          }),
        url,
      )
      await later
      expect(await floor.state('acc_A')).toMatchObject({ heldCash: '2' })
      expect(await floor.state('acc_B')).toMatchObject({ heldCash: '2' })
    },
    TIMEOUT_MS,
  )

  const ofBackend = statement([], sql`select pg_backend_pid()`, ([pid]) => String(pid))
  const ofLock = statement([], sql`select pg_advisory_xact_lock(1)`, () => null)
  const ofNothing = statement([], sql`select 1 / 0`, () => null)
  const alone = <Row>(asked: Statement<never, Row>) =>
    opened.database.atOnce?.(() => ({ statement: asked, parameters: {} })) ?? null

  test(
    'is carried out behind the one before it, on the same connection',
    async () => {
      const [one, other] = await Promise.all([alone(ofBackend), alone(ofBackend)])
      expect(one).toHaveLength(1)
      expect(other).toEqual(one)
    },
    TIMEOUT_MS,
  )

  test(
    'has an unknown outcome where the one in front of it fails, whose own is known',
    async () => {
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
    },
    TIMEOUT_MS,
  )

  test(
    'whose answer is lost leaves its outcome unknown, and one that was never sent does not',
    async () => {
      const { database } = opened
      const lost = statement([], sql`select pg_terminate_backend(pg_backend_pid())`, () => null)
      const sent = database.atOnce?.(() => ({ statement: lost, parameters: {} }))
      await expect(sent ?? null).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
      const failed = database.atOnce?.(() => {
        throw new Error('no decision')
      })
      await expect(failed ?? null).rejects.toThrow('no decision')
      expect(await changeIfCurrent()).toEqual(['acc_A'])
    },
    TIMEOUT_MS,
  )
})

async function locksAwaited(url: string): Promise<number> {
  let count = 0
  await administer(async (outside) => {
    const [row] = await outside.unsafe<{ waiting: number }[]>(ofLocks)
    count = row?.waiting ?? 0
  }, url)
  return count
}
