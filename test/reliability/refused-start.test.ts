/**
 * A server that cannot start says why in one line, ends with status 1, and leaves all as it was.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { versionFault } from '../../src/postgres/drivers/prepare-server'
import { digestOf } from '../support/folder-digest'
import { folderStorage, type Storage } from '../support/folder-storage'
import { aFolder } from '../support/folders'
import { PAPER } from '../support/programs'
import { killServers, type Settings, startServer } from '../support/server-process'
import { healthy, signIn } from '../support/trader'

const SECRET = 'hunter2-hunter2-hunter2'

afterEach(async () => {
  await killServers()
})

/** A command of `paper`, as a process. */
async function ranPaper(command: readonly string[], settings: Settings) {
  const child = Bun.spawn([process.execPath, '--no-env-file', PAPER, ...command], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const errors = await child.stderr.text()
  return { status: await child.exited, errors }
}

/** What the one line says. */
async function refusal(settings: Settings): Promise<string> {
  const { status, output, errors } = await startServer(settings).ended
  expect(output).not.toContain('listening')
  expect(output + errors).not.toContain(SECRET)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
  return errors.trimEnd()
}

describe('a start with a wrong value', () => {
  test.each([
    ['PORT', 'http', 'PORT: "http" is not allowed; allowed: a whole number from 0 (any free port)'],
    ['MARKET_SPEED', 'fast', 'MARKET_SPEED: "fast" is not allowed; allowed: 0 to 10000'],
    ['MARKET_CLOK', 'system', 'MARKET_CLOK: a variable of this name is not allowed'],
    ['DATABASE_URL', `mysql://a:${SECRET}@b`, 'DATABASE_URL: mysql://… (not shown) is not allowed'],
    ['PAPER_CLIENT_SECRET', '', 'PAPER_CLIENT_SECRET: unset is not allowed; allowed: 16 to 256'],
  ])('[run.wrong-value] of %s is named with what is allowed', async (variable, value, line) => {
    expect(await refusal({ DATA_DIR: 'memory', [variable]: value })).toStartWith(line)
  })

  test('reports every wrong value', async () => {
    const { errors, status } = await startServer({ PORT: 'http', HOST: '::::' }).ended
    expect(errors.match(/^\w+: /gm)).toEqual(['HOST: ', 'PORT: '])
    expect(status).toBe(1)
  })
})

describe('a start on a folder', () => {
  test('that cannot be made names it', async () => {
    const file = join(await aFolder(), 'file')
    await writeFile(file, 'kept')
    const below = join(file, 'below')
    expect(await refusal({ DATA_DIR: below })).toStartWith(
      `Cannot write to the folder ${below} (DATA_DIR): `,
    )
    expect(await Bun.file(file).text()).toBe('kept')
  })

  test('with other files in it changes nothing', async () => {
    const dir = await aFolder()
    await mkdir(join(dir, 'postgres'))
    await writeFile(join(dir, 'postgres', 'PG_VERSION'), 'of another kind')
    expect(await refusal({ DATA_DIR: dir })).toStartWith(`Cannot open the database in ${dir} `)
    expect(await readdir(join(dir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test('[durability.whole] that has lost a file keeps its orders, and every command refuses it', async () => {
    const storage = await folderStorage()
    const { DATA_DIR = '' } = storage.settings
    const server = startServer(storage.settings)
    const trader = await signIn(await server.listening)
    await trader.buy('kept', 3)
    expect((await server.kill('SIGTERM')).status).toBe(0)
    const file = join(DATA_DIR, 'postgres', 'PG_VERSION')
    const aside = join(await aFolder(), 'PG_VERSION')
    await rename(file, aside)
    const before = digestOf(DATA_DIR)
    const line =
      `Cannot open the database in ${DATA_DIR} (DATA_DIR): postgres/PG_VERSION is missing. The ` +
      'folder is damaged, or a copy or restore into it is still under way: wait for its end, or ' +
      'restore a backup. Nothing was changed.'
    expect(await refusal(storage.settings)).toBe(line)
    for (const command of [['audit'], ['keys', 'list'], ['bars', 'list']]) {
      const { status, errors } = await ranPaper(command, storage.settings)
      expect([command, status, errors.trimEnd()]).toEqual([command, 1, line])
    }
    expect(digestOf(DATA_DIR)).toEqual(before)
    await rename(aside, file)
    const again = await signIn(await startServer(storage.settings).listening)
    expect(await again.buy('kept', 3)).toMatchObject({ replayed: true })
    await killServers()
    await storage.remove()
  })
})

describe('a start beside another server', () => {
  let storage: Storage
  beforeEach(async () => {
    storage = await folderStorage()
  })
  afterEach(() => storage.remove())

  test('neither its folder nor its port can be taken, and it serves on', async () => {
    const url = await startServer(storage.settings).listening
    const { DATA_DIR = '' } = storage.settings
    const other = await folderStorage()
    const [folder, port] = await Promise.all([
      refusal(storage.settings),
      refusal({ ...other.settings, PORT: new URL(url).port }),
    ])
    await other.remove()
    expect(folder).toBe(
      `The folder ${DATA_DIR} (DATA_DIR) is in use by another server; stop it or choose another.`,
    )
    expect(port).toStartWith(`Cannot listen on 127.0.0.1:${new URL(url).port} (HOST, PORT): `)
    for (let times = 0; times < 10; times++) await healthy(url)
  })
})

describe('a start on a used database', () => {
  test('keeps its client’s secret, and a market that does not go back', async () => {
    const storage = await folderStorage()
    const MARKET_CLOCK = '2035-01-03T10:00:00-05:00'
    const server = startServer({ ...storage.settings, MARKET_CLOCK })
    await server.listening
    await server.kill('SIGTERM')

    expect(await refusal({ ...storage.settings, MARKET_CLOCK, PAPER_CLIENT_SECRET: SECRET })).toBe(
      'The client pk_test_life (PAPER_CLIENT_ID) exists with another secret than ' +
        'PAPER_CLIENT_SECRET; set the secret that it has now, or another id.',
    )
    expect(
      await refusal({ ...storage.settings, MARKET_CLOCK: 'system', MARKET_SPEED: '' }),
    ).toMatch(/^This database's market is already at 2035-01-0.*MARKET_CLOCK=system/)

    const again = startServer({ ...storage.settings, MARKET_CLOCK })
    await healthy(await again.listening)
    await again.kill('SIGTERM')
    await storage.remove()
  })
})

describe('a start on a PostgreSQL server', () => {
  test('[run.database] that cannot be reached names it without its password', async () => {
    const DATABASE_URL = `postgres://trader:${SECRET}@127.0.0.1:1/paper`
    expect(await refusal({ DATABASE_URL })).toStartWith(
      'Cannot reach PostgreSQL at 127.0.0.1:1/paper (DATABASE_URL): ',
    )
  })

  test('before version 14 is refused', () => {
    expect(versionFault('130022', 'PostgreSQL at db:5432/paper')).toBe(
      'PostgreSQL at db:5432/paper (DATABASE_URL) is version 13; 14 or later is needed.',
    )
    expect(versionFault('140000', 'PostgreSQL at db:5432/paper')).toBeUndefined()
  })
})

describe('a start with an unexpected failure', () => {
  test('is explained by its first cause, without the failed query', async () => {
    const storage = await folderStorage()
    const database = await storage.open()
    await database.drizzle.execute(sql`drop table instruments cascade`)
    await database.close()
    const { status, errors } = await startServer(storage.settings).ended
    const [line = '', ...trace] = errors.trimEnd().split('\n')
    expect(line).toBe('The server has failed: ' + 'error: relation "instruments" does not exist')
    expect(trace.filter((each) => !each.startsWith('    at '))).toEqual([])
    expect(status).toBe(1)
    await storage.remove()
  })
})
