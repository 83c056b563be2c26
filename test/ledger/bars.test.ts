/** Imported bars in the database. */
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  type BarBlock,
  listBars,
  type NewBar,
  readBars,
  removeBars,
  writeBars,
} from '../../src/ledger/bars'
import { addInstruments } from '../../src/ledger/instruments'
import type { Database } from '../../src/postgres/database'
import type { BarInterval } from '../../src/postgres/schema/market'
import { freshDatabase } from '../support/database'
import { barsIn } from '../support/recording'
import { instrumentNamed } from '../support/trading-floor'

let database: Database
beforeEach(async () => {
  database = await freshDatabase()
  await addInstruments(database.drizzle, ['AAPL', 'MSFT'].map(instrumentNamed))
})

const write = (interval: BarInterval, text: string) =>
  writeBars(
    database,
    interval,
    barsIn(`symbol | start | open | high | low | close | volume\n${text}`),
  )

async function read(symbol: string, interval: BarInterval) {
  const blocks: BarBlock[] = []
  for await (const block of readBars(database, symbol, interval)) blocks.push(block)
  return blocks.flat()
}

const FIRST = 'AAPL | 2026-03-02 09:30 | 0.5 | 0.5001 | 0.4999 | 0.5 | 99000000000'
const SECOND = 'AAPL | 2026-03-02 09:31 | 999999.99 | 1000000 | 999999.98 | 999999.99 | 0'

describe('stored bars', () => {
  test('come back as they were written, in the order of their times', async () => {
    expect(await write('1m', `${SECOND}\n${FIRST}`)).toEqual({ added: 2, replaced: 0 })
    expect(await read('AAPL', '1m')).toEqual(
      barsIn(`symbol | start | open | high | low | close | volume\n${FIRST}\n${SECOND}`).map(
        ({ numbers }) => numbers,
      ),
    )
    expect(await read('MSFT', '1m')).toEqual([])
    expect(await read('AAPL', '1d')).toEqual([])
  })

  test('imported again take the new numbers, or stay as they are', async () => {
    await write('1m', `${FIRST}\n${SECOND}`)
    const changed = FIRST.replace('99000000000', '1')
    expect(await write('1m', `${changed}\n${SECOND}`)).toEqual({ added: 0, replaced: 1 })
    expect((await read('AAPL', '1m'))[0]?.[5]).toBe(1)
  })

  test('are listed and removed by symbol and interval', async () => {
    await write('1m', `${FIRST}\n${SECOND}`)
    await write('1d', 'AAPL | 2026-03-03 | 10 | 10 | 10 | 10 | 1')
    await write('1d', 'MSFT | 2026-03-03 | 10 | 10 | 10 | 10 | 1')
    const listed = async () =>
      (await listBars(database)).map(({ symbol, interval, count }) => [symbol, interval, count])
    expect(await listed()).toEqual([
      ['AAPL', '1m', 2],
      ['AAPL', '1d', 1],
      ['MSFT', '1d', 1],
    ])
    expect(await removeBars(database, 'AAPL', '1m')).toBe(2)
    expect(await removeBars(database, 'MSFT', null)).toBe(1)
    expect(await listed()).toEqual([['AAPL', '1d', 1]])
  })

  test('of a day are replaced by the minutes of its date, its DAY session included', async () => {
    await write(
      '1d',
      ['27', '28', '29', '30']
        .map((day) => `AAPL | 2026-10-${day} | 10 | 10 | 10 | 10 | 1`)
        .join('\n'),
    )
    await write('1m', 'AAPL | 2026-10-27 20:00 | 10 | 10 | 10 | 10 | 1')
    await write('1m', 'AAPL | 2026-10-29 19:59 | 10 | 10 | 10 | 10 | 1')
    const days = (await read('AAPL', '1d')).map(([minute]) => Math.floor(minute / 1_440))
    const [first = 0] = days
    expect(days.map((day) => day - first)).toEqual([0, 3])
  })

  test.each([
    ['a low above its open', 'AAPL | 2026-03-02 09:30 | 9 | 10 | 9.5 | 10 | 1'],
    ['a high below its close', 'AAPL | 2026-03-02 09:30 | 9 | 9 | 9 | 10 | 1'],
    ['no price', 'AAPL | 2026-03-02 09:30 | 0 | 0 | 0 | 0 | 1'],
    ['an instrument that there is not', 'NONE | 2026-03-02 09:30 | 9 | 9 | 9 | 9 | 1'],
  ])('with %s are kept out by the database itself', async (_, text) => {
    await expect(write('1m', text)).rejects.toThrow()
  })
})

test('of several blocks are read to the end', async () => {
  const bars = Array.from(
    { length: 20_001 },
    (_, minute): NewBar => ({
      symbol: 'AAPL',
      interval: '1m',
      numbers: [29_000_000 + minute, 10_000, 10_000, 10_000, 10_000, 1],
    }),
  )
  await writeBars(database, '1m', bars)
  const read20001 = await read('AAPL', '1m')
  expect(read20001.length).toBe(20_001)
  expect(read20001.at(-1)?.[0]).toBe(29_020_000)
})
