/** The listed instruments in a database that has older, changed and imported ones. */
import { expect, test } from 'bun:test'
import {
  addPlainInstruments,
  bringInstruments,
  changeInstrument,
  importInstruments,
  listInstruments,
  listModelled,
} from '../../src/ledger/instruments'
import type { ListedInstrument } from '../../src/market/instruments/listed'
import { fromStored, toStored } from '../../src/market/instruments/reference'
import type { StatementRunner } from '../../src/postgres/statement'
import { freshDatabase } from '../support/database'
import { listed } from '../support/feed'

const { drizzle, ...database } = await freshDatabase()

const named = (symbol: string, changes: Partial<ListedInstrument>) => listed(symbol, '100', changes)
const found = async (symbol: string) =>
  (await listInstruments(database)).find((each) => each.symbol === symbol)

test('a start corrects the names and listings of stored instruments', async () => {
  await bringInstruments(database, [named('MOVED', { name: 'Old Inc.', exchange: 'XNYS' })])
  await bringInstruments(database, [
    named('MOVED', { name: 'New Inc.', nameKo: '뉴', sector: 'IT' }),
  ])
  expect(await found('MOVED')).toMatchObject({
    name: 'New Inc.',
    nameKo: '뉴',
    exchange: 'XNAS',
    sector: 'IT',
  })
})

test('a start sends nothing if all instruments are stored as they are listed', async () => {
  const listing = [named('LIKE', { name: 'Like Inc.' }), named('UNLIKE', { name: 'Old Inc.' })]
  await bringInstruments(database, listing)
  await changeInstrument(drizzle, 'LIKE', { tradable: 'SUSPENDED' })
  const stored = await listInstruments(database)
  const sent: unknown[] = []
  const watched: StatementRunner = {
    all(asked, parameters) {
      sent.push(parameters)
      return database.all(asked, parameters)
    },
  }
  expect(await bringInstruments(watched, listing, stored)).toBe(false)
  expect(sent).toEqual([])
  const renamed = listing.map((one) => ({ ...one, name: one.name.replace('Old', 'New') }))
  expect(await bringInstruments(watched, renamed, stored)).toBe(true)
  expect(sent).toMatchObject([{ symbol: '{"UNLIKE"}', name: '{"New Inc."}' }])
  expect(await found('UNLIKE')).toMatchObject({ name: 'New Inc.' })
})

test('a start leaves the states that an operator has set', async () => {
  await bringInstruments(database, [named('STOPPED', { name: 'Old Inc.' })])
  await changeInstrument(drizzle, 'STOPPED', { tradable: 'SUSPENDED', dayMarketTradable: false })
  await bringInstruments(database, [named('STOPPED', { name: 'New Inc.' })])
  expect(await found('STOPPED')).toMatchObject({
    name: 'New Inc.',
    tradable: 'SUSPENDED',
    dayMarketTradable: false,
  })
})

test('a start leaves an imported instrument as it was imported', async () => {
  const mine = named('MINE', {
    name: 'Mine Inc.',
    nameKo: '마인',
    groups: [{ group: 'OIL', weight: -0.5 }],
  })
  await importInstruments(drizzle, [toStored(mine)])
  await bringInstruments(database, [named('MINE', { name: 'Yours Inc.' })])
  const stored = (await listModelled(drizzle)).filter(({ symbol }) => symbol === 'MINE')
  expect(fromStored(stored, [])).toMatchObject([{ ...mine, referencePrice: expect.anything() }])
})

test('an instrument known only by its bars gets its name once it is listed', async () => {
  await database.transaction((session) => addPlainInstruments(session, ['BARE']))
  await bringInstruments(database, [named('BARE', { name: 'Bare Inc.' })])
  expect(await found('BARE')).toMatchObject({ name: 'Bare Inc.', exchange: 'XNAS' })
})

test('an import that changes nothing says so', async () => {
  const once = named('ONCE', { follows: { symbol: 'MINE', times: -2 } })
  expect(await importInstruments(drizzle, [toStored(once)])).toEqual({ added: 1, changed: 0 })
  expect(await importInstruments(drizzle, [toStored(once)])).toEqual({ added: 0, changed: 0 })
  const twice = { ...once, follows: { symbol: 'MINE', times: 2 } }
  expect(await importInstruments(drizzle, [toStored(twice)])).toEqual({ added: 0, changed: 1 })
})
