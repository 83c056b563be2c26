/** `paper doctor`: what it finds in a set-up, and what it says to do. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checkBun,
  checkClock,
  checkFiles,
  checkPostgres,
  type Diagnosis,
  diskOf,
  postgresFindings,
  roomOf,
} from '../../src/clients/cli/doctor/checks'
import { doctorCommand } from '../../src/clients/cli/doctor/command'
import { type Broker, startBroker } from '../../src/clients/testing'
import { lockFolder } from '../../src/postgres/drivers/folder-lock'
import type { InspectedServer } from '../../src/postgres/inspect'
import { run } from '../support/command'
import { aFolder } from '../support/folders'
import { hasPostgres, postgresStorage } from '../support/storage'
import { until } from '../support/until'

async function examined(env: Readonly<Record<string, string>>) {
  const { outcome, said } = await run(doctorCommand, ['--json'], {
    env: { PORT: '0', DATA_DIR: 'memory', ...env },
  })
  const { findings } = JSON.parse(said)
  const byCheck = (name: string): Diagnosis | undefined =>
    findings.find(({ check }: Diagnosis) => check === name)
  return { fault: outcome?.fault, byCheck }
}

describe('paper doctor', () => {
  test('prints a line for each check, in colour if it is wanted, and changes nothing', async () => {
    const folder = await aFolder()
    const env = { PORT: '0', DATA_DIR: folder }
    const { outcome, said } = await run(doctorCommand, [], { env })
    expect(outcome).toBeUndefined()
    expect(said).toMatch(/^✓ Bun +\d/m)
    expect(said).toMatch(/^✓ port +127.0.0.1:0 is free$/m)
    expect(said).toMatch(/^✓ DATA_DIR +\S+ can be written to$/m)
    expect(await readdir(folder)).toEqual([])
  })

  test('names a wrong variable, and one that nothing reads', async () => {
    const { fault, byCheck } = await examined({
      MARKET_SPEED: 'fast',
      MARKET_CLOK: 'open',
      DATABSE_URL: 'postgres://localhost/paper',
      HOSTNAME: 'box',
      HOME: '/home/me',
    })
    expect(fault).toBe('2 things are wrong.')
    expect(byCheck('MARKET_SPEED')).toMatchObject({ state: 'wrong' })
    expect(byCheck('MARKET_CLOK')?.remedy).toContain('MARKET_CLOCK')
    expect(byCheck('DATABSE_URL')).toMatchObject({
      state: 'doubtful',
      remedy: 'do you mean DATABASE_URL?',
    })
    expect([byCheck('HOSTNAME'), byCheck('HOME')]).toEqual([undefined, undefined])
    expect(byCheck('port')).toMatchObject({ state: 'right' })
  })

  test('finds a sandbox that others could open', async () => {
    const { byCheck } = await examined({ SANDBOX: 'on', HOST: '0.0.0.0' })
    expect(byCheck('SANDBOX')?.found).toContain('no SANDBOX_KEY')
  })

  test('finds a scenario that cannot be read', async () => {
    const { byCheck } = await examined({ SCENARIO: '/nowhere/day.txt' })
    expect(byCheck('SCENARIO')).toMatchObject({ state: 'wrong' })
  })

  test('recognizes a folder that a server uses', async () => {
    const folder = await aFolder()
    const lock = lockFolder(folder)
    expect((await examined({ DATA_DIR: folder })).byCheck('DATA_DIR')).toMatchObject({
      state: 'doubtful',
      found: `${folder} is in use by a server`,
    })
    lock.release()
    expect((await examined({ DATA_DIR: folder })).byCheck('DATA_DIR')?.state).toBe('right')
  })

  test('[durability.whole] finds a folder that is not whole', async () => {
    const folder = await aFolder()
    mkdirSync(join(folder, 'postgres'))
    const { byCheck } = await examined({ DATA_DIR: folder })
    expect(byCheck('DATA_DIR')).toMatchObject({ state: 'wrong' })
    expect(byCheck('DATA_DIR')?.found).toStartWith('postgres is empty. ')
  })

  test('[durability.whole] finds a folder whose database is missing', async () => {
    const folder = await aFolder()
    writeFileSync(join(folder, 'control.sock'), '')
    const { byCheck } = await examined({ DATA_DIR: folder })
    expect(byCheck('DATA_DIR')).toMatchObject({ state: 'wrong' })
    expect(byCheck('DATA_DIR')?.found).toStartWith('postgres is missing, though ')
  })

  test.skipIf(process.getuid?.() === 0)('finds a folder without rights', async () => {
    const folder = join(await aFolder(), 'closed')
    mkdirSync(folder, { mode: 0o500 })
    const { byCheck } = await examined({ DATA_DIR: join(folder, 'data') })
    expect(byCheck('DATA_DIR')).toMatchObject({ state: 'wrong' })
  })

  test('finds a port that another program has', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') })
    const { byCheck } = await examined({ PORT: String(other.port) })
    expect(byCheck('port')).toEqual({
      check: 'port',
      state: 'wrong',
      found: `127.0.0.1:${other.port} is taken by another program`,
      remedy: 'end it, or set PORT',
    })
    await other.stop(true)
  })
})

describe('paper doctor beside a server', () => {
  let broker: Broker
  beforeAll(async () => {
    broker = await startBroker()
  })
  afterAll(() => broker.close())

  test('finds it ready, and its key known', async () => {
    // If this process stands still for 3 s, the answer is late, and the clocks seem apart.
    const { fault, byCheck } = await until(
      () => examined({ ...broker.env, PORT: new URL(broker.url).port }),
      (seen) => ['server', 'clock', 'key'].every((name) => seen.byCheck(name)?.state === 'right'),
    )
    expect(fault).toBeUndefined()
    expect(byCheck('port')?.found).toEndWith('has a server of paper-brokerage')
    expect(byCheck('server')?.found).toBe(`${broker.url} is ready`)
    expect(byCheck('clock')?.found).toBe('agrees with the server')
    expect(byCheck('key')).toMatchObject({ state: 'right' })
  })

  test('finds a key that it does not know, and a URL at which nothing answers', async () => {
    const wrongKey = { ...broker.env, PAPER_CLIENT_SECRET: 'sk_test_0123456789' }
    expect((await examined(wrongKey)).byCheck('key')).toMatchObject({ state: 'wrong' })
    const away = { ...broker.env, PAPER_URL: 'http://127.0.0.1:1' }
    expect((await examined(away)).byCheck('server')).toMatchObject({ state: 'wrong' })
  })
})

test.each<[Diagnosis | undefined, Diagnosis['state'] | undefined]>([
  [checkBun('1.3.9'), 'wrong'],
  [checkBun('1.4.5'), 'right'],
  [checkClock(10_000, 9_000, 'it'), 'right'],
  [checkClock(10_000, 90_000, 'it'), 'doubtful'],
  [checkFiles('Max open files            1024                 4096   files')[0], 'doubtful'],
  [checkFiles('Max open files            unlimited            unlimited   files')[0], 'right'],
  [diskOf(0x6969, 'data')[0], 'doubtful'],
  [diskOf(0xff534d42 | 0, 'data')[0], 'doubtful'],
  [diskOf(0xef53, 'data')[0], undefined],
  [roomOf(50)[0], 'wrong'],
  [roomOf(500)[0], 'doubtful'],
  [roomOf(5_000)[0], 'right'],
])('a finding of the machine is judged: %j', (finding, state) => {
  expect(finding?.state).toBe(state)
})

describe('a PostgreSQL server', () => {
  const GOOD: InspectedServer = {
    where: 'PostgreSQL at db/paper',
    version: '16.2',
    versionFault: null,
    mayMigrate: true,
    migrations: { pending: 0, unknown: 0 },
    connections: { used: 10, max: 100 },
    nowMs: 0,
    cell: null,
  }
  const states = (found: Partial<InspectedServer>) =>
    postgresFindings({ ...GOOD, ...found }, null, 0).map(({ check, state }) => `${check} ${state}`)

  test.each([
    [{}, 'DATABASE_URL right'],
    [{ versionFault: 'it is version 13' }, 'DATABASE_URL wrong'],
    [{ migrations: null }, 'migrations right'],
    [{ migrations: null, mayMigrate: false }, 'migrations wrong'],
    [{ mayMigrate: false }, 'migrations right'],
    [{ migrations: { pending: 2, unknown: 0 }, mayMigrate: false }, 'migrations wrong'],
    [{ migrations: { pending: 0, unknown: 1 } }, 'migrations doubtful'],
    [{ connections: { used: 95, max: 100 } }, 'connections doubtful'],
    [{ nowMs: 60_000 }, 'clock doubtful'],
  ])('with %j is judged: %s', (found, state) => {
    expect(states(found)).toContain(state)
  })

  const CHOOSE = 'or choose another database'
  const OTHER = `but this database is the cell a → set CELL=a, ${CHOOSE}`
  const NO_CELL = 'but this database has clients whose ids name no cell, so it stays without one'
  test.each([
    [null, { stored: null, hasIds: true }, []],
    [
      'a',
      { stored: null, hasIds: false },
      ['the database is empty, and a start makes it the cell a'],
    ],
    ['a', { stored: 'a', hasIds: true }, ['the database is the cell a']],
    [null, { stored: 'a', hasIds: true }, [`wrong: CELL is unset, ${OTHER}`]],
    ['b', { stored: 'a', hasIds: true }, [`wrong: CELL is b, ${OTHER}`]],
    ['a', { stored: null, hasIds: true }, [`wrong: CELL is a, ${NO_CELL} → unset CELL, ${CHOOSE}`]],
  ])('[run.cell-database] with CELL %p and a database of %j is judged', (cell, found, findings) => {
    expect(
      postgresFindings({ ...GOOD, cell: found }, cell, 0)
        .filter(({ check }) => check === 'CELL')
        .map(({ state, found, remedy }) =>
          state === 'right' ? found : `${state}: ${found} → ${remedy}`,
        ),
    ).toEqual(findings)
  })

  test('that does not answer is wrong, and its password is not shown', async () => {
    const url = 'postgres://paper:hidden@127.0.0.1:1/paper'
    const [finding] = await checkPostgres(url, null, () => 0)
    expect(finding).toMatchObject({ check: 'DATABASE_URL', state: 'wrong' })
    expect(JSON.stringify(finding)).not.toContain('hidden')
  })

  test.skipIf(!hasPostgres)('is looked at, before its tables are made and after', async () => {
    const storage = await postgresStorage()
    const { DATABASE_URL = '' } = storage.settings
    const migrations = async () =>
      (await checkPostgres(DATABASE_URL, null, () => 0)).find(({ check }) => check === 'migrations')
    expect((await migrations())?.found).toBe(
      'the tables are not made yet; a start carries them out',
    )
    await (await storage.open()).close()
    expect((await migrations())?.found).toBe('all are carried out')
    const cell = (await checkPostgres(DATABASE_URL, 'a', () => 0)).find(
      ({ check }) => check === 'CELL',
    )
    expect(cell?.found).toBe('the database is empty, and a start makes it the cell a')
    await storage.remove()
  })
})
