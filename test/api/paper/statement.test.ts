/** GET /paper/account/statement.csv */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { add, amount, NO_AMOUNT } from '../../../src/core/money'
import { resetCommand } from '../../../src/trading/commands/account'
import { must, refusalIn, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { pathTo } from '../../support/market-api'
import { marketOrder, orderOf } from '../../support/orders'
import { instrumentNamed } from '../../support/trading-floor'

const api = await openApi({
  instruments: [
    { ...instrumentNamed('KOREA'), name: 'Korea, "Inc."', nameKo: '한국전력' },
    { ...instrumentNamed('TRICK'), name: '=HYPERLINK("http://x")' },
  ],
})
afterAll(() => expect(api.failures).toEqual([]))

type Query = Parameters<typeof pathTo>[1]

async function file(query?: Query, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'x-service-request-id': 'statement', ...(await api.bearerOf()), ...more }
  const path = pathTo('/paper/account/statement.csv', query)
  return api.app.handle(new Request(`http://localhost${path}`, { headers }))
}
const bytes = async (...asked: Parameters<typeof file>) =>
  new Uint8Array(await (await file(...asked)).arrayBuffer())
const textOf = async (...asked: Parameters<typeof file>) =>
  new TextDecoder('utf-8', { ignoreBOM: false }).decode(await bytes(...asked))

/** RFC 4180, to the letter: anything else throws. */
function parsed(csv: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < csv.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(csv) ?? []
    if (end === undefined) throw new Error(`no CSV from ${csv.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

async function lines(query?: Query) {
  const [heads = [], ...rows] = parsed(await textOf(query))
  return rows.map((row) => Object.fromEntries(row.map((text, at) => [heads[at] ?? '?', text])))
}
const sum = (rows: readonly Record<string, string>[], column: string): string =>
  rows.reduce((total, row) => add(total, amount(row[column] || '0')), NO_AMOUNT).toFixed()
const ofType = async (...types: string[]) =>
  (await lines()).filter(({ type = '' }) => types.includes(type))

beforeAll(async () => {
  for (const [symbol, bid, ask] of [
    ['KOREA', '20.10', '20.125'],
    ['TRICK', '3.00', '3.01'],
  ] as const) {
    api.show(symbol, bid, ask)
    api.floor.feed.traded(symbol, bid, ask, '10')
  }
  await api.placed(marketOrder({ symbol: 'KOREA', quantity: 10.5, clientOrderId: '=1+1' }))
  await api.placed(marketOrder({ symbol: 'TRICK', quantity: 3, clientOrderId: '@SUM,"x"' }))
  await api.advance('PT1S')
  await api.placed(orderOf({ symbol: 'KOREA', side: 'SELL', quantity: 0.5, limitPrice: 20 }))
  await api.advance('PT1M')
})

describe('GET /paper/account/statement.csv', () => {
  test('[paper.statement-form] [request-id.returned] GET /paper/account/statement.csv is a file in UTF-8 with a byte order mark', async () => {
    const answer = await file()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-acc_1.csv"',
      'cache-control': 'no-store',
      'x-service-request-id': 'statement',
    })
    expect([...(await bytes()).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 't'.charCodeAt(0)])
  })

  test('[paper.statement] GET /paper/account/statement.csv has the beginning, each fill and the end', async () => {
    expect(
      (await lines()).map(({ type, symbol, quantity, amount, cashBalance }) => [
        type,
        symbol,
        quantity,
        amount,
        cashBalance,
      ]),
    ).toEqual([
      ['OPENING_CASH', '', '', '', '100000.00'],
      ['BUY', 'KOREA', '10.5', '-211.3125', '99788.6875'],
      ['BUY', 'TRICK', '3', '-9.03', '99779.6575'],
      ['SELL', 'KOREA', '-0.5', '10.05', '99789.7075'],
      ['CLOSING_SHARES', 'KOREA', '', '', ''],
      ['CLOSING_SHARES', 'TRICK', '', '', ''],
      ['CLOSING_CASH', '', '', '', '99789.7075'],
      ['CLOSING_TOTAL', '', '', '', ''],
    ])
    const [, bought] = await lines()
    expect(bought).toEqual({
      time: '2026-03-03 00:00:01.000',
      tradingDate: '2026-03-02',
      type: 'BUY',
      symbol: 'KOREA',
      name: 'Korea, "Inc."',
      quantity: '10.5',
      price: '20.125',
      amount: '-211.3125',
      fee: '0.00',
      tax: '0.00',
      currency: 'USD',
      cashBalance: '99788.6875',
      shareBalance: '10.5',
      value: '',
      orderId: expect.stringMatching(/^ord_/),
      clientOrderId: "'=1+1",
      fillId: expect.stringMatching(/^fil_/),
      conditionalOrderId: '',
      leg: '',
    })
  })

  test('[paper.statement] [paper.books] GET /paper/account/statement.csv adds up, and ends with what the account shows', async () => {
    const [opening] = await ofType('OPENING_CASH')
    const changes = await ofType('BUY', 'SELL', 'RESET', 'CASH')
    const account = must(await api.get('/v1/account'))
    const end = amount(opening?.cashBalance ?? '').plus(sum(changes, 'amount'))
    expect(end.toFixed()).toBe(String(account.cashAmount))
    expect(await ofType('CLOSING_TOTAL')).toMatchObject([{ value: account.totalAssetAmount }])
    expect(sum(await ofType('CLOSING_SHARES', 'CLOSING_CASH'), 'value')).toBe(
      String(account.totalAssetAmount),
    )
  })

  test('[paper.statement-form] GET /paper/account/statement.csv: no text from outside becomes a formula', async () => {
    const [, first, second] = await lines()
    expect([first?.clientOrderId, second?.clientOrderId]).toEqual(["'=1+1", `'@SUM,"x"`])
    expect(second?.name).toBe(`'=HYPERLINK("http://x")`)
    // Numbers below 0 stay numbers.
    expect(first?.amount).toBe('-211.3125')
  })

  test('[paper.statement-form] GET /paper/account/statement.csv in Korean has Korean headings, types and names', async () => {
    const [heads = [], , bought = []] = parsed(await textOf({ language: 'ko' }))
    expect(heads.slice(0, 5)).toEqual(['시각(한국)', '거래일(뉴욕)', '구분', '종목코드', '종목명'])
    expect(bought.slice(2, 5)).toEqual(['매수', 'KOREA', '한국전력'])
  })

  test('[paper.statement] GET /paper/account/statement.csv of a part begins with what the account had then', async () => {
    const [later] = await ofType('SELL')
    const part = await lines({ from: later?.time?.replace(' ', 'T') })
    expect(
      part.map(({ type, symbol, shareBalance, cashBalance }) => [
        type,
        symbol,
        shareBalance,
        cashBalance,
      ]),
    ).toEqual([
      ['OPENING_CASH', '', '', '99779.6575'],
      ['OPENING_SHARES', 'KOREA', '10.5', ''],
      ['OPENING_SHARES', 'TRICK', '3', ''],
      ['SELL', 'KOREA', '10', '99789.7075'],
      ['CLOSING_SHARES', 'KOREA', '10', ''],
      ['CLOSING_SHARES', 'TRICK', '3', ''],
      ['CLOSING_CASH', '', '', '99789.7075'],
      ['CLOSING_TOTAL', '', '', ''],
    ])
    const before = await lines({ to: later?.time?.replace(' ', 'T') })
    expect(before.filter(({ type }) => type === 'SELL')).toEqual([])
  })

  test.each([
    { from: '0000-01-01' },
    { from: '0001-01-01' },
    { from: '0100-01-01' },
    { from: '2005-01-01' },
  ])(
    '[paper.statement-range] GET /paper/account/statement.csv from %j has everything, and begins no earlier than the market’s first year',
    async (query) => {
      const all = await lines(query)
      expect(all.map(({ type }) => type)).toEqual((await lines()).map(({ type }) => type))
      expect(all[0]).toMatchObject({ type: 'OPENING_CASH', time: '2005-01-01 09:00:00.000' })
    },
  )

  test('[paper.statement-range] GET /paper/account/statement.csv of a time before the market’s first year, or after now, is one of nothing', async () => {
    for (const query of [{ from: '0000-01-01', to: '0001-06-01' }, { from: '9999-12-31' }]) {
      const none = (await lines(query)).filter(({ type = '' }) => !/OPENING|CLOSING/.test(type))
      expect(none).toEqual([])
    }
    const [opening] = await lines({ from: '9999-12-31' })
    expect(opening?.time?.slice(0, 10)).toBe('2026-03-03')
  })

  test.each([
    [{ from: '2026-03-03', to: '2026-03-02' }, 'invalid-range', 'from'],
    [{ language: 'fr' }, 'invalid-parameter', 'language'],
    [{ limit: 1 }, 'unknown-parameter', 'limit'],
  ] as const)(
    '[paper.statement] GET /paper/account/statement.csv refuses %j as JSON',
    async (query, code, param) => {
      const answer = await api.get(pathTo('/paper/account/statement.csv', query))
      expect(refusalIn(answer)).toEqual({ status: 400, code, param })
    },
  )
})

test('[paper.statement] [paper.books] GET /paper/account/statement.csv shows a reset among the fills of its instant, and pages of fills', async () => {
  const account = 'acc_many'
  await api.floor.account(account)
  const trade = async (count: number) => {
    for (let part = 0; part < count; part += 500) {
      const some = Array.from({ length: Math.min(500, count - part) }, () =>
        api.floor.place(account, { symbol: 'TRICK', quantity: '1' }),
      )
      await Promise.all(some)
    }
    await api.advance('PT1S')
  }
  await trade(1_001)
  await api.floor.sequencer.submit(resetCommand(account, amount('777')))
  await trade(2)
  api.pass(6_000)
  const [, ...rows] = parsed(await textOf({}, { 'x-service-account-id': account }))
  const types = rows.map(([, , type = '']) => type)
  expect(types.lastIndexOf('RESET')).toBe(1 + 1_001 + 1)
  expect(
    rows.slice(1_001, 1_006).map((row) => [row[2], row[3], ...row.slice(5, 8), row[11]]),
  ).toEqual([
    ['BUY', 'TRICK', '1', '3.01', '-3.01', '96986.99'],
    ['RESET', '', '', '', '-96209.99', '777.00'],
    ['RESET', 'TRICK', '-1001', '', '', '777.00'],
    ['BUY', 'TRICK', '1', '3.01', '-3.01', '773.99'],
    ['BUY', 'TRICK', '1', '3.01', '-3.01', '770.98'],
  ])
})

test('[paper.statement] GET /paper/account/statement.csv names the conditional order and the leg of a fill', async () => {
  const account = 'acc_exits'
  await api.floor.account(account)
  const headers = { 'x-service-account-id': account, 'x-service-request-id': 'exits' }
  api.show('KOREA', '20.10', '20.12')
  const bracket = {
    type: 'BRACKET',
    symbol: 'KOREA',
    side: 'BUY',
    quantity: 5,
    takeProfit: { limitPrice: 21 },
    stopLoss: { stopPrice: 19 },
    clientOrderId: 'plan-1',
  }
  const placed = await api.send('POST', '/paper/conditional-orders', { body: bracket, headers })
  const conditionalOrderId = textIn(must(placed), 'conditionalOrderId')
  await api.advance('PT1S')
  api.show('KOREA', '21.50', '21.52')
  await api.advance('PT1S')
  for (const [language, entry, profit] of [
    ['en', 'ENTRY', 'TAKE_PROFIT'],
    ['ko', '진입', '익절'],
  ] as const) {
    const [, ...rows] = parsed(await textOf({ language }, headers))
    expect(rows.flatMap((row) => (row[16] === '' ? [] : [row.slice(17)]))).toEqual([
      [conditionalOrderId, entry],
      [conditionalOrderId, profit],
    ])
  }
})
