import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseScenario } from '../../src/api/sandbox/scenario/parse'
import { faultText, planOf, type Scenario } from '../../src/api/sandbox/scenario/scenario'
import { textOf } from '../support/text'

const TABLE = `
# The price runs away after the open, the answer gets lost, the operator halts.
clock 2026-03-02T09:25-05:00   seed 7   profile standard   cash 50000

09:25:00   AAPL    pin 99.99 / 100.00 size 300
09:28      bot     next placeOrder: cut after commit      # the order is there all the same
09:30:00   AAPL    path 99.99 / 100.00 to 104.00/104.02 in PT2S
10:00:00   market  halt
10:05:00   market  resume
10:06:00   AAPL    fill next BUY at 103.50 in parts 40, 60
10:06:30   KO      reject next 2 insufficient-buying-power
10:07:00   market  hold every SELL
10:08:00   KO      sell-only
10:10:00   bot     every : delay PT2S after commit
10:11:00   bot     next 3 getQuotes : answer rate-limit-exceeded retry-after 2
10:12:00   pk_test_other  next : status 503
10:30:00   bot     token expires
10:31:00   bot     stream late PT5S
10:32:00   AAPL    unpin
11:00      expect  orders 1 FILLED BUY 100 AAPL
day 2026-03-03
09:00      expect  cash >= 0
expect     bot     holds 100 AAPL
expect     fills 2
`

const LAST_RESORT: Scenario = { settings: {}, rows: [] }

function understood(text: string): Scenario {
  const parsed = parseScenario(text)
  if (!('faults' in parsed)) return parsed
  expect(parsed.faults.map((fault) => faultText('table', fault))).toEqual([])
  return LAST_RESORT
}

const faultsOf = (text: string): readonly string[] => {
  const parsed = parseScenario(text)
  return 'faults' in parsed ? parsed.faults.map((fault) => faultText('a.scenario', fault)) : []
}

describe('[scenario.table] a scenario', () => {
  test('is read with its settings, times and rows', () => {
    const { settings, rows } = understood(TABLE)
    expect(JSON.stringify(settings)).toBe(
      '{"clock":"2026-03-02T14:25:00Z","seed":7,"profile":"standard","cash":"50000"}',
    )
    expect(rows).toHaveLength(19)
    expect(rows[1]).toMatchObject({ line: 6, text: '09:28 bot next placeOrder: cut after commit' })
    expect(rows.map(({ at }) => at?.toString() ?? 'end').slice(-4)).toEqual([
      '2026-03-02T16:00:00Z',
      '2026-03-03T14:00:00Z',
      'end',
      'end',
    ])
  })

  test('becomes the requests of the controls', () => {
    const calls = planOf(understood(TABLE), 'pk_test_bot').flatMap(({ at, action }) =>
      'method' in action
        ? [[at?.toString().slice(11, 19), `${action.method} ${action.path}`, action.body]]
        : [],
    )
    const sized = { bidSize: 300, askSize: 300 }
    const fault = { clientId: 'pk_test_bot', route: 'placeOrder', times: 1, cut: 'after-commit' }
    const parts = { result: 'fill', price: '103.5', parts: ['40', '60'] }
    const rejected = { result: 'reject', code: 'insufficient-buying-power' }
    const quotes = 'PUT /sandbox/quotes/AAPL'
    const bot = { clientId: 'pk_test_bot' }
    expect(calls).toEqual([
      ['14:25:00', quotes, { bidPrice: 99.99, askPrice: 100, ...sized }],
      ['14:28:00', 'PUT /sandbox/faults', fault],
      ['14:30:00', quotes, { bidPrice: 99.99, askPrice: 100 }],
      ['14:30:01', quotes, { bidPrice: 102, askPrice: 102.01 }],
      ['14:30:02', quotes, { bidPrice: 104, askPrice: 104.02 }],
      ['15:00:00', 'PUT /sandbox/halt', undefined],
      ['15:05:00', 'DELETE /sandbox/halt', undefined],
      ['15:06:00', 'PUT /sandbox/outcomes', { symbol: 'AAPL', side: 'BUY', times: 1, ...parts }],
      ['15:06:30', 'PUT /sandbox/outcomes', { symbol: 'KO', times: 2, ...rejected }],
      ['15:07:00', 'PUT /sandbox/outcomes', { side: 'SELL', result: 'hold' }],
      ['15:08:00', 'PUT /sandbox/instruments/KO', { tradable: 'SELL_ONLY' }],
      ['15:10:00', 'PUT /sandbox/faults', { ...bot, delay: 'PT2S', at: 'after-commit' }],
      [
        '15:11:00',
        'PUT /sandbox/faults',
        { ...bot, route: 'getQuotes', times: 3, code: 'rate-limit-exceeded', retryAfterSeconds: 2 },
      ],
      ['15:12:00', 'PUT /sandbox/faults', { clientId: 'pk_test_other', times: 1, status: 503 }],
      ['15:30:00', 'PUT /sandbox/faults', { ...bot, token: 'expired' }],
      ['15:31:00', 'PUT /sandbox/faults', { ...bot, stream: 'late', delay: 'PT5S' }],
      ['15:32:00', 'DELETE /sandbox/quotes/AAPL', undefined],
    ])
  })

  test('becomes what is expected of its accounts', () => {
    const expected = planOf(understood(TABLE), 'pk_test_bot').flatMap(({ action }) =>
      'expected' in action ? [action] : [],
    )
    const orders = { of: 'orders', count: 1, status: 'FILLED', side: 'BUY', symbol: 'AAPL' }
    expect(JSON.parse(JSON.stringify(expected))).toEqual([
      { clientId: null, expected: { ...orders, quantity: '100' } },
      { clientId: null, expected: { of: 'cash', comparison: '>=', amount: '0' } },
      { clientId: null, expected: { of: 'holds', quantity: '100', symbol: 'AAPL' } },
      { clientId: null, expected: { of: 'fills', count: 2, symbol: null } },
    ])
  })
})

/** `STOP_LOSS STOP SELL 10 stop 95` for each leg of the line. */
const legsOf = (line: string): readonly string[] =>
  planOf(understood(`day 2026-03-02\n10:00 bot ${line}`), null).flatMap(({ action }) =>
    'places' in action
      ? action.places.legs.map(({ leg, type, side, quantity, ...prices }) => {
          const { limitPrice, stopPrice, trailAmount, trailPercent } = prices
          const shown = Object.entries({ stopPrice, limitPrice, trailAmount, trailPercent })
          const set = shown.flatMap(([name, value]) =>
            value ? [`${name} ${value.toFixed()}`] : [],
          )
          return [leg, type, side, quantity.toFixed(), ...set].join(' ')
        })
      : [],
  )

describe('[scenario.conditional] a conditional order', () => {
  test.each([
    ['sell 10 AAPL stop 95', ['SINGLE STOP SELL 10 stopPrice 95']],
    [
      'buy 2.5 AAPL stop 105 limit 105.5',
      ['SINGLE STOP_LIMIT BUY 2.5 stopPrice 105 limitPrice 105.5'],
    ],
    ['sell 10 AAPL trail 5', ['SINGLE TRAILING_STOP SELL 10 trailAmount 5']],
    ['sell 10 AAPL trail 2.5%', ['SINGLE TRAILING_STOP SELL 10 trailPercent 2.5']],
    [
      'sell 10 AAPL take-profit 110 stop 95',
      ['TAKE_PROFIT LIMIT SELL 10 limitPrice 110', 'STOP_LOSS STOP SELL 10 stopPrice 95'],
    ],
    [
      'buy 10 AAPL take-profit 110',
      ['ENTRY MARKET BUY 10', 'TAKE_PROFIT LIMIT SELL 10 limitPrice 110'],
    ],
    [
      'buy 10 AAPL stop 101 take-profit 110 stop-loss 3%',
      [
        'ENTRY STOP BUY 10 stopPrice 101',
        'TAKE_PROFIT LIMIT SELL 10 limitPrice 110',
        'STOP_LOSS TRAILING_STOP SELL 10 trailPercent 3',
      ],
    ],
  ])('%s', (line, legs) => {
    expect(legsOf(line)).toEqual(legs)
  })

  test('lasts for the day, or until it is canceled', () => {
    const times = planOf(
      understood('day 2026-03-02\n10:00 bot sell 1 KO stop 9\n10:01 bot sell 1 KO stop 8 GTC'),
      null,
    ).map(({ action }) => ('places' in action ? action.places.timeInForce : null))
    expect(times).toEqual(['DAY', 'GTC'])
  })

  test.each([
    ['sell 10 AAPL', '23: a conditional order has a stop, a trail, a take-profit or a stop-loss'],
    ['sell 10 AAPL stop 95 stop 94', '32: stop is set twice'],
    ['sell 10 AAPL trail 5 limit 94', '24: a trail has no stop and no limit'],
    ['sell 10 AAPL take-profit 110', '24: an entry buys; a sell has its take-profit beside a stop'],
    [
      'sell 10 AAPL sotp 95',
      '24: "sotp" is not a term of a conditional order; did you mean "stop"?',
    ],
    ['sell 10 AAPL trail 0%', '30: "0%" is not a percentage such as 2.5%'],
    ['sell 0 AAPL stop 95', '16: "0" is not a number of shares, such as 100'],
  ])('[scenario.faults] %s is refused', (line, message) => {
    const [fault = ''] = faultsOf(`day 2026-03-02\n10:00 bot ${line}`)
    expect(fault.slice(0, `a.scenario:2:${message}`.length)).toBe(`a.scenario:2:${message}`)
  })

  test('its legs are expected, and their orders decided, by their names', () => {
    const plan = planOf(
      understood(
        'day 2026-03-02\n10:00 AAPL reject next SELL STOP_LOSS instrument-suspended\n' +
          'expect legs 1 STOP_LOSS REJECTED 10 AAPL\nexpect legs 0 ARMED',
      ),
      null,
    )
    const expected = {
      of: 'legs',
      count: 0,
      leg: null,
      status: 'ARMED',
      quantity: null,
      symbol: null,
    }
    expect(plan.map(({ action }) => action)).toMatchObject([
      { body: { symbol: 'AAPL', side: 'SELL', leg: 'STOP_LOSS', times: 1, result: 'reject' } },
      { expected: { of: 'legs', count: 1, leg: 'STOP_LOSS', status: 'REJECTED', symbol: 'AAPL' } },
      { expected },
    ])
  })
})

describe('[scenario.faults] a line that is not understood is refused with its place', () => {
  test.each(
    [
      [
        'clock 2026-03-02T09:25-05:00\n09:30 market hlat',
        'a.scenario:2:14: "hlat" is not what the market does; did you mean "halt"?',
      ],
      [
        'day 2026-03-02\n09:30 AAPL pni 1 / 2',
        'a.scenario:2:12: "pni" is not what happens to a symbol; did you mean "pin"?',
      ],
      ['09:30 market halt', 'a.scenario:1:1: a time needs a date: write clock or day before it'],
      ['day 2026-02-30', 'a.scenario:1:15: there is no date 2026-02-30'],
      [
        'day 2026-03-02\n10:00 market halt\n09:59 market resume',
        'a.scenario:3:1: "09:59" is before the time of line 2: times ascend',
      ],
      [
        'day 2026-03-02\n10:00 AAPL pin 100.00 / 99.99',
        'a.scenario:2:25: the ask 99.99 is below the bid',
      ],
      [
        'day 2026-03-02\n10:00 AAPL pin 100.001 / 101',
        'a.scenario:2:16: "100.001" is not a price on the tick, such as 99.98',
      ],
      [
        'day 2026-03-02\n10:00 AAPL pin 100 101',
        'a.scenario:2:20: here "/" is expected, not "101"',
      ],
      [
        'day 2026-03-02\n10:00 AAPL pin 100 / 101 sise 5',
        'a.scenario:2:26: the line should end before "sise"',
      ],
      [
        'day 2026-03-02\n10:00 AAPL reject next insufficient-buyingpower',
        'a.scenario:2:24: "insufficient-buyingpower" is not an error code; ' +
          'did you mean "insufficient-buying-power"?',
      ],
      [
        'expect orders one',
        'a.scenario:1:15: "one" is not a count, a whole number from 0 to 1000000',
      ],
      [
        'expcet orders 1',
        'a.scenario:1:1: "expcet" is not a time or a word that begins a line; ' +
          'did you mean "expect"?',
      ],
      [
        'day 2026-03-02\n10:00',
        'a.scenario:2:6: here a symbol, a client, or one of the words is missing: ' +
          'market, bot, expect',
      ],
    ].map(([text = '', message = '']) => [message, text] as const),
  )('%s', (message, text) => {
    const [fault = ''] = faultsOf(text)
    expect(fault.slice(0, message.length)).toBe(message)
  })

  test('all of the faulty lines at once', () => {
    expect(faultsOf('day 2026-03-02\n10:00 x\n10:01 market halt\n10:02 market wait')).toHaveLength(
      2,
    )
  })
})

const WORDS = [
  ...new Set(TABLE.split(/\s+/)),
  ...'buy sell stop trail limit take-profit stop-loss GTC 2.5% legs STOP_LOSS ARMED'.split(' '),
  '/',
  ',',
  ':',
  '\n',
  '\n',
  '#',
  '0',
  '-1',
  '1e9',
  'é😀',
  '\t',
  '09:30',
  'PT0S',
  '99999999999999999999',
]
const anyText = fc.oneof(
  textOf(200),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(' ')),
  // The table with a few of its characters changed.
  fc
    .array(fc.tuple(fc.nat(TABLE.length), fc.string({ unit: 'grapheme', maxLength: 3 })), {
      maxLength: 4,
    })
    .map((edits) =>
      edits.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 1), TABLE),
    ),
)

describe('[scenario.faults] whatever the text, the parser', () => {
  test('answers a scenario or faults with a place in it, and never throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseScenario(text)
        if (!('faults' in parsed)) return
        const lines = text.split(/\r?\n/)
        for (const { line, column, message } of parsed.faults) {
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
          expect([line, column].every((place) => place >= 1)).toBe(true)
          expect(message).not.toBe('')
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('of a scenario that is understood, makes a step of each row at least', () => {
    let read = 0
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseScenario(text)
        if ('faults' in parsed) return
        read += parsed.rows.length
        expect(planOf(parsed, null).length).toBeGreaterThanOrEqual(parsed.rows.length)
      }),
      { numRuns: 2_000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
