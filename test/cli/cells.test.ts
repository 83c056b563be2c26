/** `--cells FILE`: one command for the databases of all cells. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { auditCommand } from '../../src/clients/cli/audit/command'
import { keysCommand } from '../../src/clients/cli/keys/command'
import { marketCommand } from '../../src/clients/cli/market/command'
import type { CliCommand } from '../../src/clients/cli/shared/command-line'
import { isHalted } from '../../src/ledger/market-state'
import { run } from '../support/command'
import type { Storage } from '../support/folder-storage'
import { aFolder } from '../support/folders'
import { STORAGES } from '../support/storage'

/** The environment of an operator who also runs a server. */
const ENV = { PAPER_CLIENT_ID: 'pk_test_1', PAPER_CLIENT_SECRET: 'sk_test_0123456789', CELL: 'c' }

async function fileOf(text: string): Promise<string> {
  const path = join(await aFolder(), 'cells')
  await Bun.write(path, text)
  return path
}

describe.each(STORAGES)('[run.cells] a file of cells, on %s', (_, openStorage) => {
  let storages: readonly Storage[] = []
  let cells = ''
  beforeAll(async () => {
    storages = await Promise.all([openStorage(), openStorage()])
    const [a, b] = storages.map(({ settings }) => settings.DATABASE_URL ?? settings.DATA_DIR)
    cells = await fileOf(`# name database\na ${a}\n\nb  ${b}  # the second\n`)
    const { outcome, said } = await inCells(keysCommand, 'create', '--json')
    expect(outcome).toBeUndefined()
    expect(said.split('\n').map((line) => JSON.parse(line))).toEqual([
      { cell: 'a', answer: expect.objectContaining({ clientId: expect.stringMatching(/_a_/) }) },
      { cell: 'b', answer: expect.objectContaining({ clientId: expect.stringMatching(/_b_/) }) },
    ])
  })
  afterAll(() => Promise.all(storages.map((storage) => storage.remove())))

  const inCells = (command: CliCommand, ...args: readonly string[]) =>
    run(command, [...args, '--cells', cells], { env: ENV })

  test('[run.cell-database] runs in the cells after one that fails, and says which has', async () => {
    const swapped = await fileOf((await Bun.file(cells).text()).replace('a ', 'c '))
    const { outcome, said, complaints } = await run(keysCommand, [`--cells=${swapped}`, 'list'])
    expect(outcome).toEqual({ fault: 'Failed in 1 of 2 cells: c' })
    expect(said).toMatch(/^cell c\ncell b\n.*pk_test_b_/s)
    expect(complaints).toEqual([
      'cell c: CELL is c, but this database is the cell a. Set CELL=a, or choose another database.',
    ])
  })

  test('[run.shards] writes no instruments if all are stored: a lost worker stops no halt', async () => {
    await inCells(marketCommand, 'resume')
    for (const storage of storages) {
      const { drizzle, close } = await storage.open()
      await drizzle.execute(sql`create function refuse() returns trigger language plpgsql
        as $$ begin raise 'a worker is lost'; end $$`)
      await drizzle.execute(sql`create trigger refuse before insert on instruments
        for each statement execute function refuse()`)
      await close()
    }
    expect((await inCells(marketCommand, 'halt')).complaints).toEqual([])
    expect((await inCells(marketCommand, 'resume')).complaints).toEqual([])
  })

  test('[run.halt] halts placing in each cell, and resumes it', async () => {
    const halted = async () => {
      const database = await storages[1]?.open()
      const found = database && (await isHalted(database))
      await database?.close()
      return found
    }
    expect((await inCells(marketCommand, 'halt', '--json')).said).toBe(
      '{"cell":"a","answer":{"halted":true}}\n{"cell":"b","answer":{"halted":true}}',
    )
    expect(await halted()).toBe(true)
    const { said } = await inCells(marketCommand, 'resume')
    expect(said).toBe('cell a\nOrders can be placed again.\ncell b\nOrders can be placed again.')
    expect(await halted()).toBe(false)
  })
})

test.each([
  ['', 'it has no cell.'],
  ['a', 'line 1: write a name and a database.'],
  ['A folder', 'line 1: "A" is no name: 1 to 8 small letters and digits, or -.'],
  ['a one\n- two\na three', 'line 3: a is in it twice.'],
])('[run.cells] refuses the file %j, and does nothing', async (text, says) => {
  const file = await fileOf(text)
  const { outcome, said } = await run(keysCommand, ['create', '--cells', file])
  expect({ outcome, said }).toEqual({ outcome: { fault: `${file}: ${says}` }, said: '' })
})

test('[run.cells] refuses a file that is not there', async () => {
  const { outcome } = await run(auditCommand, ['--cells', '/none/here'])
  expect(outcome).toEqual({ fault: '/none/here: there is no such file, or it cannot be read.' })
})
