/** Shards on a plain PostgreSQL that stands for a worker, with the tables of one shard. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { getTableName, sql } from 'drizzle-orm'
import { createAccount } from '../../../src/ledger/accounts'
import { setHalted } from '../../../src/ledger/market-state'
import { findOrder } from '../../../src/ledger/orders'
import { HOLD_SHARD, RUN_ON_SHARD, type ShardPlace } from '../../../src/postgres/citus/layout'
import { ServerShard } from '../../../src/postgres/citus/shard'
import { type OpenShards, openShards, overShards } from '../../../src/postgres/citus/shards'
import {
  DISTRIBUTED,
  HALT,
  LEASE,
  MARKET_TERMS,
  REFERENCE,
} from '../../../src/postgres/citus/tables'
import type { Database } from '../../../src/postgres/database'
import type { SessionSettings } from '../../../src/postgres/options'
import { accounts } from '../../../src/postgres/schema/trading'
import { parameter, statement } from '../../../src/postgres/statement'
import { administer, hasPostgres, postgresStorage } from '../../support/storage'
import { CLIENT_ID, MONDAY_AT_TEN, newAccount, openFloor } from '../../support/trading-floor'
import { until } from '../../support/until'

/** The shard that the worker has; the other one has moved away. */
const HERE = '2'
const MOVED = '1'
/** The shards that it becomes by a split. */
const PARTS = ['3', '4'] as const
const LOWEST = -2_147_483_648
const HIGHEST = 2_147_483_647
/** Stands for the lock of Citus that a move takes. */
const MOVE_LOCK = 4_711

const WORKER = `
  create table ${MARKET_TERMS} (account_id text primary key, term integer not null,
    holder text not null, renewed_at timestamptz, halted_at timestamptz(3));
  insert into ${MARKET_TERMS} values ('shard 0', 0, 'the matcher', null, null);
  create function ${HOLD_SHARD}(shard bigint, writes boolean) returns void
    language plpgsql as $$ begin
    if writes then perform pg_advisory_xact_lock_shared(${MOVE_LOCK}); end if;
    if shard not in (${HERE}, ${PARTS.join()}) then
      raise exception 'moved' using errcode = 'P0C01';
    end if;
  end $$;
  create function ${RUN_ON_SHARD}(account_id text, shard bigint, statement text, parameters text[])
    returns setof text
    language plpgsql as $$ begin return query execute statement using parameters; end $$`

/** As after a split: the shard's number means nothing any more. */
const ONLY_PARTS = `create or replace function ${HOLD_SHARD}(shard bigint, writes boolean)
  returns void language plpgsql as $$ begin
    if shard not in (${PARTS.join()}) then
      raise exception 'split' using errcode = 'P0C01';
    end if;
  end $$`

const LOCKS_AWAITED = `select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const renamed = statement(
  ['accountId', 'label'],
  sql`update ${accounts} set label = ${parameter('label', 'text')}
    where ${accounts.accountId} = ${parameter('accountId', 'text')}
    returning ${accounts.accountId}`,
  ([accountId]) => String(accountId),
)

describe.skipIf(!hasPostgres)('a shard', () => {
  let storage: Awaited<ReturnType<typeof postgresStorage>>
  let url: URL
  let coordinator: Database
  const opened: OpenShards[] = []

  beforeEach(async () => {
    storage = await postgresStorage()
    url = new URL(storage.settings.DATABASE_URL ?? '')
    coordinator = await storage.open()
    await administer((sql) => sql.unsafe(WORKER), url.href)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((shards) => shards.close()))
    await coordinator.close()
    await storage.remove()
  })

  const tables = [...DISTRIBUTED, ...REFERENCE].map((table) => getTableName(table))
  const place = (more: Partial<ShardPlace> = {}): ShardPlace => ({
    shardId: HERE,
    from: LOWEST,
    to: HIGHEST,
    host: url.hostname,
    port: Number(url.port || 5432),
    tables: new Map([
      ...tables.map((name) => [name, name] as const),
      [LEASE, MARKET_TERMS],
      [HALT, MARKET_TERMS],
      [MARKET_TERMS, MARKET_TERMS],
    ]),
    ...more,
  })

  const catalogueOf = (places: readonly ShardPlace[]) =>
    places.flatMap(({ tables: own, shardId, from, to, host, port }) =>
      [...tables, MARKET_TERMS].map((table) => {
        const isCopied = REFERENCE.some((one) => getTableName(one) === table)
        return [own.get(table) ?? table, shardId, isCopied ? 'n' : 'h', from, to, host, port]
      }),
    )

  /** A server whose catalogue says which shards there are now, and their servers. */
  function serverAt(
    first: ShardPlace,
    now: () => readonly ShardPlace[] = () => [first],
    session: SessionSettings = {},
  ): Database & { shards: OpenShards } {
    const shards = openShards({
      databaseUrl: url.href,
      places: [first],
      coordinator,
      ask: (text) =>
        text.includes('halted_at')
          ? administer((sql) => sql.unsafe(text).values(), url.href)
          : Promise.resolve(text.includes('shardminvalue') ? catalogueOf(now()) : [[true]]),
      connectionLost: () => {},
      settingsOf: (settings) => ({ ...settings, ...session }),
    })
    opened.push(shards)
    return { ...overShards(coordinator, shards), shards }
  }

  test('[run.shards] commits what a batch has decided, in one transaction', async () => {
    const database = serverAt(place())
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '99', '101')
    const orderId = await floor.order('acc_A', { quantity: '1' })
    await floor.advance('PT1S')
    expect((await findOrder(coordinator, { accountId: 'acc_A', orderId }))?.status).toBe('FILLED')
    await floor.matcher.stop()
  })

  test('[run.shards] a server that has lost the market commits nothing of it there', async () => {
    const floor = await openFloor(serverAt(place()))
    await floor.account('acc_A')
    floor.feed.show('AAPL', '99', '101')
    await floor.advance('PT1S')
    const orderId = await floor.order('acc_A', { quantity: '1' })
    // The lease expires, and another server takes it.
    await administer(
      (sql) => sql.unsafe(`update matcher_lease set renewed_at = '2000-01-01'`),
      url.href,
    )
    const other = serverAt(place())
    expect(await other.takeMatcherLease()).not.toBeNull()
    await expect(floor.advance('PT1S')).rejects.toThrow('another server')
    expect((await findOrder(coordinator, { accountId: 'acc_A', orderId }))?.status).toBe(
      'SUBMITTED',
    )
    await floor.matcher.stop()
  })

  test('[run.shards] that has moved is followed, and nothing is done where it was', async () => {
    const database = serverAt(place({ shardId: MOVED }), () => [place()])
    const [shard] = database.shards.all
    // The other place has tables with the number of the shard.
    for (const name of [...tables, MARKET_TERMS]) {
      await administer(
        (sql) => sql.unsafe(`alter table ${name} rename to ${name}_${HERE}`),
        url.href,
      )
    }
    const found = await findOrder(database, { accountId: 'acc_A', orderId: 'ord_A' })
    expect(found).toBeUndefined()
    expect(shard?.isAway).toBe(false)
  })

  test('[run.shards] that has moved is followed by a write that was waiting for the move', async () => {
    const patient = { lock_timeout: '0' }
    const database = serverAt(place({ shardId: MOVED }), () => [place()], patient)
    const floor = await openFloor(coordinator)
    await floor.account('acc_A')
    await viewsFor(HERE)
    await administer(async (sql) => {
      await sql.unsafe(`select pg_advisory_lock(${MOVE_LOCK})`)
      const writing = database.all(renamed, { accountId: 'acc_A', label: 'moved' })
      await until(
        () => sql.unsafe(LOCKS_AWAITED).values(),
        ([row]) => row?.[0] === 1,
      )
      // A read finds the new place first.
      await findOrder(database, { accountId: 'acc_A', orderId: 'ord_A' })
      await sql.unsafe(`select pg_advisory_unlock(${MOVE_LOCK})`)
      expect(await writing).toEqual(['acc_A'])
    }, url.href)
    await floor.matcher.stop()
  })

  test('[run.shards] whose writes a move blocks is away until they go on', async () => {
    const database = serverAt(place())
    const floor = await openFloor(database)
    // The probe reads the catalogue, by which the shard's tables have its number.
    for (const name of [...tables, MARKET_TERMS]) {
      await administer(
        (sql) => sql.unsafe(`create view ${name}_${HERE} as select * from ${name}`),
        url.href,
      )
    }
    await floor.account('acc_A')
    const returned = Promise.withResolvers<void>()
    database.shards.onReturn(returned.resolve)
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    // The probe writes only if it has a term to raise.
    await database.shards.raise('1')
    await administer(async (sql) => {
      await sql.unsafe(`select pg_advisory_lock(${MOVE_LOCK})`)
      await expect(floor.place('acc_A', { quantity: '1', limit: '1' })).rejects.toThrow('a move')
      expect(database.shards.of('acc_A').isAway).toBe(true)
      // Reads go on.
      expect((await floor.state('acc_A')).seq).toBe(1)
    }, url.href)
    await returned.promise
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    expect((await floor.state('acc_A')).seq).toBe(2)
    await floor.matcher.stop()
  })

  test('[run.shards] that cannot be reached is away until it can be', async () => {
    const returned = Promise.withResolvers<void>()
    for (const name of [...tables, MARKET_TERMS]) {
      await administer(
        (sql) => sql.unsafe(`alter table ${name} rename to ${name}_${HERE}`),
        url.href,
      )
    }
    // Nothing listens on port 1. The catalogue names another worker by now.
    const { shards } = serverAt(place({ port: 1 }), () => [place()])
    shards.onReturn(returned.resolve)
    await shards.raise('7')
    expect(shards.of('acc_A').isAway).toBe(true)
    await returned.promise
    expect(shards.of('acc_A').isAway).toBe(false)
    await administer(async (sql) => {
      expect(await sql.unsafe(`select term from ${MARKET_TERMS}_${HERE}`)).toMatchObject([
        { term: 7 },
      ])
    }, url.href)
  })

  /** As the catalogue names them, the tables of a shard end with its number. */
  const viewsFor = (shardId: string): Promise<unknown> =>
    administer(
      (sql) =>
        sql.unsafe(
          [...tables, MARKET_TERMS]
            .map((name) => `create view ${name}_${shardId} as select * from ${name};`)
            .join(''),
        ),
      url.href,
    )

  const haltOf = (table: string): Promise<unknown> =>
    administer(
      async (sql) => (await sql.unsafe(`select halted_at is not null from ${table}`).values())[0],
      url.href,
    )

  test('[run.shards] placing is halted in each shard that can be reached', async () => {
    const database = serverAt(place())
    const floor = await openFloor(database)
    await floor.account('acc_A')
    expect(await setHalted(database, MONDAY_AT_TEN)).toEqual([])
    expect(await haltOf(MARKET_TERMS)).toEqual([true])
    expect(await floor.place('acc_A', { quantity: '1' })).toMatchObject({
      refused: 'trading-halted',
    })
    expect(await setHalted(database, null)).toEqual([])
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    await floor.matcher.stop()
  })

  test('[run.shards] a server that is lost gets the halt before it takes an order', async () => {
    let isThere = false
    const database = serverAt(place({ port: 1 }), () => [place(isThere ? {} : { port: 1 })])
    await viewsFor(HERE)
    const floor = await openFloor({ ...coordinator, shards: database.shards })
    await createAccount(coordinator.drizzle, CLIENT_ID, newAccount('acc_A', MONDAY_AT_TEN))
    expect(await setHalted(database, MONDAY_AT_TEN)).toEqual([`${url.hostname}:1`])
    expect(await haltOf(MARKET_TERMS)).toEqual([false])
    const placing = floor.place('acc_A', { quantity: '1' })
    isThere = true
    expect(await placing).toMatchObject({ refused: 'trading-halted' })
    expect(await haltOf(MARKET_TERMS)).toEqual([true])
    await floor.matcher.stop()
  })

  test('[run.shards] an older halt never replaces a newer one', async () => {
    const { shards } = serverAt(place())
    const [shard] = shards.all
    if (!(shard instanceof ServerShard)) throw new Error('it is a shard')
    const seen = await shard.seenHalt()
    expect(await shard.changeHalt(null, '2026-03-02 15:00:00+00')).toBe(true)
    // Another process has seen no halt, at the shard and at the coordinator, before that.
    expect(seen).toBeNull()
    expect(await shard.changeHalt('2026-01-01 00:00:00+00', null)).toBe(true)
    expect(await shard.seenHalt()).toBe('2026-03-02 15:00:00+00')
  })

  test('[run.shards] that was split is followed by its parts, and no command is lost', async () => {
    let isSplit = false
    const [low, high] = PARTS
    const parts = [place({ shardId: low, to: -1 }), place({ shardId: high, from: 0 })]
    const whole = place()
    const database = serverAt(whole, () => (isSplit ? parts : [whole]))
    const returned = Promise.withResolvers<void>()
    database.shards.onReturn(returned.resolve)
    const floor = await openFloor(database)
    await floor.account('acc_A')
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    for (const shardId of PARTS) await viewsFor(shardId)
    // From now on the worker has only the parts.
    await administer((sql) => sql.unsafe(ONLY_PARTS), url.href)
    isSplit = true
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    await returned.promise
    expect(database.shards.all).toHaveLength(2)
    expect((await floor.state('acc_A')).seq).toBe(2)
    await floor.matcher.stop()
  })

  const write = (id: string) =>
    statement(
      ['label'],
      sql`update "accounts" set label = ${parameter('label', 'text')}
        where account_id = ${sql.raw(`'${id}'`)} returning account_id`,
      ([accountId]) => String(accountId),
    )

  test('[request.deadline] a hit is not written if its caller gives up meanwhile', async () => {
    const [shard] = serverAt(place()).shards.all
    const floor = await openFloor(coordinator)
    await floor.account('acc_A')
    let isWanted = true
    const waits = sql.raw(`select 'hit' from set_config('lock_timeout', '0', true) as patience,
      lateral pg_advisory_xact_lock(case when patience = '0' then ${MOVE_LOCK} end) returning`)
    await administer(async (outside) => {
      await outside.unsafe(`select pg_advisory_lock(${MOVE_LOCK})`)
      const hit = {
        accountId: 'acc_A',
        rows: 1,
        statement: statement([], sql`insert into cell (name) ${waits} true`, () => 1),
        parameters: {},
      }
      const bound = { statement: write('acc_A'), parameters: { label: 'late' } }
      const writing = shard?.commitBeside(hit, bound, () => isWanted)
      await until(
        () => outside.unsafe(LOCKS_AWAITED).values(),
        ([row]) => row?.[0] === 1,
      )
      isWanted = false
      await outside.unsafe(`select pg_advisory_unlock(${MOVE_LOCK})`)
      expect(await writing).toBeNull()
    }, url.href)
    const [found] = await coordinator.drizzle.select().from(accounts)
    expect(found?.label).toBeNull()
    await floor.matcher.stop()
  })

  test('[outcome.stands] a hit is written together with its order, or not at all', async () => {
    const database = serverAt(place())
    const [shard] = database.shards.all
    const floor = await openFloor(database)
    await floor.account('acc_A')
    const hit = (times: number) => ({
      accountId: 'acc_A',
      rows: times,
      statement: statement([], sql`insert into cell (name) values ('hit') returning true`, () => 1),
      parameters: {},
    })
    const named = (id: string, label: string) => ({ statement: write(id), parameters: { label } })
    const cells = (): Promise<unknown> =>
      administer((sql) => sql.unsafe('select name from cell').values(), url.href)
    // The order's account is not as it was seen.
    expect(await shard?.commitBeside(hit(1), named('acc_B', 'one'), () => true)).toEqual([])
    // The outcome is not as it was seen.
    expect(await shard?.commitBeside(hit(2), named('acc_A', 'two'), () => true)).toEqual([])
    expect(await cells()).toEqual([])
    expect(await shard?.commitBeside(hit(1), named('acc_A', 'it’s $1'), () => true)).toEqual([
      'acc_A',
    ])
    expect(await cells()).toEqual([['hit']])
    const [found] = await coordinator.drizzle.select().from(accounts)
    expect(found?.label).toBe('it’s $1')
    await floor.matcher.stop()
  })
})
