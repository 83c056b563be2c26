/**
 * Requests as nobody should send them, and whether they are answered as the contract says: by a
 * success or an envelope that fit their schemas, never by a failure of ours.
 */
import fc from 'fast-check'
import type { Finding } from '../../src/ledger/audit/audit'
import { must, textIn } from '../support/answers'
import { type Api, FEED, openApi } from '../support/api'
import { findingsIn } from '../support/audited'
import { marketOrder, orderOf } from '../support/orders'
import { CLIENT_SECRET } from '../support/trading-floor'
import { type Judge, judgeOf } from './judge'

export interface Shot {
  readonly method: string
  /** Path and query as they go over the wire, escaped or not. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  /** Code units of the body; each is one byte if `bytes` is set. */
  readonly body: string | null
  readonly sentAs: 'text' | 'bytes' | 'chunks'
}

/** What exists in the brokerage, for requests that are nearly right. */
export interface Known {
  readonly token: string
  readonly orderIds: readonly string[]
  readonly cursors: readonly string[]
}

const LONG = 'x'.repeat(5_000)
const TWO_THOUSAND = Array.from({ length: 2_000 }, (_, at) => `S${at}`).join(',')

const TEXTS = [
  '',
  ' ',
  'AAPL',
  'aapl',
  'MSFT',
  'AAPL,MSFT',
  'NOPRICE',
  'BRK.B',
  'AAPL,,MSFT',
  ',',
  '-',
  '.',
  '\u017fPY',
  '한국',
  '😀',
  'AAPL\u0000',
  '\u0000',
  '\ufeffAAPL',
  'x'.repeat(65),
  LONG,
  TWO_THOUSAND,
  "'; drop table orders; --",
  '../../etc',
  '__proto__',
  'constructor',
  '{"a":1}',
  'US',
  'KR',
  'OPEN',
  'CLOSED',
  'BUY',
  'SELL',
  'MARKET',
  'LIMIT',
  'VWAP',
  'DAY',
  'IOC',
  'OPG',
  '1m',
  '1h',
  '1d',
  '1w',
  '1mo',
  '2m',
  'REGULAR',
  'PRE,AFTER',
  'DAY',
  'CLOSED',
  'ETF',
  'DR',
  'TRADABLE',
  'SELL_ONLY,BUY_ONLY',
  'true',
  'false',
  'TRUE',
  'null',
  'undefined',
  '[1]',
  'usd',
  'USD',
  'KRW',
  'EUR',
  'US1',
  'client_credentials',
  'pk_test',
  'sk_test_0123456789',
]
const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '500',
  '501',
  '1000',
  '1001',
  '00',
  '+5',
  '5.0',
  '1e2',
  '1e308',
  '1e400',
  '1e-20',
  '1e-400',
  '0.1',
  '0.000001',
  '0.0000001',
  '0.30000000000000004',
  '9007199254740993',
  '12345678901234567',
  '10000000',
  '1000000',
  '1000000.000001',
  '9.99',
  '9.999',
  '0.99999',
]
const TIMES = [
  '2026-03-02',
  '2026-02-29',
  '2024-02-29',
  '2026-03-08T02:30',
  '2026-03-08T02:30-05:00',
  '2026-03-08T02:30[America/New_York]',
  '2016-12-31T23:59:60Z',
  '2026-03-02T24:00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31T23:59:59-12:00',
  '+012026-01-01',
  '2026-03-02T09:00:00.0000000001Z',
  '2026-03-02T10:00+09:00',
  '2026-03-02T10:00 09:00',
  '2026-3-2',
  '20260302',
  'today',
  '1772463600',
  '2005-01-01',
  '2035-12-31',
  '2036-01-01',
  '2026-03-02t10:00z',
  '2026-13-01',
  '2025-03-01',
]
/** Not what any encoder makes. */
const BROKEN_ESCAPES = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%c0%80',
  '%ED%A0%80',
  '%u0041',
  'a%00b',
  '%2',
  '&&=',
  '[]',
]

const LIST = ['symbol', 'from', 'to', 'limit', 'cursor']
const CANDLES = [...LIST, 'interval', 'sessions']
const OTHER_NAMES = ['nonsense', 'market', 'limit', '__proto__', 'toString', '']

interface Target {
  readonly method: string
  /** A request that would be fine, to be spoiled. */
  readonly path: string
  /** What its query may name. */
  readonly names: readonly string[]
}
const target = (method: string, path: string, names: readonly string[] = []): Target => ({
  method,
  path,
  names,
})
const TARGETS: readonly Target[] = [
  target('POST', '/v1/oauth/token'),
  target('GET', '/v1/account'),
  target('GET', '/v1/account/holdings'),
  target('GET', '/v1/account/buying-power'),
  target('GET', '/v1/market/quotes?symbols=AAPL', ['symbols']),
  target('GET', '/v1/market/candles?symbol=AAPL&interval=1m&limit=3', CANDLES),
  target('GET', '/v1/market/candles?symbol=AAPL&interval=1d&from=2026-02-01&limit=3', CANDLES),
  target('GET', '/v1/market/exchange-rate?base=USD&quote=KRW', ['base', 'quote']),
  target('GET', '/v1/market/calendar', ['from', 'to', 'market']),
  target('GET', '/v1/instruments?limit=2', ['type', 'search', 'tradable', 'dayMarketTradable']),
  target('GET', '/v1/instruments/{text}'),
  target('POST', '/v1/orders'),
  target('POST', '/v1/orders'),
  target('POST', '/v1/orders/preview'),
  target('GET', '/v1/orders?limit=2', [...LIST, 'status', 'market']),
  target('GET', '/v1/orders/fills?limit=2', [...LIST, 'orderId']),
  target('GET', '/v1/orders/{orderId}'),
  target('DELETE', '/v1/orders/{orderId}'),
  target('GET', '/v1/{text}'),
  target('GET', '/sandbox/clock'),
  target('POST', '/sandbox/clock'),
  target('PUT', '/sandbox/quotes/{text}'),
  target('PUT', '/sandbox/quotes/AAPL'),
  target('DELETE', '/sandbox/quotes/{text}'),
  target('PUT', '/sandbox/instruments/{text}'),
  target('PUT', '/sandbox/instruments/AAPL'),
  target('POST', '/sandbox/accounts/acc_1/reset'),
  target('POST', '/sandbox/accounts/{text}/reset'),
  target('PUT', '/sandbox/accounts/acc_1/lock'),
  target('DELETE', '/sandbox/accounts/{text}/lock'),
  target('PUT', '/sandbox/halt'),
  target('DELETE', '/sandbox/halt'),
]

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
)
const escaped = fc.oneof(
  { weight: 6, arbitrary: text.map((each) => encodeURIComponent(each.toWellFormed())) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_ESCAPES) },
  { weight: 1, arbitrary: fc.constantFrom('%00', 'a%00b') },
)

/** Beyond what a database writes with four digits. */
const FAR_TIMES = ['0000-01-01', '0001-01-01', '9999-12-31T23:59:59-12:00']
const time = fc
  .oneof(fc.constantFrom(...TIMES), fc.constantFrom(...FAR_TIMES))
  .map((each) => encodeURIComponent(each))

const JSON_VALUES = [
  ...NUMBERS,
  ...TEXTS.map((each) => JSON.stringify(each)),
  'null',
  'true',
  '[]',
  '{}',
  '[1]',
  '{"a":1}',
  'NaN',
  'Infinity',
  '01',
  '.5',
  '"\\ud800"',
  '',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'['.repeat(20_000)}`,
  '"\\u0000"',
  "'x'",
  '1 2',
]
const BODY_NAMES = [
  'symbol',
  'side',
  'orderType',
  'quantity',
  'limitPrice',
  'timeInForce',
  'clientOrderId',
  'market',
  'grant_type',
  '__proto__',
  'timeInforce',
  '',
]
type Member = readonly [name: string, written: string]
const member: fc.Arbitrary<Member> = fc.tuple(
  fc.constantFrom(...BODY_NAMES),
  fc.constantFrom(...JSON_VALUES),
)

/** A correct order with some fields spoiled, repeated or missing. */
const orderText = fc
  .tuple(
    fc.array(member, { maxLength: 2 }),
    fc.array(member, { maxLength: 1 }),
    fc.option(fc.constantFrom(...BODY_NAMES), { freq: 4 }),
    fc.boolean(),
  )
  .map(([spoiled, repeated, missing, isMarket]) => {
    const members = new Map(
      Object.entries(isMarket ? marketOrder() : orderOf()).map(([name, value]) => [
        name,
        JSON.stringify(value),
      ]),
    )
    for (const [name, written] of spoiled) members.set(name, written)
    if (missing !== null) members.delete(missing)
    const written = [...members, ...repeated].map(([name, value]) => `"${name}":${value}`)
    return `{${written.join(',')}}`
  })

/** What a control of the sandbox should be sent; time goes in short steps, all carried out. */
const RIGHT_CONTROLS: Readonly<Record<string, readonly string[]>> = {
  clock: ['"advance":"PT1S"', '"advance":"PT90S"', '"speed":0', '"advance":"PT1H"'],
  quotes: [
    '"bidPrice":9.99,"askPrice":10',
    '"bidPrice":0.0001,"askPrice":0.0001,"bidSize":0',
    '"bidPrice":224.5,"askPrice":224.6,"askSize":0.5',
    '"bidPrice":1e9,"askPrice":1e9',
  ],
  instruments: ['"tradable":"SUSPENDED"', '"tradable":"TRADABLE","dayMarketTradable":false'],
  accounts: ['', '"cash":100000', '"cash":0', '"cash":1e12'],
  halt: [''],
}
/** And what it may be sent besides. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  clock: [
    '"advance":"PT1S"',
    '"advance":"PT90S"',
    '"advance":"PT0S"',
    '"advance":"-PT1S"',
    '"advance":"PT0.0000000001S"',
    '"advance":"P300000Y"',
    '"advance":"P1Y2M-3D"',
    '"to":"2026-03-01"',
    '"to":"2036-01-01T00:00Z"',
    '"to":"+271821-01-01"',
    '"to":"today"',
    '"to":"-271821-04-20"',
    '"speed":0',
    '"speed":-0',
    '"speed":-1',
    '"speed":10001',
  ],
  quotes: [
    '"bidPrice":9.99',
    '"bidPrice":0.0001',
    '"bidPrice":1e9',
    '"bidPrice":1e-7',
    '"askPrice":10',
    '"askPrice":0.0001',
    '"askPrice":1000000000.01',
    '"askPrice":9.999',
    '"bidSize":0',
    '"bidSize":0.000001',
    '"askSize":1e9',
    '"askSize":1e-7',
    '"askSize":-0',
  ],
  instruments: [
    '"tradable":"SUSPENDED"',
    '"tradable":"TRADABLE"',
    '"tradable":"SELL_ONLY"',
    '"dayMarketTradable":true',
    '"dayMarketTradable":false',
    '"dayMarketTradable":"false"',
  ],
  accounts: ['"cash":0', '"cash":1e12', '"cash":0.01', '"cash":0.001', '"cash":-0', '"cash":1e13'],
  halt: [],
}
const controlText = (control: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...(RIGHT_CONTROLS[control] ?? [''])).map((members) => `{${members}}`),
    spoiledControl(CONTROLS[control] ?? []),
  )
const spoiledControl = ([...fields]: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.subarray(fields, { maxLength: Math.min(3, fields.length) }),
      fc.array(member, { maxLength: 1 }),
    )
    .map(([some, other]) => [...some, ...other.map(([name, value]) => `"${name}":${value}`)])
    .map((members) => `{${members.join(',')}}`)

/** A token request that is right, with one field spoiled or sent twice. */
const formText = fc
  .tuple(fc.constantFrom('grant_type', 'client_id', 'client_secret', 'x'), escaped, fc.boolean())
  .map(([name, value, twice]) => {
    const fields = [
      ['grant_type', 'client_credentials'],
      ['client_id', 'pk_test'],
      ['client_secret', CLIENT_SECRET],
    ].filter((field) => twice || field[0] !== name)
    return [...fields, [name, value]].map((field) => field.join('=')).join('&')
  })

const damaged = (whole: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: whole.map((each) => `\ufeff${each}`) },
    { weight: 1, arbitrary: whole.map((each) => each.slice(0, -1)) },
    { weight: 1, arbitrary: whole.map((each) => each.replace(':', ':\u0000')) },
    { weight: 1, arbitrary: fc.constantFrom(...JSON_VALUES) },
    { weight: 1, arbitrary: fc.constant(`"${'x'.repeat(70_000)}"`) },
  )

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json, text/plain',
]

const OTHER_HEADERS: readonly (readonly [string, string])[] = [
  ['content-encoding', 'gzip'],
  ['x-service-account-id', 'acc_1'],
  ['x-service-account-id', 'acc_other'],
  ['x-service-account-id', 'é'],
  ['x-service-request-id', 'a second one'],
  ['x-service-request-id', 'é'],
  ['x-service-request-id', 'x'.repeat(200)],
  ['authorization', 'Bearer nobody'],
  ['authorization', 'Basic !!!'],
  ['cookie', 'a=%; b=%zz; __proto__=1'],
  ['content-length', 'many'],
  ['host', 'http://[bad'],
  ['accept', 'text/html'],
]

const hasBody = (method: string) => method === 'POST' || method === 'PUT'

const shotHeaders = (known: Known, method: string, isForm: boolean) =>
  fc
    .record({
      id: fc.oneof({ weight: 30, arbitrary: fc.constant('fuzz') }, fc.constantFrom(null, '')),
      known: fc.oneof({ weight: 30, arbitrary: fc.constant(true) }, fc.constant(false)),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant(isForm ? CONTENT_TYPES[5] : CONTENT_TYPES[0]) },
        fc.constantFrom(...CONTENT_TYPES),
      ),
      other: fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        fc.array(fc.constantFrom(...OTHER_HEADERS), { maxLength: 3 }),
      ),
    })
    .map(({ id, known: isKnown, type, other }): Shot['headers'] => [
      ...(id === null ? [] : [['x-service-request-id', id] as const]),
      ...(isKnown && !isForm ? [['authorization', `Bearer ${known.token}`] as const] : []),
      ...(hasBody(method) && type ? [['content-type', type] as const] : []),
      ...other,
    ])

export function shots(known: Known): fc.Arbitrary<Shot> {
  const orderId = fc.oneof(fc.constantFrom(...known.orderIds), escaped)
  return fc.constantFrom(...TARGETS).chain(({ method, path, names }) => {
    const query = fc
      .array(queryPair(known, names), { minLength: 1, maxLength: 2 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
    const isForm = path.endsWith('/token')
    const [, control] = /^\/sandbox\/(\w+)/.exec(path) ?? []
    const right = control === undefined ? orderText : controlText(control)
    const body = damaged(isForm ? formText : right)
    return fc.record({
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant(method) },
        fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
      ),
      target: fc.tuple(escaped, orderId, fc.option(query, { freq: 3 })).map(([text, id, more]) => {
        const at = path.replace('{text}', text).replace('{orderId}', id)
        return more === null ? at : `${at}${at.includes('?') ? '&' : '?'}${more}`
      }),
      headers: shotHeaders(known, method, isForm),
      body: hasBody(method) ? body : fc.constant(null),
      sentAs: fc.constantFrom('text', 'text', 'bytes', 'chunks'),
    })
  })
}

/** Mostly one that the route knows, with a value that is nearly right for its name. */
const queryPair = (known: Known, names: readonly string[]) =>
  fc
    .oneof(
      { weight: names.length === 0 ? 0 : 6, arbitrary: fc.constantFrom(...names, 'nonsense') },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_NAMES) },
    )
    .chain((name) => fc.tuple(fc.constant(name), valueFor(name, known)))

function valueFor(name: string, known: Known): fc.Arbitrary<string> {
  switch (name) {
    case 'from':
    case 'to':
      return fc.oneof({ weight: 3, arbitrary: time }, escaped)
    case 'cursor':
      return fc.oneof({ weight: 3, arbitrary: cursors(known) }, escaped)
    case 'limit':
      return fc.oneof(fc.constantFrom(...NUMBERS.map(encodeURIComponent)), escaped)
    default:
      return escaped
  }
}

const cursors = ({ cursors }: Known) =>
  fc.constantFrom(
    ...cursors,
    ...cursors.map((cursor) => cursor.slice(0, -1)),
    ...cursors.map((cursor) => `${cursor}AAAA`),
    ...cursors.map((cursor) => behindItsMark(cursor, '\u0000')),
    ...cursors.map((cursor) => behindItsMark(cursor, '99999999999999999999')),
  )

/** A cursor whose mark is genuine and whose id is not. */
function behindItsMark(cursor: string, id: string): string {
  const [mark] = Buffer.from(cursor, 'base64url').toString().split('.')
  return Buffer.from(`${mark}.${id}`).toString('base64url')
}

/** Undefined for what cannot be made into a request at all. */
function requestOf({ method, target, headers, body, sentAs }: Shot): Request | undefined {
  try {
    const sent = new Headers()
    for (const [name, value] of headers) sent.append(name, value)
    const bodiless = body === null || method === 'GET' || method === 'HEAD'
    return new Request(`http://localhost${target}`, {
      method,
      headers: sent,
      ...(!bodiless && { body: bodyOf(body, sentAs) }),
    })
  } catch {
    return undefined
  }
}

function bodyOf(body: string, sentAs: Shot['sentAs']) {
  if (sentAs === 'text') return body
  // As Latin-1, so that what is beyond ASCII is no UTF-8.
  const bytes = Buffer.from(body, sentAs === 'bytes' ? 'latin1' : 'utf8')
  if (sentAs === 'bytes') return bytes
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 1_000)
        controller.enqueue(bytes.subarray(at, at + 1_000))
      controller.close()
    },
  })
}

export interface Range {
  readonly known: Known
  /** What is wrong with the answer to it; undefined when nothing is. */
  fire(shot: Shot): Promise<string | undefined>
  /** What refers to nothing in the database by now. */
  broken(): Promise<readonly Finding[]>
}

/** A tick after so many shots, so that orders fill and end. */
const SHOTS_PER_TICK = 50

export async function openRange(): Promise<Range> {
  const b = await openApi({ feed: FEED, config: { sandbox: true } })
  const judge = judgeOf(b.app)
  let fired = 0
  return {
    known: await knownOf(b),
    broken: () => findingsIn(b.database),
    async fire(shot) {
      if (++fired % SHOTS_PER_TICK === 0) await goOn(b)
      const request = requestOf(shot)
      return request === undefined ? undefined : verdict(b, judge, request)
    },
  }
}

/** A tick, with the market as it was before the sandbox's controls. */
async function goOn(b: Api): Promise<void> {
  must(await b.delete('/sandbox/halt'))
  must(await b.delete('/sandbox/accounts/acc_1/lock'))
  must(await b.delete('/sandbox/quotes/AAPL'))
  const body = { tradable: 'TRADABLE', dayMarketTradable: true }
  must(await b.send('PUT', '/sandbox/instruments/AAPL', { body }))
  await b.advance('PT1S')
}

async function verdict(b: Api, judge: Judge, request: Request): Promise<string | undefined> {
  const { method, url } = request
  const response = await b.app.handle(request)
  const requestId = response.headers.get('x-service-request-id')
  const text = await response.text()
  const fault = judge({ method, url, status: response.status, text, requestId })
  const [failure] = b.failures.splice(0)
  if (fault === undefined && failure === undefined) return undefined
  const answered = `${response.status} ${text.slice(0, 400)}`
  return `${fault ?? 'a failure was reported'}: ${answered} ${reason(failure)}`
}

const reason = (failure: unknown): string =>
  failure === undefined ? '' : Bun.inspect(failure, { depth: 4 }).slice(0, 1_000)

async function knownOf(b: Api): Promise<Known> {
  await b.operator.addClient('pk_test_other', { accounts: ['acc_other'] })
  const other = await b.bearerOf('pk_test_other')
  const orderIds: string[] = []
  for (const headers of [{}, other]) {
    for (let at = 0; at < 3; at++) orderIds.push(await b.placed(marketOrder(), headers))
  }
  await b.advance('PT1S')
  orderIds.push(await b.placed(orderOf({ limitPrice: 1 })))
  const cursors: string[] = []
  for (const path of ['/v1/orders?limit=2', '/v1/orders/fills?limit=2']) {
    for (const headers of [{}, other]) {
      cursors.push(textIn((await b.get(path, headers)).body, 'nextCursor'))
    }
  }
  const candles = '/v1/market/candles?symbol=AAPL&interval=1d&from=2026-02-01&limit=3'
  cursors.push(textIn((await b.get(candles)).body, 'nextCursor'))
  return { token: await b.signIn(), orderIds, cursors }
}
