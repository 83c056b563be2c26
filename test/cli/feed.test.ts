/** The programs that bring prices, against a server and a vendor of the test's own. */
import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAlpacaSource } from '../../src/clients/cli/feed/alpaca/source'
import { parseExactly, translate } from '../../src/clients/cli/feed/alpaca/stream'
import { feedCommand, itemsOfLine, statusLines } from '../../src/clients/cli/feed/command'
import { openIngestLink } from '../../src/clients/cli/feed/ingest-link'
import type { Alarm } from '../../src/market/clock'
import { fakeAlpaca } from '../support/alpaca'
import { PROGRAM, run } from '../support/command'
import { aFolder } from '../support/folders'
import { newYorkMs, utc } from '../support/live'
import { FEED_KEY, openLiveApi } from '../support/live-api'
import { until } from '../support/until'

const api = await openLiveApi()
api.app.listen({ port: 0, hostname: '127.0.0.1' })
const url = `http://127.0.0.1:${api.app.server?.port}`
const vendor = fakeAlpaca()
afterAll(async () => {
  await api.app.stop(true)
  await api.close()
  await vendor.stop()
})

const eventually = (isSo: () => boolean) => until(async () => isSo(), Boolean)

/** Rings at once: no test waits for a time to pass. */
const atOnce: Alarm = (_, ring) => {
  const timer = setImmediate(ring)
  return () => clearImmediate(timer)
}
const env = { FEED_KEY, PAPER_URL: url }

describe('[live.programs] paper feed alpaca', () => {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const settings = {
    keyId: 'key-id',
    secret: 'key-secret',
    feed: 'iex',
    symbolsMax: 30,
    roundLot: '100',
    streamUrl: vendor.streamUrl,
    restUrl: vendor.restUrl,
  }

  function begin(change: Partial<typeof settings> = {}) {
    const link = openIngestLink({
      url,
      key: FEED_KEY,
      after: atOnce,
      say,
      wanted: (symbols) => source.want(symbols),
    })
    const source = openAlpacaSource({
      ...settings,
      ...change,
      ingest: link,
      after: atOnce,
      nowMs: api.nowMs,
      say,
    })
    return { link, source }
  }

  test.each([
    [
      'whose name is not resolved',
      'ws://nowhere.invalid',
      'the name nowhere.invalid is not resolved',
    ],
    ['where nobody listens', 'ws://127.0.0.1:1', 'nothing answers at 127.0.0.1:1'],
  ])('says why it does not reach a vendor %s', async (_, streamUrl, why) => {
    const before = said.length
    const { link, source } = begin({ streamUrl })
    const complaints = () => said.slice(before).filter((line) => line.includes(why))
    await eventually(() => complaints().length > 0)
    expect(complaints()[0]).toBe(
      `the vendor's stream cannot be reached: ${why}; trying again in 1 s`,
    )
    source.close()
    link.close()
  })

  test('hears what the server needs, fills the gap before it, and comes back after a loss', async () => {
    await api.shown('AAPL')
    await api.wait(1_000)
    const { link, source } = begin()
    await eventually(() => link.counts.accepted >= 3)
    expect(vendor.sent).toContainEqual({ action: 'auth', key: 'key-id', secret: 'key-secret' })
    const all = ['AAPL']
    expect(vendor.sent).toContainEqual({
      action: 'subscribe',
      quotes: all,
      trades: all,
      bars: all,
      updatedBars: all,
      statuses: all,
    })
    expect(vendor.calls.filter((call) => call.includes('/bars')).length).toBe(2)
    expect(vendor.calls[0]).toContain('start=2023-11-14T09%3A00%3A00Z')
    expect(await api.shown()).toMatchObject({
      bidPrice: '189.98',
      bidSize: '300',
      askPrice: '190.02',
      askSize: '200',
      price: '190.00',
      volume: '2000',
    })

    vendor.deliver(
      '[{"T":"q","S":"AAPL","bp":190.10,"bs":1,"ap":190.12,"as":4,"t":"2023-11-14T22:13:20.9Z"},' +
        '{"T":"t","S":"AAPL","p":190.11,"s":25,"t":"2023-11-14T22:13:20.95Z","c":["@"]}]',
    )
    await eventually(() => link.counts.accepted >= 5)
    expect(await api.shown()).toMatchObject({ bidPrice: '190.10', price: '190.11', volume: '2025' })
    vendor.deliver('[{"T":"s","S":"AAPL","sc":"H","t":"2023-11-14T22:13:20.97Z"}]')
    await eventually(() => link.counts.accepted >= 6)
    expect(await api.shown()).toMatchObject({ outcome: 'NO_DATA' })
    vendor.deliver('[{"T":"s","S":"AAPL","sc":"T","t":"2023-11-14T22:13:20.98Z"}]')

    const before = vendor.sent.length
    vendor.drop()
    await eventually(() => vendor.sent.length >= before + 2)
    expect(vendor.sent.slice(before).map(({ action }) => action)).toEqual(['auth', 'subscribe'])
    expect(said.join('\n')).not.toContain('key-secret')
    source.close()
    link.close()
  })

  test('asks for the official prices once they may be had', async () => {
    const { link, source } = begin()
    await eventually(() => vendor.calls.some((call) => call.includes('quotes/latest')))
    await source.requestOfficials()
    expect(vendor.calls.some((call) => call.includes('/auctions'))).toBe(false)
    source.close()
    link.close()
    const pushed: unknown[] = []
    const closing = openAlpacaSource({
      ...settings,
      after: atOnce,
      say,
      nowMs: () => newYorkMs('16:17:00', '2023-11-14'),
      ingest: { push: (kind, item) => void pushed.push([kind, item]) },
    })
    closing.want(['AAPL'])
    await closing.requestOfficials()
    await closing.requestOfficials()
    closing.close()
    expect(pushed.filter((one) => JSON.stringify(one).includes('officials'))).toEqual([
      [
        'officials',
        {
          symbol: 'AAPL',
          auction: 'CLS',
          price: '187.44',
          size: '90',
          time: '2023-11-14T21:00:00.4Z',
        },
      ],
    ])
  })

  test('asks for fewer symbols if the plan allows no more', async () => {
    // A stream of a test before may still reach the shared one.
    const strict = fakeAlpaca()
    strict.symbolsMax.now = 1
    const source = openAlpacaSource({
      ...settings,
      symbolsMax: 2,
      after: atOnce,
      nowMs: api.nowMs,
      say,
      streamUrl: strict.streamUrl,
      restUrl: strict.restUrl,
      ingest: { push: () => {} },
    })
    source.want(['AAPL', 'MSFT', 'NVDA'])
    const asked = () => strict.sent.filter(({ action }) => action === 'subscribe')
    await eventually(() => asked().length >= 2)
    expect(asked().map(({ quotes }) => quotes)).toEqual([['AAPL', 'MSFT'], ['AAPL']])
    source.close()
    await strict.stop()
  })

  test('ends if the vendor refuses the key, which nobody is shown', async () => {
    const { link, source } = begin({ secret: 'another-secret' })
    expect(await source.failed).toBe('The vendor refuses: auth failed (402).')
    source.close()
    link.close()
    expect(said.join('\n')).not.toContain('another-secret')
  })

  test('takes numbers as they are written, and leaves out a quote without a side', () => {
    const [message] = Object(parseExactly('[{"T":"q","S":"A","bp":0.10000000000000000001}]'))
    expect(message.bp).toBe('0.10000000000000000001')
    const quote = { T: 'q', S: 'AAPL', bp: '0', bs: '0', ap: '190', as: '1', t: 'now' }
    expect(translate(quote, '100')).toBeUndefined()
    expect(translate({ T: 'q', S: 'AAPL' }, '100')).toBeUndefined()
    expect(translate({ T: 'l', S: 'AAPL' }, '100')).toBeUndefined()
    const print = { T: 't', S: 'AAPL', p: '1.9e2', s: '5', t: 'now', c: [' ', 'M'] }
    expect(translate(print, '100')).toEqual({
      kind: 'officials',
      item: { symbol: 'AAPL', auction: 'CLS', price: '190', size: '5', time: 'now' },
    })
  })

  test('needs the keys, from the environment', async () => {
    expect((await run(feedCommand, ['alpaca'])).outcome).toMatchObject({
      fault: expect.stringContaining('FEED_KEY is missing'),
    })
    expect((await run(feedCommand, ['alpaca'], { env })).outcome).toMatchObject({
      fault: expect.stringContaining('APCA_API_KEY_ID'),
    })
    expect((await run(feedCommand, ['alpaca', '--feed', 'otc'], { env })).outcome).toMatchObject({
      fault: expect.stringContaining('iex or sip or delayed_sip'),
    })
  })
})

describe('[live.programs] paper feed stdin', () => {
  const item = (line: string) => itemsOfLine(line, 1_700_000_000_000)
  const time = '2023-11-14T22:13:20Z'

  test('takes an item on a line, as JSON or CSV, and whole batches', () => {
    const quote = {
      symbol: 'AAPL',
      bidPrice: '1.5',
      bidSize: '2',
      askPrice: '1.6',
      askSize: '3',
      time,
    }
    expect(item('quote, AAPL, 1.5, 2, 1.6, 3')).toEqual([{ kind: 'quotes', item: quote }])
    expect(item(JSON.stringify({ kind: 'quote', ...quote }))).toEqual([
      { kind: 'quotes', item: quote },
    ])
    expect(item(JSON.stringify({ at: time, quotes: [quote], trades: [] }))).toHaveLength(1)
    expect(item('state,AAPL,HALTED')).toEqual([
      { kind: 'states', item: { symbol: 'AAPL', state: 'HALTED', time } },
    ])
    expect([item(''), item('# a comment')]).toEqual([[], []])
  })

  test.each([
    ['price,AAPL,1', '"price" is no kind'],
    ['trade,AAPL,0,1', 'trades.0.price must be'],
    ['trade,AAPL,NaN,1', 'trades.0.price must be'],
    ['trade,AAPL,1', 'trades.0.size must be'],
    ['trade,AAPL,1,1,2026-03-02T15:00:00Z,x', 'it has 5 fields, not 4'],
    ['{"kind":"trade"', 'it is not valid JSON'],
    ['{"kind":"tick"}', '"tick" is no kind'],
  ])('%s is reported: %s', (line, report) => {
    expect(item(line)).toContain(report)
  })

  test('pushes what it reads, keeps it with --record, and says what became of it', async () => {
    const path = join(await aFolder(), 'pushed.jsonl')
    const child = Bun.spawn([...PROGRAM, 'feed', 'stdin', '--record', path], {
      env: { ...env, PATH: process.env.PATH ?? '' },
      stdin: 'pipe',
      stderr: 'pipe',
    })
    const at = api.nowMs()
    child.stdin.write(`quote,MSFT,400.10,5,400.20,6,${utc(at)}\nnonsense\ntrade,NOBODY,1,1\n`)
    await child.stdin.end()
    const errors = await new Response(child.stderr).text()
    expect(await child.exited).toBe(0)
    expect(errors).toContain('line 2: "nonsense" is no kind')
    expect(errors).toContain('the server does not take NOBODY (symbol-not-found)')
    expect(errors).toContain('1 taken, 1 unknown')
    expect(await api.shown('MSFT')).toMatchObject({ bidPrice: '400.10', askSize: '6' })
    expect(readFileSync(path, 'utf8')).toContain('"symbol":"MSFT","bidPrice":"400.10"')
  })

  test('ends if the server does not take the key', async () => {
    const link = openIngestLink({
      url,
      key: 'another-key-of-the-test',
      after: atOnce,
      say: () => {},
      wanted: () => {},
    })
    expect(await link.refused).toContain('(invalid-feed-key)')
    link.close()
  })
})

describe('[live.programs] paper feed status', () => {
  test('shows how old the quotes are', async () => {
    const { said, outcome } = await run(feedCommand, ['status'], { env })
    expect(outcome).toBeUndefined()
    expect(said).toContain('SYMBOL')
    expect(said).toMatch(/MSFT +FRESH +\d/)
    const json = await run(feedCommand, ['status', '--json'], { env })
    expect(Object(JSON.parse(json.said)).symbols).toBeArray()
    const wrong = { ...env, FEED_KEY: 'another-key-of-the-test' }
    expect((await run(feedCommand, ['status'], { env: wrong })).outcome).toMatchObject({
      fault: expect.stringContaining('(invalid-feed-key)'),
    })
  })

  test('says it in words that fit the age', () => {
    const answer = { accepted: 5, rejected: { older: 2 }, refusedMessages: 1, sources: 1 }
    const symbol = (name: string, ageMs: number | null) => ({
      symbol: name,
      wanted: ageMs !== null,
      state: 'STALE',
      ageMs,
    })
    const symbols = [
      symbol('A', 1_200),
      symbol('B', 61_000),
      symbol('C', 7_200_000),
      symbol('D', null),
    ]
    expect(statusLines({ ...answer, symbols }).join('\n')).toBe(
      [
        'sources       1',
        'taken         5',
        'rejected      2 older',
        'refused       1 message',
        '',
        'SYMBOL   QUOTE   AGE     WANTED',
        'A        STALE   1.2 s   yes',
        'B        STALE   1 min   yes',
        'C        STALE   2 h     yes',
        'D        STALE',
      ].join('\n'),
    )
  })
})
