/**
 * Writes the rows of index funds, and of what follows them, into us.csv, from the rows of the
 * stocks that the funds hold: `bun tools/index-funds/main.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { writeGroups } from '../../src/market/instruments/listed'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { withFundFigures } from './figures'

const FILE = new URL('../../src/market/instruments/us.csv', import.meta.url).pathname
/** The columns that end a row. Names may have commas, and no later cell has one. */
const [CELL, LAST_CELLS] = ['([^,]*)', 7]
const ROW = new RegExp(`^(.*)${`,${CELL}`.repeat(LAST_CELLS)}$`)

const figures = new Map(withFundFigures(US_INSTRUMENTS).map((each) => [each.symbol, each]))
const [header = '', ...rows] = readFileSync(FILE, 'utf8').trimEnd().split('\n')
const written = rows.map((row) => {
  const [, start, price, , volume, , sector, , follows] = ROW.exec(row) ?? []
  const instrument = figures.get(row.slice(0, row.indexOf(',')))
  if (instrument === undefined) throw new Error(`cannot read the row ${row}`)
  const { annualVolatility, beta, groups } = instrument
  return [start, price, annualVolatility, volume, beta, sector, writeGroups(groups), follows].join()
})
writeFileSync(FILE, `${[header, ...written].join('\n')}\n`)
