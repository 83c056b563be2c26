/** A bad disk has damaged a page of the orders: what each program says of it. */
import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { answerAudit, auditCommand } from '../../src/clients/cli/audit/command'
import { CONTROL_DAMAGE } from '../../src/clients/cli/doctor/checks'
import { doctorCommand } from '../../src/clients/cli/doctor/command'
import { connect } from '../../src/postgres/connect'
import type { Database } from '../../src/postgres/database'
import { watchDamage } from '../../src/server/compose/watches'
import { openControl } from '../../src/server/control-socket'
import { run } from '../support/command'
import { damagePage, fileOf, readOrders } from '../support/damage'
import { folderStorage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { signIn } from '../support/trader'

/** Processes are started, and others may keep the machine busy. */
setDefaultTimeout(600_000)

afterEach(async () => {
  await killServers()
})

let env: Readonly<Record<string, string>>
let dir: string
beforeAll(async () => {
  const { settings } = await folderStorage()
  env = { ...settings, PORT: '0' }
  dir = settings.DATA_DIR ?? ''
  const server = startServer(settings)
  const trader = await signIn(await server.listening)
  for (let times = 0; times < 3; times++) await trader.buy(`order-${times}`, 1)
  await server.kill('SIGTERM')
  damagePage(dir, fileOf(dir, 'orders'), 0)
})

const DAMAGED =
  'the table orders has a page that is not as it was written: page 0 of postgres/base/'
const RESTORE = 'restore a backup'

const opened = (): Promise<Database> =>
  connect({ kind: 'embedded', dir, durability: 'fsync' }, { damaged: 'open' })

describe('[durability.damage] of a damaged table', () => {
  test('a start says in one line which it is, and what to do', async () => {
    const { status, errors } = await startServer(env).ended
    expect(status).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(errors).toContain(`Cannot open the database in ${dir} (DATA_DIR): ${DAMAGED}`)
    expect(errors).toContain('restore a backup. `paper audit` names all that can no longer be read')
  })

  test('[run.audit] the audit names what it can no longer read, and makes the other checks', async () => {
    const { outcome, said } = await run(auditCommand, [], { env })
    expect(said).toContain(`damaged  ${DAMAGED}`)
    const unread = said.split('\n').filter((line) => line.startsWith('unread  '))
    expect(unread.length).toBeGreaterThan(3)
    expect(said).toMatch(
      /^unread {2}order-fills was not checked of acc_\w+: the table orders cannot be read: /m,
    )
    expect(said).not.toContain('unread  events-without-gaps ')
    expect(outcome?.fault).toMatch(/^1 account, 24 checks: .+ The database is damaged: restore a /)

    const { said: json } = await run(auditCommand, ['--json'], { env })
    expect(JSON.parse(json)).toMatchObject({
      accounts: 1,
      damaged: [{ what: 'the table orders' }],
      unread: expect.arrayContaining([expect.objectContaining({ check: 'order-fills' })]),
    })
  })

  test('[run.audit] a server that has the folder open says the same for the command', async () => {
    const database = await opened()
    const { signal } = new AbortController()
    const control = await openControl(dir, () => answerAudit(database, signal))
    const { outcome, said } = await run(auditCommand, [], { env })
    await control.close()
    await database.close()
    expect(said).toContain(`damaged  ${DAMAGED}`)
    expect(outcome?.fault).toContain(RESTORE)
  })

  test('the doctor names it, of a folder at rest and of one that a server has', async () => {
    const pages = async (): Promise<unknown> => {
      const { said } = await run(doctorCommand, ['--json'], { env })
      const { findings } = JSON.parse(said)
      return findings.filter(({ check }: { readonly check: string }) => check === 'pages')
    }
    const wrong = { check: 'pages', state: 'wrong', found: expect.stringContaining(DAMAGED) }
    const remedy = expect.stringContaining(RESTORE)
    expect(await pages()).toEqual([{ ...wrong, remedy }])

    const database = await opened()
    const met = [{ what: 'the table orders', how: 'cannot be read' }]
    const control = await openControl(dir, async (_, command) => {
      const text = JSON.stringify(command === CONTROL_DAMAGE ? met : [])
      return { ok: true, text }
    })
    const found = await pages()
    await control.close()
    await database.close()
    expect(found).toEqual([{ ...wrong, found: 'the table orders cannot be read', remedy }])
  })
})

describe('[durability.damage] a running server', () => {
  const failed = { method: 'GET', path: '/v1/orders', requestId: 'r1' }

  test('names the table that a request could not read, once', async () => {
    const database = await opened()
    const said: string[] = []
    const watch = watchDamage(
      database,
      { request: () => {}, background: () => {}, damaged: (text) => said.push(text) },
      () => () => {},
    )
    const error: unknown = await readOrders(database).catch((thrown: unknown) => thrown)
    watch.reports.request({ ...failed, error })
    watch.reports.background('the market could not move', error)
    watch.reports.request({ ...failed, error: new Error('another one') })
    await watch.end()
    await database.close()
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^the table orders cannot be read: invalid page in block 0 of relation /,
    )
    expect(said[0]).toContain(RESTORE)
    expect(watch.known()).toMatchObject([{ what: 'the table orders' }])
  })

  test('looks at all pages in turns with its other work', async () => {
    const database = await opened()
    const pauses: (() => void)[] = []
    const reported = Promise.withResolvers<string>()
    const watch = watchDamage(
      database,
      { request: () => {}, background: () => {}, damaged: reported.resolve },
      (_, resume) => {
        pauses.push(resume)
        setImmediate(resume)
        return () => {}
      },
    )
    watch.begin()
    expect(await reported.promise).toContain(DAMAGED)
    await watch.end()
    await database.close()
    expect(pauses.length).toBeGreaterThan(10)
  })
})
