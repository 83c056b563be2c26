/** From the command lines to the API: imported instruments and bars, and a server's next start. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { barsCommand } from '../../src/clients/cli/bars/command'
import { instrumentsCommand } from '../../src/clients/cli/instruments/command'
import { marketCommand } from '../../src/clients/cli/market/command'
import type { CliCommand } from '../../src/clients/cli/shared/command-line'
import { openBrokerage } from '../../src/server/compose/brokerage'
import { readConfig } from '../../src/server/config/config'
import { run } from '../support/command'
import { freshDatabase } from '../support/database'

const folder = mkdtempSync(join(tmpdir(), 'paper-imported-'))
afterAll(() => rmSync(folder, { recursive: true }))

const url = process.env.TEST_DATABASE_URL
const PLACE = url ? { DATABASE_URL: url } : { DATA_DIR: join(folder, 'paper') }
const CLIENT = { PAPER_CLIENT_ID: 'pk_test_bars', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcdef' }
const CLOCK = { MARKET_CLOCK: '2026-03-02T10:00:00-05:00', MARKET_SPEED: '0' }

const INSTRUMENTS =
  'symbol,name,type,exchange,tradable,dayMarketTradable,' +
  'referencePrice,annualVolatility,dailyVolume,beta\n' +
  'ZZACME,Acme,COMMON_STOCK,XNYS,TRADABLE,true,120,0.3,1500000,1.1\n'
const BARS =
  'symbol,timestamp,open,high,low,close,volume\n' +
  'ZZACME,2026-03-02T10:00:00-05:00,20.00,21.00,19.00,20.50,60000\n'

const written = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The output of a command that must succeed. */
async function done(command: CliCommand, ...args: readonly string[]): Promise<string> {
  const { outcome, complaints, said } = await run(command, args, { env: PLACE })
  expect({ outcome, complaints }).toEqual({ outcome: undefined, complaints: [] })
  return said
}

/** A server's answers, from its start to its end. */
async function served<T>(
  settings: Record<string, string>,
  ask: (send: (method: string, path: string, body?: unknown) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const read = readConfig({ ...PLACE, ...CLIENT, ...CLOCK, RATE_LIMIT: 'off', ...settings })
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  const failed = (failure: unknown) => {
    throw failure
  }
  const { app, close } = await openBrokerage(read.config, { request: failed, background: failed })
  const headers = new Headers({ 'x-service-request-id': 'test' })
  const send = async (method: string, path: string, body?: unknown) => {
    if (body !== undefined) headers.set('content-type', 'application/json')
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return (await app.handle(new Request(`http://localhost/v1${path}`, init))).json()
  }
  try {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT.PAPER_CLIENT_ID,
      client_secret: CLIENT.PAPER_CLIENT_SECRET,
    })
    const signIn = new Request('http://localhost/v1/oauth/token', {
      method: 'POST',
      headers: {
        'x-service-request-id': 'test',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    })
    const token: unknown = await (await app.handle(signIn)).json()
    if (typeof token !== 'object' || token === null || !('access_token' in token)) {
      throw new Error(`no token: ${JSON.stringify(token)}`)
    }
    headers.set('authorization', `Bearer ${token.access_token}`)
    return await ask(send)
  } finally {
    await close()
  }
}

beforeAll(async () => {
  if (url) await freshDatabase()
})

test('imported instruments and bars are stored by paper instruments and paper bars', async () => {
  const file = written('instruments.csv', INSTRUMENTS)
  expect(await done(instrumentsCommand, 'import', file)).toBe(
    '1 instrument: 1 new, 0 changed, 0 as they were',
  )
  expect(await done(instrumentsCommand, 'import', file)).toBe(
    '1 instrument: 0 new, 0 changed, 1 as they were',
  )
  expect(await done(barsCommand, 'import', written('bars.csv', BARS))).toContain('stored    1 new')
  expect(await done(barsCommand, 'list')).toContain('ZZACME')
})

test('[run.feed] imported instruments and bars are shown and traded by a replaying server, which suspends all others', async () => {
  await served({ MARKET_FEED: 'replay' }, async (send) => {
    expect(await send('GET', '/market/quotes?symbols=ZZACME,AAPL')).toMatchObject({
      quotes: [
        { symbol: 'ZZACME', outcome: 'OK', price: '20.00' },
        { symbol: 'AAPL', outcome: 'NO_DATA' },
      ],
    })
    const order = { side: 'BUY', orderType: 'MARKET', quantity: 1 }
    expect(
      await send('POST', '/orders', { ...order, symbol: 'AAPL', clientOrderId: 'a' }),
    ).toMatchObject({ code: 'instrument-suspended' })
    expect(
      await send('POST', '/orders', { ...order, symbol: 'ZZACME', clientOrderId: 'b' }),
    ).toMatchObject({ status: 'SUBMITTED' })
  })
})

test('[run.feed] imported instruments and bars are simulated after paper market adopt and a restart', async () => {
  expect(await done(marketCommand, 'adopt')).toStartWith('MARKET_FEED  replay → simulated\n')
  const quotes = await served({}, (send) => send('GET', '/market/quotes?symbols=ZZACME'))
  expect(quotes).toMatchObject({ quotes: [{ symbol: 'ZZACME', outcome: 'OK' }] })
})

describe('an import command', () => {
  const says = async (env: Record<string, string>, ...args: readonly string[]) => {
    const { outcome } = await run(barsCommand, args, { env }).catch((error: Error) => ({
      outcome: { fault: error.message },
    }))
    return outcome?.fault
  }

  test('an import command says that a running server must be stopped first', async () => {
    const env = { DATA_DIR: join(folder, 'busy') }
    const read = readConfig({ ...env, ...CLOCK })
    if ('faults' in read) throw new Error('wrong settings')
    const server = await openBrokerage(read.config, { request: () => {}, background: () => {} })
    const remove = () => says(env, 'remove', 'AAPL')
    expect(await remove()).toContain('end the server (Ctrl-C, or SIGTERM), run this again')
    await server.close()
    expect(await remove()).toContain('has no such bars')
  })
  test('an import command says that DATA_DIR=memory keeps nothing', async () =>
    expect(await says({ DATA_DIR: 'memory' }, 'list')).toStartWith('DATA_DIR=memory keeps nothing'))
  test.each([
    [['import'], 'import needs at least one FILE; --help explains it.'],
    [['import', 'a.csv', '--interval', '5m'], '--interval: "5m" is not allowed; allowed: 1m or 1d'],
    [['import', 'a.csv', '--time-zone', 'Mars'], '--time-zone: "Mars" is not allowed'],
    [['import', 'a.csv', '--symbol', 'A', '--symbol', 'B'], 'import takes --symbol only once.'],
    [['remove'], 'remove needs SYMBOL; --help explains it.'],
    [['sell'], 'There is no command "sell"; allowed: import, list, remove.'],
    [['list', '--all'], 'list has no option --all; allowed: --json, --cells, --help'],
  ])('an import command says what is wrong with %j', async (args, reason) =>
    expect(await says({ DATA_DIR: 'memory' }, ...args)).toStartWith(reason),
  )
})

test('[run.feed] a server without bars to replay does not start', async () => {
  const read = readConfig({ DATA_DIR: 'memory', MARKET_FEED: 'replay' })
  if ('faults' in read) throw new Error('wrong settings')
  const opening = openBrokerage(read.config, { request: () => {}, background: () => {} })
  await expect(opening).rejects.toThrow('MARKET_FEED=replay: there are no bars')
})
