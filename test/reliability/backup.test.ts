/** The commands of docs/reliability.md bring back all that was there. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findingsOn } from '../support/audited'
import { folderStorage, type Storage } from '../support/folder-storage'
import { killServers, startServer } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'
import { signIn } from '../support/trader'

const ROOT = new URL('../..', import.meta.url).pathname

/** The commands below a heading, in their order. */
async function commandsBelow(heading: string): Promise<readonly string[]> {
  const text = await Bun.file(`${ROOT}docs/reliability.md`).text()
  const [, section = ''] = text.split(`\n### ${heading}\n`)
  const [own = ''] = section.split('\n##')
  return [...own.matchAll(/```sh\n([^`]+)\n```/g)].map(([, command = '']) => command)
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-backup.'))
})
afterEach(async () => {
  await killServers()
  await rm(folder, { recursive: true })
})

async function shell(command: string | undefined, { settings }: Storage): Promise<void> {
  const programs = Bun.spawnSync(['bash', `${ROOT}.ci/postgres`, '--bin'])
    .stdout.toString()
    .trim()
  const child = Bun.spawn(['bash', '-ec', command ?? 'false'], {
    cwd: folder,
    env: { PATH: `${programs}:${process.env.PATH}`, ...settings },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
}

const started = async (storage: Storage) => {
  const server = startServer({ ...storage.settings, MARKET_SPEED: '10' })
  return { server, trader: await signIn(await server.listening) }
}

/** An order that is filled, and one that waits. */
async function traded(storage: Storage) {
  const { server, trader } = await started(storage)
  const { orderId } = await trader.buy('filled', 3)
  await trader.filled(orderId)
  await trader.api.v1.orders.post({
    symbol: 'KO',
    side: 'BUY',
    orderType: 'LIMIT',
    quantity: 2,
    limitPrice: 1,
    clientOrderId: 'waits',
  })
  return { server, ...(await seenBy(trader)) }
}

async function seenBy(trader: Awaited<ReturnType<typeof signIn>>) {
  const { data } = await trader.api.v1.orders.get({ query: { limit: 500 } })
  const { cashAmount, buyingPower } = await trader.account()
  return { orders: data?.orders, fills: await trader.fills(), cashAmount, buyingPower }
}

async function expectToBeBack(storage: Storage, before: Awaited<ReturnType<typeof traded>>) {
  expect(await findingsOn(storage)).toEqual([])
  const { server: _, ...then } = before
  const { trader } = await started(storage)
  expect(await seenBy(trader)).toEqual(then)
  expect(await trader.buy('filled', 3)).toMatchObject({ replayed: true })
  await trader.filled((await trader.buy('afterwards')).orderId)
}

test.skipIf(hasPostgres)(
  'a copy of the folder, made while no server has it, is a backup',
  async () => {
    const [copy, back] = await commandsBelow('The embedded database')
    const storage = await folderStorage()
    const before = await traded(storage)
    expect((await before.server.kill('SIGTERM')).status).toBe(0)
    await shell(copy, storage)
    await storage.remove()
    await shell(back, storage)
    await expectToBeBack(storage, before)
    await killServers()
    await storage.remove()
  },
)

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const storages: Storage[] = []
  afterAll(async () => {
    for (const storage of storages) await storage.remove()
  })

  test('a dump, made beside a running server, is a backup', async () => {
    const [dump, restore] = await commandsBelow('PostgreSQL')
    const [storage, empty] = [await postgresStorage(), await postgresStorage()]
    storages.push(storage, empty)
    const before = await traded(storage)
    await shell(dump, storage)
    await shell(restore, empty)
    await killServers()
    await expectToBeBack(empty, before)
  })
})
