/** Bars in a file that databases share, and bars beside a server that has the folder open. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { barsCommand } from '../../src/clients/cli/bars/command'
import { marketCommand } from '../../src/clients/cli/market/command'
import { serveCommands } from '../../src/clients/cli/server/command'
import { type Broker, startBroker } from '../../src/clients/testing'
import { openBarFile } from '../../src/ledger/bar-file'
import { type Brokerage, openBrokerage } from '../../src/server/compose/brokerage'
import { configOf } from '../support/api'
import { run } from '../support/command'
import { aFolder } from '../support/folders'

const CLOSES = [{ close: '100.50' }, { close: '101.00', volume: '23400000' }]
const CSV = `symbol,date,open,high,low,close,volume
AAPL,2026-03-02,100,101,99,100.5,23400000
AAPL,2026-03-03,100.5,102,100,101,23400000
ACME,2026-03-02,10,11,9,10.5,700000
`
const CLOCK = '2026-03-02T10:00-05:00'

let folder = ''
let csv = ''
beforeAll(async () => {
  folder = await aFolder()
  csv = join(folder, 'bars.csv')
  writeFileSync(csv, CSV)
})

type Env = Readonly<Record<string, string>>
async function said(env: Env, ...args: readonly string[]): Promise<string> {
  const command = args[0] === 'chart' ? marketCommand : barsCommand
  const { outcome, said } = await run(command, args, { env })
  expect(outcome).toBeUndefined()
  return said
}
const faultOf = async (env: Env, ...args: readonly string[]) => {
  const { outcome, complaints } = await run(barsCommand, args, { env }).catch((error: unknown) => ({
    outcome: { fault: String(error) },
    complaints: [],
  }))
  return [...complaints, outcome?.fault ?? ''].join('\n')
}

describe('[run.bars-file] bars in a file', () => {
  let env: Env = {}
  beforeAll(async () => {
    env = { BARS_FILE: join(folder, 'us.bars') }
    const line = await said(env, 'import', csv, '--add-instruments', '--json')
    expect(JSON.parse(line)).toMatchObject({ stored: true, rows: 3, added: 3, replaced: 0 })
  })

  test('are listed, and imported again without a change', async () => {
    expect(await said(env, 'list')).toMatch(/^AAPL +1d +2 +2026-03-02 +2026-03-03$/m)
    const again = await said(env, 'import', csv, '--json')
    expect(JSON.parse(again)).toMatchObject({ added: 0, replaced: 0 })
    writeFileSync(join(folder, 'changed.csv'), CSV.replace('700000', '800000'))
    const changed = await said(env, 'import', join(folder, 'changed.csv'), '--json')
    expect(JSON.parse(changed)).toMatchObject({ added: 0, replaced: 1 })
  })

  test('are refused as a whole if one row is, as in a database', async () => {
    writeFileSync(join(folder, 'unknown.csv'), `${CSV}NEWS,2026-03-02,1,1,1,1,1\n`)
    const fault = await faultOf(env, 'import', join(folder, 'unknown.csv'))
    expect(fault).toContain('there is no instrument NEWS')
    const { bars } = JSON.parse(await said(env, 'list', '--json'))
    expect(bars).toMatchObject([{ symbol: 'AAPL', count: 2 }, { symbol: 'ACME' }])
  })

  test('are what brokers in memory trade against, any number of them', async () => {
    const start = (): Promise<Broker> =>
      startBroker({ clock: CLOCK, env: { ...env, MARKET_FEED: 'replay' } })
    const brokers = [await start(), await start()]
    for (const broker of brokers) {
      const { data } = await broker.client.api.v1.market.quotes.get({
        query: { symbols: 'AAPL,ACME,MSFT' },
      })
      const outcomes = data?.quotes.map(({ symbol, outcome }) => `${symbol} ${outcome}`)
      expect(outcomes).toEqual(['AAPL OK', 'ACME OK', 'MSFT NO_DATA'])
      await broker.close()
    }
  })

  test('are drawn', async () => {
    const drawn = await said(
      { ...env, MARKET_FEED: 'replay', MARKET_CLOCK: '2026-03-03T17:00-05:00' },
      'chart',
      'AAPL',
      '--json',
    )
    expect(JSON.parse(drawn).candles).toMatchObject(CLOSES)
  })

  test('are removed', async () => {
    const other = { BARS_FILE: join(folder, 'other.bars') }
    await said(other, 'import', csv, '--add-instruments', '--json')
    expect(await said(other, 'remove', 'acme')).toBe('1 bar of ACME removed.')
    expect(await said(other, 'list')).not.toContain('ACME')
  })

  test('need a file that is there, and that is one of bars', async () => {
    const missing = { BARS_FILE: join(folder, 'none.bars') }
    expect(await faultOf(missing, 'list')).toContain('There is no file')
    expect(await faultOf(missing, 'remove', 'AAPL')).toContain('There is no file')
    expect(await faultOf({ BARS_FILE: csv }, 'list')).toContain('cannot be opened')
    const starting = startBroker({ env: { ...missing, MARKET_FEED: 'replay' } })
    expect(starting).rejects.toThrow('There is no file')
  })

  test('are written by one process at a time', async () => {
    const file = openBarFile(env.BARS_FILE ?? '', 'write')
    await file.transaction(async () => {
      expect(await faultOf(env, 'import', csv)).toContain('Another process writes to')
    })
    file.close()
  })
})

describe('[key.running-server] beside a server that has the folder open', () => {
  let server: Brokerage
  let env: Env = {}
  beforeAll(async () => {
    env = { DATA_DIR: join(folder, 'data'), MARKET_FEED: 'replay', MARKET_CLOCK: CLOCK, PORT: '0' }
    await said(env, 'import', csv, '--add-instruments', '--json')
    server = await openBrokerage(
      configOf(env),
      { request() {}, background() {}, notice() {} },
      { serveCommands },
    )
  })
  afterAll(() => server.close())

  test('bars are listed', async () => {
    expect(await said(env, 'list')).toMatch(/^ACME +1d +1 /m)
  })

  test('a chart of them is drawn', async () => {
    const at = ['--at', '2026-03-03T17:00-05:00']
    const drawn = JSON.parse(await said(env, 'chart', 'AAPL', ...at, '--json'))
    expect(drawn.candles).toMatchObject(CLOSES)
  })
})
