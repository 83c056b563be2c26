/** A bad disk has damaged a page of the orders on a PostgreSQL server that has checksums. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { auditCommand } from '../../src/clients/cli/audit/command'
import { doctorCommand } from '../../src/clients/cli/doctor/command'
import { type Cluster, newCluster, withoutPostgres } from '../crash/cluster'
import { run } from '../support/command'
import { damagePageIn } from '../support/damage'
import { randomOf } from '../support/random'
import { killServers, startServer } from '../support/server-process'
import { signIn } from '../support/trader'
import { until } from '../support/until'

/** Processes are started, and others may keep the machine busy. */
setDefaultTimeout(600_000)

const RESTORE = 'restore a backup'

describe.skipIf(withoutPostgres() !== null)('[durability.damage] of a damaged table', () => {
  let cluster: Cluster
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    cluster = await newCluster(randomOf(3), ['--data-checksums'])
    env = { DATABASE_URL: cluster.url, PORT: '0' }
    const server = startServer(env)
    const trader = await signIn(await server.listening)
    for (let times = 0; times < 3; times++) await trader.buy(`order-${times}`, 1)
    await server.kill('SIGTERM')
    // Nothing of the table is left for the log, which would mend it.
    await cluster.ask('vacuum (freeze) orders')
    await cluster.ask('checkpoint')
    const [{ path = '' } = {}] = await cluster.ask<{ path: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath('orders') as path`,
    )
    await cluster.kill('SIGQUIT')
    damagePageIn(path, 0)
    await cluster.start()
  })
  afterEach(killServers)
  afterAll(() => cluster.remove())

  test('a server that meets it names it in its log, once, and says what to do', async () => {
    const server = startServer(env)
    const trader = await signIn(await server.listening)
    for (let times = 0; times < 2; times++) {
      const { response } = await trader.api.v1.orders.get({ query: {} })
      expect(response.status).toBe(500)
    }
    const { errors } = await server.kill('SIGTERM')
    const named = errors.split('\n').filter((line) => line.startsWith('the table orders '))
    expect(named).toHaveLength(1)
    expect(named[0]).toMatch(
      /cannot be read: invalid page in block 0 of relation base\/\S+\. .+ restore a backup\. /,
    )
  })

  test('[run.audit] the audit names what it cannot read, and makes the other checks', async () => {
    const { outcome, said } = await run(auditCommand, [], { env })
    expect(said).toMatch(
      /^unread {2}order-fills was not checked of acc_\w+: the table orders cannot be read: /m,
    )
    expect(said).not.toContain('unread  cash ')
    expect(said).not.toContain('unread  events-without-gaps ')
    expect(outcome?.fault).toMatch(/^1 account, 24 checks: .+ The database is damaged: restore a /)
  })

  test('the doctor says how many were met', async () => {
    await run(auditCommand, [], { env })
    // PostgreSQL brings its statistics a moment later.
    const [pages] = await until(
      async () => {
        const { said } = await run(doctorCommand, ['--json'], { env })
        const { findings } = JSON.parse(said)
        return findings.filter(({ check }: { readonly check: string }) => check === 'pages')
      },
      (found) => found.length > 0,
    )
    expect(pages).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^\d+ damaged pages? (?:was|were) met$/),
      remedy: expect.stringContaining(RESTORE),
    })
  })
})
