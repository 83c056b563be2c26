/** Shards on a plain PostgreSQL that stands for a worker, with the tables of one shard. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { getTableName } from 'drizzle-orm'
import { findOrder } from '../../../src/ledger/orders'
import { HOLD_SHARD, type ShardPlace } from '../../../src/postgres/citus/layout'
import { type OpenShards, openShards, overShards } from '../../../src/postgres/citus/shards'
import { DISTRIBUTED, HALT, LEASE, MARKET_TERMS, REFERENCE } from '../../../src/postgres/citus/tables'
import type { Database } from '../../../src/postgres/database'
import { administer, hasPostgres, postgresStorage } from '../../support/storage'
import { openFloor } from '../../support/trading-floor'

/** The shard that the worker has; the other one has moved away. */
const HERE = '2'
const MOVED = '1'
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
    if shard <> ${HERE} then raise exception 'moved' using errcode = 'P0C01'; end if;
  end $$`

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

  /** A server whose catalogue says which shards there are now, and where. */
  function serverAt(
    first: ShardPlace,
    now: () => readonly ShardPlace[] = () => [first],
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
      settingsOf: (settings) => settings,
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
})
