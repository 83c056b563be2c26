/** A database is one cell, or none, for good. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { CONTROL_KEYS } from '../../src/clients/cli/keys/command'
import { agreeOnCell, cellOf, checkCell } from '../../src/identity/cell'
import { makeFirstClient } from '../../src/identity/keys'
import { StartError } from '../../src/postgres/errors'
import { readConfig } from '../../src/server/config/config'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const database = await freshDatabase()
const { drizzle } = database
beforeEach(freshDatabase)

/** The first client of a start with this CELL. */
async function start(cell: string | null) {
  const read = readConfig(cell === null ? {} : { CELL: cell })
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  await checkCell(drizzle, cell)
  return makeFirstClient(database, read.config, MONDAY_AT_TEN)
}
const refusalOf = (started: Promise<unknown>): Promise<string> =>
  started.then(
    () => '',
    (error: unknown) => (error instanceof StartError ? error.message : String(error)),
  )

describe('[run.cell-database] a database', () => {
  test('keeps the cell of its first start, and refuses another one and none', async () => {
    await start('a')
    expect(await cellOf(drizzle)).toBe('a')
    expect(await start('a')).toBeNull()
    expect(await refusalOf(start('b'))).toBe(
      'CELL is b, but this database is the cell a. Set CELL=a, or choose another database.',
    )
    expect(await refusalOf(start(null))).toBe(
      'CELL is unset, but this database is the cell a. Set CELL=a, or choose another database.',
    )
  })

  test('that has clients without a cell gets no name', async () => {
    await start(null)
    expect(await refusalOf(start('a'))).toBe(
      'CELL is a, but this database has clients whose ids name no cell, so it stays without one. ' +
        'Unset CELL, or choose another database.',
    )
    expect(await cellOf(drizzle)).toBeNull()
    expect(await start(null)).toBeNull()
  })

  test('is one cell if two cells start on it at once', async () => {
    const starts = await Promise.all([start('a'), start('b'), start(null)].map(refusalOf))
    expect(starts.filter((refusal) => refusal === '')).toHaveLength(1)
  })

  test('that a command has named can have its keys before its first start', async () => {
    await agreeOnCell(drizzle, 'a')
    expect(await refusalOf(agreeOnCell(drizzle, 'b'))).toContain('this database is the cell a')
    expect(await refusalOf(start('b'))).toContain('this database is the cell a')
  })
})

test('[run.cell-ids] a key that is made later has the cell of its database', async () => {
  const first = await start('a')
  expect(first?.clientId).toMatch(/^pk_test_a_[0-9a-f]{24}$/)
  expect(first?.clientSecret).toMatch(/^sk_test_[\w-]{43}$/)
  expect(first?.accountIds).toEqual([expect.stringMatching(/^acc_a_[0-9A-F]{16}$/)])
  const { config } = readConfigOf({})
  const deps = { ...config, drizzle, serverUrl: '', now: () => MONDAY_AT_TEN }
  const { text } = await CONTROL_KEYS.answer(deps, ['create', '--accounts', '2', '--json'])
  expect(JSON.parse(text)).toMatchObject({
    clientId: expect.stringMatching(/^pk_test_a_/),
    accountIds: [expect.stringMatching(/^acc_a_/), expect.stringMatching(/^acc_a_/)],
  })
})

function readConfigOf(env: Readonly<Record<string, string>>) {
  const read = readConfig(env)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read
}
