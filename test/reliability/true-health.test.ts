/** `/readyz` is 200 only if an order would be accepted now and the market moves. */
import { afterAll, afterEach, beforeAll, describe, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../support/folder-storage'
import { aFolder } from '../support/folders'
import { killServers, startServer } from '../support/server-process'
import { silentProxy } from '../support/silent-proxy'
import { steeredWallClock } from '../support/steered-wall-clock'
import { administer, hasPostgres, postgresStorage } from '../support/storage'
import { apiOf } from '../support/trader'
import { MONDAY_AT_TEN } from '../support/trading-floor'
import { until } from '../support/until'

afterEach(async () => {
  await killServers()
})

async function readiness(url: string) {
  const { status, error } = await apiOf(url).readyz.get()
  const refused = error !== null && 'reasons' in error.value ? error.value.reasons : []
  return { status, reasons: refused.join('; ') }
}
async function moverOf(url: string) {
  const { data, error } = await apiOf(url).health.get()
  const health = data ?? error.value
  return 'market' in health ? health.market.movedBy : null
}
const becomes = (url: string, status: number, reason: string) =>
  until(
    () => readiness(url),
    (seen) => seen.status === status && seen.reasons.includes(reason),
  )

describe.skipIf(!hasPostgres)('a server on PostgreSQL is not ready', () => {
  let storage: Storage
  let databaseUrl = ''
  let name = ''
  beforeAll(async () => {
    storage = await postgresStorage()
    databaseUrl = storage.settings.DATABASE_URL ?? ''
    name = new URL(databaseUrl).pathname.slice(1)
  })
  afterAll(() => storage.remove())

  const dropConnections = () =>
    administer(
      (sql) => sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`,
    )
  const readOnly = async (on: boolean) => {
    await administer((sql) =>
      sql.unsafe(`alter database ${name} set default_transaction_read_only to ${on}`),
    )
    await dropConnections()
  }

  test('while the database is read-only', async () => {
    const url = await startServer(storage.settings).listening
    await becomes(url, 200, '')
    await readOnly(true)
    await becomes(url, 503, 'the database is read-only')
    await readOnly(false)
    await becomes(url, 200, '')
  })

  test('while the database is away', async () => {
    const url = await startServer(storage.settings).listening
    await becomes(url, 200, '')
    await administer((sql) => sql.unsafe(`alter database ${name} allow_connections false`))
    await dropConnections()
    await becomes(url, 503, 'the database')
    await administer((sql) => sql.unsafe(`alter database ${name} allow_connections true`))
    await becomes(url, 200, '')
  })

  test('while its connections are silent', async () => {
    const proxy = await silentProxy(databaseUrl)
    const url = await startServer({ DATABASE_URL: proxy.url }).listening
    await becomes(url, 200, '')
    proxy.silence()
    await becomes(url, 503, 'the database has not answered')
    proxy.stop()
  })

  test('for longer than it takes another server to move a market that stands still', async () => {
    const own = await postgresStorage()
    const clock = await steeredWallClock(MONDAY_AT_TEN)
    const servers = [clock.start(own.settings), clock.start(own.settings)]
    const urls = await Promise.all(servers.map(({ listening }) => listening))
    for (const url of urls) await becomes(url, 200, '')
    // Either may move it: one that stands still for 3 s loses the market.
    const movers = await until(
      () => Promise.all(urls.map(moverOf)),
      (seen) => seen.includes('this server') && seen.includes('another server'),
    )
    servers[movers.indexOf('this server')]?.signal('SIGSTOP')
    const url = urls[movers.indexOf('another server')] ?? ''
    await until(
      () => moverOf(url),
      (movedBy) => movedBy === 'this server',
    )
    await becomes(url, 200, '')
    await killServers()
    await clock.remove()
    await own.remove()
  })
})

/** As root of a machine that lets it, a file system of its own that is soon full. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await aFolder()
  const mounted = Bun.spawnSync([
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m`,
    'tmpfs',
    folder,
  ])
  return mounted.success ? folder : null
}

test.skipIf(hasPostgres)('a server on a folder is not ready while the disk is full', async () => {
  const disk = await smallDisk(160)
  if (disk === null) return
  try {
    const server = startServer({ DATA_DIR: join(disk, 'data') })
    const url = await server.listening
    await becomes(url, 200, '')
    const filler = join(disk, 'filler')
    Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=1M'], { stderr: 'ignore' })
    Bun.spawnSync(['sh', '-c', `cat /dev/zero >>${filler}`], { stderr: 'ignore' })
    await becomes(url, 503, 'the disk of the database is full')
    await writeFile(filler, '')
    await becomes(url, 200, '')
    await server.kill('SIGTERM')
  } finally {
    await killServers()
    Bun.spawnSync(['umount', disk])
  }
})
