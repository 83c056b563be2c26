/** `paper watch`: its options, its board, and its lines. */
import { describe, expect, test } from 'bun:test'
import { readCommandLine } from '../../src/clients/cli/shared/command-line'
import { withoutColour } from '../../src/clients/cli/shared/terminal'
import {
  type Board,
  boardLines,
  EMPTY,
  eventLine,
  SYNTAX,
  stateText,
  watchOptions,
  withEvent,
  withOpenOrders,
  withState,
} from '../../src/clients/cli/watch/command'
import { isFault } from '../../src/lib/fault'
import type { Environment } from '../../src/server/config/config'
import { orderEvent } from '../support/order-event'

const KEY = { PAPER_CLIENT_ID: 'pk_test_a', PAPER_CLIENT_SECRET: 'sk_test_0123456789' }
function optionsOf(args: readonly string[], env: Environment) {
  const line = readCommandLine(args, 'watch', SYNTAX)
  return isFault(line) ? line : watchOptions(line, env)
}
const URL_SHOWN = 'http://127.0.0.1:3000'
const LIVE = { state: 'live', accountId: 'acc_A', since: 0 } as const
const fill = {
  fillId: 'fil_1',
  orderId: 'ord_1',
  clientOrderId: 'mine-1',
  market: 'US',
  currency: 'USD',
  symbol: 'AAPL',
  side: 'BUY',
  quantity: 4,
  price: 187.485,
  amount: 749.94,
  fee: 0,
  tax: 0,
  session: 'REGULAR',
  filledAt: '2026-03-03T00:00:01.000+09:00',
  fillProfile: 'ideal@1',
} as const
const PLACED = orderEvent(1)
const FILLED_IN_PART = orderEvent(2, {
  status: 'PARTIALLY_FILLED',
  filledQuantity: 4,
  remainingQuantity: 6,
  avgFillPrice: 187.485,
  updatedAt: '2026-03-03T00:00:01.000+09:00',
  fill,
})
const CANCELED = orderEvent(3, { status: 'CANCELED', filledQuantity: 4 })

describe('the options of watch', () => {
  test('may leave everything to the environment', () => {
    expect(optionsOf([], { ...KEY, PORT: '4000' })).toEqual({
      url: 'http://127.0.0.1:4000',
      clientId: 'pk_test_a',
      clientSecret: 'sk_test_0123456789',
      accountId: undefined,
      since: undefined,
      json: false,
    })
  })

  test('take precedence over the environment', () => {
    const args = [
      '--url',
      'https://broker.test',
      '--client-id',
      'pk_b',
      '--client-secret',
      'sk_b',
      '--account',
      'acc_A',
      '--since',
      '0',
      '--json',
    ]
    expect(optionsOf(args, KEY)).toEqual({
      url: 'https://broker.test',
      clientId: 'pk_b',
      clientSecret: 'sk_b',
      accountId: 'acc_A',
      since: 0,
      json: true,
    })
  })

  test.each([
    [['--url', 'ftp://broker.test'], KEY, '--url'],
    [['--url', 'localhost:3000'], KEY, '--url'],
    [['--since', '-1'], KEY, 'since'],
    [['--since', '1.5'], KEY, '--since'],
    [['acc_A'], KEY, 'does not take "acc_A"'],
    [['--acount', 'acc_A'], KEY, '--acount'],
    [[], { ...KEY, PAPER_CLIENT_ID: '' }, 'PAPER_CLIENT_ID'],
    [[], { PAPER_CLIENT_ID: 'pk_test_a' }, 'PAPER_CLIENT_SECRET'],
  ])('are refused by name: %j', (args, env, named) => {
    expect(optionsOf(args, env)).toEqual({ fault: expect.stringContaining(named) })
  })
})

describe('the board of watch', () => {
  const live = withState(EMPTY, LIVE)
  const idsOf = (board: Board) => [...board.orders.keys()]

  test('keeps an order while it is open', () => {
    const read = withOpenOrders(live, [])
    expect(idsOf(withEvent(read, PLACED))).toEqual(['ord_1'])
    expect(idsOf([PLACED, FILLED_IN_PART, CANCELED].reduce(withEvent, read))).toEqual([])
  })

  test('has the orders that were open before it began', () => {
    const older = orderEvent(1, { orderId: 'ord_0' }).order
    const board = withOpenOrders(live, [PLACED.order, older])
    expect(idsOf(board)).toEqual(['ord_0', 'ord_1'])
  })

  test('does not bring back an order that was closed while the open ones were read', () => {
    const meanwhile = [FILLED_IN_PART, CANCELED].reduce(withEvent, live)
    expect(idsOf(meanwhile)).toEqual([])
    expect(idsOf(withOpenOrders(meanwhile, [PLACED.order]))).toEqual([])
  })

  test('keeps the last 100 events, and the number of the last one', () => {
    let board = withOpenOrders(live, [])
    for (let seq = 1; seq <= 150; seq++) board = withEvent(board, orderEvent(seq))
    expect(board.events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 51),
    )
    expect(board.lastSeq).toBe(150)
  })
})

describe('the screen of watch', () => {
  const size = { columns: 100, rows: 24, paint: withoutColour }
  const board = [PLACED, FILLED_IN_PART].reduce(
    withEvent,
    withOpenOrders(withState(EMPTY, LIVE), []),
  )

  test('has the open orders and the last events, the newest first', () => {
    expect(`\n${boardLines(board, URL_SHOWN, size).join('\n')}\n`).toMatchSnapshot()
  })

  test('says so if there are no orders and events yet', () => {
    const empty = withOpenOrders(withState(EMPTY, LIVE), [])
    expect(boardLines(empty, URL_SHOWN, size).filter((line) => line === 'none yet')).toHaveLength(2)
  })

  test.each([
    [24, 100, 300, 200],
    [24, 60, 300, 0],
    [10, 40, 3, 200],
    [5, 20, 50, 50],
    [1, 1, 1, 1],
  ])('keeps within %d rows and %d columns', (rows, columns, orders, events) => {
    let full = withOpenOrders(withState(EMPTY, LIVE), [])
    for (let seq = 1; seq <= orders; seq++) {
      full = withEvent(full, orderEvent(seq, { orderId: `ord_${seq}` }))
    }
    for (let seq = 1; seq <= events; seq++) full = withEvent(full, orderEvent(orders + seq))
    const lines = boardLines(full, URL_SHOWN, { rows, columns, paint: withoutColour })
    expect(lines.length).toBeLessThanOrEqual(rows)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
  })
})

test('watch prints an event as one line with everything in it', () => {
  expect(eventLine(FILLED_IN_PART)).toBe(
    '#2  2026-03-02 10:00:01  PARTIALLY_FILLED  BUY  AAPL  LIMIT 187.5  4/10  ' +
      'filled 4 at 187.485  ord_1',
  )
  const rejected = orderEvent(4, { status: 'REJECTED', rejectReason: 'insufficient-buying-power' })
  expect(eventLine(rejected)).toContain('REJECTED  BUY  AAPL  LIMIT 187.5  0/10  insufficient-')
})

const STOP_TRIGGERED = {
  type: 'conditionalOrder',
  seq: 4,
  accountId: 'acc_A',
  event: 'TRIGGERED',
  conditionalOrderId: 'cnd_1',
  clientOrderId: 'stop-1',
  symbol: 'AAPL',
  leg: {
    leg: 'SINGLE',
    side: 'SELL',
    type: 'STOP_LIMIT',
    stopPrice: 180,
    limitPrice: 179.5,
    quantity: 10,
    filledQuantity: 0,
    status: 'TRIGGERED',
    orderId: 'ord_2',
    updatedAt: '2026-03-03T00:00:02.000+09:00',
  },
  occurredAt: '2026-03-03T00:00:02.000+09:00',
} as const

describe('watch shows the events of conditional orders', () => {
  test('as one line each', () => {
    expect(eventLine(STOP_TRIGGERED)).toBe(
      '#4  2026-03-02 10:00:02  TRIGGERED  SELL  AAPL  STOP_LIMIT stop 180 limit 179.5  0/10  ' +
        'cnd_1  ord_2',
    )
    const leg = { ...STOP_TRIGGERED.leg, reason: 'other-exit-filled' } as const
    const ended = { ...STOP_TRIGGERED, event: 'CANCELED', leg } as const
    expect(eventLine(ended)).toContain('0/10  other-exit-filled  cnd_1')
  })

  test('among the last events of the board, without an open order', () => {
    const board = withEvent(withOpenOrders(withState(EMPTY, LIVE), []), STOP_TRIGGERED)
    expect(board.lastSeq).toBe(4)
    expect(board.orders.size).toBe(0)
    const size = { columns: 100, rows: 24, paint: withoutColour }
    const lines = boardLines(board, URL_SHOWN, size)
    expect(lines.filter((line) => line.includes('STOP_LIMIT TRIGGERED'))).toHaveLength(1)
  })
})

test.each([
  [{ state: 'connecting' }, 'connecting to http://127.0.0.1:3000 …'],
  [LIVE, 'live at http://127.0.0.1:3000'],
  [
    { state: 'waiting', retryInMs: 1_500, reason: 'no connection' },
    'no connection (http://127.0.0.1:3000): trying again in 1.5 s',
  ],
] as const)('watch words the state of its connection', (state, text) => {
  expect(stateText(state, URL_SHOWN)).toBe(text)
})
