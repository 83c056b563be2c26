/** The requirements for a PostgreSQL server, and the refusals of a start. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { checkPostgres } from '../../src/clients/cli/doctor/checks'
import { openPostgres } from '../../src/postgres/drivers/postgres'
import { StartError } from '../../src/postgres/errors'
import { statement } from '../../src/postgres/statement'
import { newCluster, withoutPostgres } from '../crash/cluster'
import { aFolder } from '../support/folders'
import { hasPgBouncer, killPgBouncers, startPgBouncer } from '../support/pgbouncer'
import { randomOf } from '../support/random'
import { administer, hasPostgres, postgresStorage } from '../support/storage'
import { openFloor } from '../support/trading-floor'

const remove: (() => Promise<unknown>)[] = []
afterEach(killPgBouncers)
afterAll(async () => {
  for (const each of remove.toReversed()) await each()
})

/** The text with which the start refuses; throws if it does not refuse. */
async function refusal(url: string): Promise<string> {
  const outcome = await openPostgres(url).then(
    (database) => database.close().then(() => 'it started'),
    (error: unknown) => error,
  )
  if (!(outcome instanceof StartError)) throw outcome
  expect(outcome.message).not.toContain('\n')
  expect(outcome.message).not.toContain(new URL(url).password || 'no password')
  return outcome.message
}

async function rowsOf(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  let rows: readonly Record<string, unknown>[] = []
  await administer(async (sql) => {
    rows = await sql.unsafe(text)
  }, url)
  return rows
}

const TABLES = `select table_schema as schema, count(*)::int as count
  from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema') group by 1 order by 1`

/** The doctor's findings about the database itself. */
const doctorOf = async (url: string): Promise<string> =>
  (await checkPostgres(url, null, () => 0))
    .filter(({ state }) => state === 'wrong')
    .map(({ found, remedy }) => `${found}; ${remedy}.`)
    .join('\n')

/** A start and the doctor say the same, and nothing is changed. */
async function expectUnfit(url: string, line: RegExp): Promise<void> {
  expect(await refusal(url)).toMatch(line)
  expect(await doctorOf(url)).toMatch(new RegExp(line.source.replace(' \\(DATABASE_URL\\)', '')))
}

let databases = 0
async function databaseWith(options: string): Promise<string> {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `paper_unfit_${process.pid}_${++databases}`
  await administer((sql) => sql.unsafe(`create database ${name} ${options}`))
  remove.push(() => administer((sql) => sql.unsafe(`drop database ${name} with (force)`)))
  url.pathname = `/${name}`
  return url.href
}

let roles = 0
/** The same database, under another user. */
async function asUser(url: string, ...changes: ((user: string) => string)[]): Promise<string> {
  const user = `paper_user_${process.pid}_${++roles}`
  const own = new URL(url)
  Object.assign(own, { username: user, password: 'a-password-of-its-own' })
  await administer(async (sql) => {
    await sql.unsafe(`create role ${user} login password 'a-password-of-its-own'`)
    for (const change of changes) await sql.unsafe(change(user))
  }, url)
  remove.push(() => administer((sql) => sql.unsafe(`drop role ${user}`)))
  return own.href
}

describe.skipIf(!hasPostgres)('[run.fit-server] a start on a PostgreSQL server', () => {
  test('whose database is not UTF8 says so before anything is made', async () => {
    const url = await databaseWith(
      "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0",
    )
    await expectUnfit(
      url,
      /^PostgreSQL at \S+ \(DATABASE_URL\) has the encoding LATIN1, .*must be UTF8; .*createdb/,
    )
    expect(await rowsOf(url, TABLES)).toEqual([])
  })

  test('that refuses the password is named without it', async () => {
    const url = new URL(await databaseWith(''))
    url.password = 'hunter2-hunter2-hunter2'
    const line = await refusal(url.href)
    expect(line).toMatch(
      /^Cannot reach PostgreSQL at .* \(DATABASE_URL\): password authentication failed/,
    )
    expect(line).not.toContain(url.password)
  })

  test('with a table of another kind keeps nothing of a failed migration', async () => {
    const url = await databaseWith('')
    await administer((sql) => sql`create table fills (of_another int)`, url)
    expect(await refusal(url)).toMatch(
      /^A migration failed on PostgreSQL at .*, nothing of it was kept: relation "fills" already/,
    )
    expect(await rowsOf(url, TABLES)).toContainEqual({ schema: 'public', count: 1 })
  })

  test('whose user may make no tables names the rights, and what gives them', async () => {
    const url = await databaseWith('')
    const name = new URL(url).pathname.slice(1)
    const stranger = await asUser(url)
    expect(await refusal(stranger)).toMatch(
      new RegExp(
        String.raw`^PostgreSQL at \S+ \(DATABASE_URL\) cannot be migrated by its user \w+, who ` +
          String.raw`lacks CREATE on the database \w+ and CREATE on the schema public; .*owner to`,
      ),
    )
    expect(await doctorOf(stranger)).toMatch(/the user may not make tables; .*owner to/)
    expect(await rowsOf(url, TABLES)).toEqual([])
    const owner = await asUser(url, (user) => `alter database ${name} owner to ${user}`)
    const database = await openPostgres(owner)
    await database.close()
    await rowsOf(url, `alter database ${name} owner to postgres`)
    await rowsOf(url, `reassign owned by ${new URL(owner).username} to postgres`)
  })

  test('that is read-only says so', async () => {
    const url = await databaseWith('')
    const user = await asUser(
      url,
      (user) => `alter role ${user} set default_transaction_read_only = on`,
    )
    await expectUnfit(user, /^PostgreSQL at \S+ \(DATABASE_URL\) is read-only: default_transaction/)
  })

  test('uses the schema public, whatever the path of its user, also one who only trades', async () => {
    const url = await databaseWith('')
    await rowsOf(url, 'create schema elsewhere')
    const database = await openPostgres(url)
    await database.close()
    const trader = await asUser(
      url,
      (user) => `alter role ${user} set search_path = elsewhere`,
      (user) => `grant usage on schema public, drizzle, elsewhere to ${user}`,
      (user) => `grant select, insert, update, delete on all tables in schema public to ${user}`,
      (user) => `grant select on all tables in schema drizzle to ${user}`,
    )
    const trading = await openPostgres(trader)
    const floor = await openFloor(trading)
    await floor.account('acc_of_a_trader')
    await trading.close()
    expect(await rowsOf(url, 'select count(*)::int as count from accounts')).toEqual([{ count: 1 }])
    expect(await rowsOf(url, TABLES)).toMatchObject([{ schema: 'drizzle' }, { schema: 'public' }])
    await rowsOf(url, `drop owned by ${new URL(trader).username}`)
  })

  test.each([
    ['sslmode=verify-full&sslrootcert=/nowhere/ca.pem', 'Cannot read /nowhere/ca.pem (sslrootcert'],
    ['sslrootcert=/nowhere/ca.pem', 'DATABASE_URL has sslrootcert without sslmode='],
  ])('with %s says what is missing', async (parameters, line) => {
    expect(await refusal(`${process.env.TEST_DATABASE_URL}?${parameters}`)).toStartWith(line)
  })
})

describe.skipIf(withoutPostgres() !== null || !hasPostgres)('a cluster', () => {
  test('[run.fit-server] that is a standby is reported as one', async () => {
    const cluster = await newCluster(randomOf(1))
    remove.push(() => cluster.remove())
    const standby = await cluster.followed()
    remove.push(() => standby.remove())
    await expectUnfit(standby.url, /^PostgreSQL at \S+ \(DATABASE_URL\) is a standby, .*primary/)
  })

  test('[run.server-tls] is asked for its certificate, by the authority that the URL names', async () => {
    const cluster = await newCluster(randomOf(2))
    remove.push(() => cluster.remove())
    const folder = await aFolder()
    const [cert, key, foreign] = ['server.crt', 'server.key', 'foreign.crt'].map((name) =>
      join(folder, name),
    )
    const make = (subject: string, out = '', keyOut = '', names = '') =>
      Bun.spawnSync([
        'openssl',
        'req',
        '-new',
        '-x509',
        '-nodes',
        '-days',
        '2',
        '-newkey',
        'rsa:2048',
        '-subj',
        `/CN=${subject}`,
        '-addext',
        `subjectAltName=${names}`,
        '-out',
        out,
        '-keyout',
        keyOut,
      ])
    make('paper', cert, key, 'DNS:localhost')
    make('paper', foreign, join(folder, 'foreign.key'), 'DNS:localhost')
    const [certText = '', keyText = ''] = await Promise.all(
      [cert, key].map((path) => Bun.file(path ?? '').text()),
    )
    // PostgreSQL reads its certificate from its own folder.
    const [{ dir = '' } = {}] = await cluster.ask<{ dir: string }>(
      "select current_setting('data_directory') as dir",
    )
    await writeFile(join(dir, 'server.crt'), certText)
    await writeFile(join(dir, 'server.key'), keyText, { mode: 0o600 })
    Bun.spawnSync(['chown', '--reference', dir, join(dir, 'server.key'), join(dir, 'server.crt')])
    await cluster.ask('alter system set ssl = on')
    await cluster.ask('select pg_reload_conf()')

    const at = (host: string, parameters: string): string => {
      const url = new URL(cluster.url)
      url.hostname = host
      return `${url.href}?${parameters}`
    }
    const verified = await openPostgres(at('localhost', `sslmode=verify-full&sslrootcert=${cert}`))
    await verified.close()
    const anyName = await openPostgres(at('127.0.0.1', `sslmode=verify-ca&sslrootcert=${cert}`))
    await anyName.close()
    expect(await refusal(at('127.0.0.1', `sslmode=verify-full&sslrootcert=${cert}`))).toMatch(
      /^Cannot reach PostgreSQL at .*(?:altname|ERR_TLS)/i,
    )
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      expect(await refusal(at('localhost', `sslmode=${mode}&sslrootcert=${foreign}`))).toMatch(
        /^Cannot reach PostgreSQL at .*self.signed/i,
      )
    }
  })
})

describe.skipIf(!hasPostgres || !hasPgBouncer)('[run.pooler] PgBouncer', () => {
  const SETTINGS = statement(
    [],
    sql`select current_setting('lock_timeout'),
      current_setting('idle_in_transaction_session_timeout'), current_setting('enable_seqscan')`,
    (row) => row,
  )
  const LOCKS = "select count(*)::int as held from pg_locks where locktype = 'advisory'"

  test.each(['transaction', 'statement'])('by %s is refused, with the reason', async (mode) => {
    const storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    for (const size of [1, 20]) {
      const pooler = await startPgBouncer(url, `pool_mode = ${mode}`, `default_pool_size = ${size}`)
      await expectUnfit(
        pooler,
        new RegExp(
          String.raw`^PostgreSQL at \S+ \(DATABASE_URL\) is a connection pooler that gives each ` +
            'transaction another session, .*pool_mode=session',
        ),
      )
    }
    expect(await rowsOf(url, TABLES)).toEqual([])
    await killPgBouncers()
    await storage.remove()
  })

  test('by session, as it comes, keeps what a session sets, and no lock of a migration', async () => {
    const storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    const pooler = await startPgBouncer(url, 'pool_mode = session')
    for (let start = 0; start < 2; start++) {
      const database = await openPostgres(pooler)
      expect(await rowsOf(url, LOCKS)).toEqual([{ held: 0 }])
      // It writes rows as a server does.
      if (start === 0) await (await openFloor(database)).account('acc_pooled')
      const [settings] = await database.all(SETTINGS, {})
      expect(settings).toEqual(['2s', '10s', 'off'])
      await database.close()
    }
    expect(await doctorOf(pooler)).toBe('')
    await killPgBouncers()
    await storage.remove()
  })

  test('that gives us one session alone is too small', async () => {
    const storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    const pooler = await startPgBouncer(url, 'pool_mode = session', 'default_pool_size = 1')
    expect(await refusal(pooler)).toMatch(
      /is a connection pooler that gives us no second session; /,
    )
    await killPgBouncers()
    await storage.remove()
  })
})
