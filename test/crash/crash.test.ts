/** A small part of `bun run crash`, and that what it looks for would be found. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Storage } from '../support/folder-storage'
import { randomOf } from '../support/random'
import { killServers } from '../support/server-process'
import { administer, hasPostgres, postgresStorage } from '../support/storage'
import { type ExitRow, type LegRow, wrongGroups } from './groups'
import type { GroupPlacement, Placement } from './journal'
import { type EventRow, type OrderRow, wrongEvents, wrongOrders } from './judge'
import { fatal, MessageEnds } from './messages'
import { play } from './play'
import { type SceneName, sceneOf } from './scenes'
import { WAITS } from './trader'
import { openWorld, type World } from './world'

const ONE: Placement = {
  clientOrderId: 'one',
  accountId: 'acc_1',
  terms: WAITS,
  unknown: 0,
  refused: 0,
  orderId: 'ord_1',
  cancelled: false,
  filledSeen: 0,
  finalSeen: null,
}
const ROW: OrderRow = {
  client_order_id: 'one',
  account_id: 'acc_1',
  order_id: 'ord_1',
  status: 'SUBMITTED',
  quantity: '1',
  filled_quantity: '0',
  order_type: 'LIMIT',
}
const wrong = (placement: Partial<Placement>, ...rows: readonly Partial<OrderRow>[]) => [
  ...wrongOrders(
    new Map([['one', { ...ONE, ...placement }]]),
    rows.map((row) => ({ ...ROW, ...row })),
  ),
]

describe('the comparison of answers with the database', () => {
  test('finds nothing where both agree', () => {
    expect(wrong({}, {})).toEqual([])
    expect(wrong({ orderId: null, refused: 1 })).toEqual([])
    expect(wrong({ orderId: null, unknown: 1 }, {})).toEqual([])
  })

  test.each([
    ['an order that is lost', wrong({})],
    ['an order that is there twice', wrong({}, {}, {})],
    ['an order of another id', wrong({}, { order_id: 'ord_2' })],
    ['a refused order that is there', wrong({ orderId: null, refused: 1 }, {})],
    ['an order that was never sent', wrong({}, {}, { client_order_id: 'two' })],
    ['a cancel that is lost', wrong({ cancelled: true }, {})],
    ['a fill that is lost', wrong({ filledSeen: 1 }, {})],
    ['a final status that changes', wrong({ finalSeen: 'FILLED' }, { status: 'CANCELED' })],
    ['an order that never ends', wrong({ terms: { ...WAITS, timeInForce: 'IOC' } }, {})],
    ['an order of another size', wrong({}, { quantity: '2' })],
  ])('finds %s', (_, found) => {
    expect(found).toHaveLength(1)
  })

  test('finds events that are missing, doubled, or told otherwise', () => {
    const event = (seq: number): EventRow => ({
      account_id: 'acc_1',
      seq,
      order_id: 'ord_1',
      status: 'SUBMITTED',
      filled_quantity: '0',
    })
    const told = { orderId: 'ord_1', status: 'SUBMITTED', filledQuantity: 0 }
    const found = (rows: readonly EventRow[], seen: readonly (typeof told)[]) =>
      [...wrongEvents(rows, new Map([['acc_1', seen]]))].length
    expect(found([event(1), event(2)], [told, told])).toBe(0)
    expect(found([event(1), event(3)], [told, told])).toBe(1)
    expect(found([event(1), event(2)], [told])).toBe(1)
    expect(found([event(1)], [told, told])).toBe(1)
    expect(found([event(1)], [{ ...told, filledQuantity: 1 }])).toBe(1)
  })
})

describe('the comparison of conditional orders', () => {
  const GROUP: GroupPlacement = {
    clientOrderId: 'one',
    accountId: 'acc_1',
    terms: {
      symbol: 'KO',
      side: 'SELL',
      quantity: 2,
      timeInForce: 'DAY',
      triggerBy: 'LAST',
      type: 'OCO',
    },
    unknown: 0,
    refused: 0,
    orderId: 'cnd_1',
    cancelled: false,
  }
  const PROFIT: LegRow = {
    client_order_id: 'one',
    group_id: 'cnd_1',
    leg: 'TAKE_PROFIT',
    status: 'FILLED',
    quantity: '2',
    filled_quantity: '2',
  }
  const STOP: LegRow = { ...PROFIT, leg: 'STOP_LOSS', status: 'CANCELED', filled_quantity: '0' }
  const EXIT: ExitRow = { group_id: 'cnd_1', filled: '2', bought: '0', open: 0, entering: 0 }
  const wrongGroup = (
    placement: Partial<GroupPlacement>,
    legs: readonly LegRow[],
    exit: Partial<ExitRow> = {},
    said = 2,
  ) => [
    ...wrongGroups(
      new Map([['one', { ...GROUP, ...placement }]]),
      legs,
      [{ ...EXIT, ...exit }],
      new Map([['cnd_1', said]]),
    ),
  ]

  test('finds nothing where both agree', () => {
    expect(wrongGroup({}, [PROFIT, STOP])).toEqual([])
    expect(wrongGroup({ orderId: null, refused: 1 }, [])).toEqual([])
  })

  const both = { ...STOP, status: 'FILLED', filled_quantity: '2' }
  const other = { ...PROFIT, group_id: 'cnd_2' }
  const BRACKET = { terms: { ...GROUP.terms, type: 'BRACKET' } } as const
  const bought = { ...PROFIT, leg: 'ENTRY', status: 'CANCELED', filled_quantity: '1' }
  const WAITS_PENDING = { ...PROFIT, status: 'PENDING', filled_quantity: '0' }
  test.each([
    ['one that is lost', wrongGroup({}, [])],
    ['one that is there twice', wrongGroup({}, [PROFIT, STOP, other]).slice(0, 1)],
    ['a refused one that is there', wrongGroup({ orderId: null, refused: 1 }, [PROFIT, STOP])],
    ['two exits that have filled', wrongGroup({}, [PROFIT, both], { filled: '4' }, 4)],
    ['a fill that no leg has', wrongGroup({}, [PROFIT, STOP], { filled: '1' }, 1)],
    ['a fill that the stream has not said', wrongGroup({}, [PROFIT, STOP], {}, 1)],
    ['a stop that waits alone', wrongGroup({}, [PROFIT, { ...STOP, status: 'ARMED' }])],
    ['an order that goes on', wrongGroup({}, [PROFIT, STOP], { open: 1 })],
    ['an entry that goes on', wrongGroup({}, [PROFIT, STOP], { entering: 1 })],
    ['a leg that is not there', wrongGroup({}, [PROFIT])],
    [
      'exits that have sold more than their entry bought',
      wrongGroup(BRACKET, [bought, PROFIT, STOP], { filled: '3', bought: '1' }, 3),
    ],
    [
      'exits that wait though their entry bought',
      wrongGroup(
        BRACKET,
        [bought, WAITS_PENDING, { ...WAITS_PENDING, leg: 'STOP_LOSS' }],
        {
          filled: '1',
          bought: '1',
        },
        1,
      ),
    ],
    [
      'a cancel that is lost',
      wrongGroup({ cancelled: true }, [{ ...STOP, status: 'TRIGGERED' }, PROFIT]),
    ],
  ])('finds %s', (_, found) => {
    expect(found).toHaveLength(1)
  })
})

test('the ends of messages are found however they are cut into parts', () => {
  const stream = Buffer.concat([
    fatal('57P01'),
    Buffer.from('Z\0\0\0\x05I'),
    Buffer.from('H\0\0\0\x04'),
  ])
  const whole = new MessageEnds().endsIn(stream)
  expect(whole.at(-1)).toBe(stream.length)
  expect(whole).toHaveLength(3)
  for (const size of [1, 3, 7]) {
    const ends = new MessageEnds()
    const found: number[] = []
    for (let at = 0; at < stream.length; at += size) {
      found.push(...ends.endsIn(stream.subarray(at, at + size)).map((end) => at + end))
    }
    expect(found).toEqual([...whole])
  }
})

describe.skipIf(!hasPostgres)('on PostgreSQL a server loses and doubles nothing where', () => {
  let storage: Storage
  let world: World
  beforeAll(async () => {
    storage = await postgresStorage()
    const url = storage.settings.DATABASE_URL ?? ''
    const ask = async <Row>(text: string): Promise<readonly Row[]> => {
      let rows: readonly Row[] = []
      await administer(async (sql) => {
        rows = await sql.unsafe<Row[]>(text)
      }, url)
      return rows
    }
    world = await openWorld({ url: () => url, ask }, randomOf(17), 2)
  })
  afterAll(async () => {
    await world.close()
    await killServers()
    await storage.remove()
  })

  test.each<readonly [string, SceneName, number]>([
    ['its connections are cut', 'network', 1],
    ['its statements are cancelled and its sessions terminated', 'cancelled', 2],
    ['an order’s connection is cut, or ended by PostgreSQL, after some byte', 'bytes', 12],
  ])('%s', async (_, name, rounds) => {
    const stage = { world, cluster: null, lead: () => {}, say: () => {} }
    const { findings, tally } = await play(sceneOf(name), stage, rounds)
    expect(findings).toEqual([])
    expect(tally.placed).toBeGreaterThan(0)
  })
})
