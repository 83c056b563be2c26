import { describe, expect, test } from 'bun:test'
import { circles } from './rules/circles'
import { importsOf } from './rules/imports'
import { floors, ROOMS, roomFaults } from './rules/rooms'
import { sourcesOf } from './rules/sources'

const known = [
  ['src/core/refusals.ts', ''],
  ['src/api/v1/orders/wire.ts', ''],
  ['src/api/v1/orders/routes.ts', ''],
] as const
const faultsOf = (path: string, source: string) => roomFaults(new Map([[path, source]]))

describe('the sources', () => {
  const sources = sourcesOf('src')

  test('are found', () => {
    expect(sources.size).toBeGreaterThan(20)
    expect([...sources.values()].flatMap(importsOf).length).toBeGreaterThan(sources.size)
  })

  test('import what their rooms may import', () => {
    expect(roomFaults(sources)).toEqual([])
  })

  test('import in no circle', () => {
    expect(circles(sources)).toEqual([])
  })

  test('stand in at most eleven rooms on at most eight floors', () => {
    const house = floors(sources)
    expect(house.size).toBeLessThanOrEqual(11)
    expect(Math.max(...house.values())).toBeLessThanOrEqual(8)
  })
})

describe('an import', () => {
  test.each([
    ["import { a } from './a'", './a', false],
    ["import {\n  type A,\n  b,\n} from './a'", './a', false],
    ["import type { A } from './a'", './a', true],
    ["import { type A, type B as C } from './a'", './a', true],
    ["export * from './a'", './a', false],
    ["export type { A } from './a'", './a', true],
    ["import './a'", './a', false],
    ["const a = await import('./a')", './a', false],
    ["type A = import('./a').A", './a', false],
  ])('is read from %j', (source, from, typeOnly) => {
    expect(importsOf(source)).toEqual([{ from, typeOnly }])
  })

  test('is none in a comment or a string', () => {
    const source =
      "// from './a'\n/* import './b' */ const c = \"import './c'\"\nconst r = /from 'x'/"
    expect(importsOf(source)).toEqual([])
  })

  test('is none in a call of something named from', () => {
    expect(importsOf("PlainDate.from('2026-03-02') + from('x')")).toEqual([])
  })

  test('after a type-only one is not taken for one', () => {
    const source = "import type { A } from './a'\nimport { b } from './b'"
    expect(importsOf(source).map(({ typeOnly }) => typeOnly)).toEqual([true, false])
  })
})

describe('a room', () => {
  test.each([
    ['src/core/order.ts', "import type { orders } from '../postgres/schema'"],
    ['src/core/order.ts', "import { plural } from '../lib/text'"],
    ['src/core/order.ts', "import { randomBytes } from 'node:crypto'"],
    ['src/core/order.ts', "import { sql } from 'drizzle-orm'"],
    ['src/lib/text.ts', "import { price } from '../core/money'"],
    ['src/server/config/config.ts', "import { connect } from '../../postgres/connect'"],
    ['src/postgres/pool.ts', "import { ordersOf } from '../ledger/orders'"],
    ['src/ledger/orders.ts', "import { sequencer } from '../trading/sequencer'"],
    ['src/ledger/orders.ts', "import { status } from 'elysia'"],
    ['src/market/clock.ts', "import { orders } from '../ledger/orders'"],
    ['src/market/clock.ts', "import type { Sequencer } from '../trading/sequencer'"],
    ['src/trading/sequencer.ts', "import { createApp } from '../api/app'"],
    ['src/trading/sequencer.ts', "import { findClient } from '../identity/clients'"],
    ['src/ledger/events/publish.ts', "import { sequencer } from '../../trading/sequencer'"],
    ['src/identity/keys.ts', "import { sequencer } from '../trading/sequencer'"],
    ['src/http/handle.ts', "import type { Order } from '../ledger/orders'"],
    ['src/http/handle.ts', "import { sequencer } from '../trading/sequencer'"],
    ['src/http/wire/refusal.ts', "import { gate } from '../gate'"],
    ['src/api/v1/orders/routes.ts', "import { place } from '../../../core/order/place'"],
    ['src/api/v1/orders/routes.ts', "import type { Db } from '../../../postgres/connect'"],
    ['src/api/v1/orders/routes.ts', "import { schema } from '../oauth/wire'"],
    ['src/api/v1/orders/service.ts', "import { t } from 'elysia'"],
    ['src/api/v1/orders/service.ts', "import { gate } from '../../../http/gate'"],
    ['src/api/v1/orders/service.ts', "import type { Token } from '../oauth/service'"],
    ['src/api/v1/orders/wire.ts', "import { sequencer } from '../../../trading/sequencer'"],
    ['src/api/app.ts', "import { connect } from '../postgres/connect'"],
    ['src/clients/sdk/index.ts', "import { createApp } from '../../api/app'"],
    ['src/clients/sdk/index.ts', "import { Temporal } from '../../core/time'"],
    ['src/clients/sdk/token.ts', "import { createHash } from 'node:crypto'"],
    ['src/server/compose/parts.ts', "import { PAPER } from '../../clients/cli/commands'"],
    ['src/main.ts', "import { table } from '../test/support/table'"],
    ['src/utils.ts', ''],
    ['src/api/service.ts', ''],
    ['src/api/v1/orders.ts', ''],
  ])('%s may not: %s', (path, source) => {
    expect(faultsOf(path, source)).toHaveLength(1)
  })

  test.each([
    ['src/core/order.ts', "import { price } from './money'"],
    ['src/core/money.ts', "import createBig, { type Big } from 'big.js'"],
    ['src/postgres/connect.ts', "import { PGlite } from '@electric-sql/pglite'"],
    ['src/postgres/connect.ts', "import { drizzle } from 'drizzle-orm/postgres-js'"],
    ['src/market/clock.ts', "import type { Bar } from '../ledger/bars'"],
    ['src/trading/sequencer.ts', "import { lock } from '../ledger/accounts'"],
    ['src/http/handle.ts', "import { REFUSALS } from '../core/refusals'"],
    ['src/api/v1/orders/routes.ts', "import { OrderSchema } from './wire'"],
    ['src/api/v1/orders/routes.ts', "import type { Order } from '../../../core/order/order'"],
    ['src/api/v1/orders/routes.ts', "import { isRefused } from '../../../core/refusals'"],
    ['src/api/v1/orders/service.ts', "import type { OrderBody } from './wire'"],
    ['src/api/v1/orders/service.ts', "import { place } from '../../../core/order/place'"],
    ['src/api/v1/orders/cursor.ts', "import { orders } from '../../../ledger/orders'"],
    ['src/api/app.ts', "import { orders } from './v1/orders/routes'"],
    ['src/api/app.ts', "import type { Store } from '../postgres/connect'"],
    ['src/clients/sdk/index.ts', "import type { App } from '../../api/app'"],
    ['src/main.ts', "import { PAPER } from './clients/cli/commands'"],
  ])('%s may: %s', (path, source) => {
    const sources = new Map<string, string>([...known, [path, source]])
    expect(roomFaults(sources)).toEqual([])
  })

  test('that is forbidden is named with what is allowed instead', () => {
    expect(faultsOf('src/core/order.ts', "import { a } from '../ledger/a'")).toEqual([
      'src/core/order.ts imports src/ledger/a: core may not, only core',
    ])
  })

  test('of the table names only rooms that there are', () => {
    const named = Object.values(ROOMS).flatMap(({ rooms, types = [] }) => [...rooms, ...types])
    const there = [...Object.keys(ROOMS), 'own', 'drizzle']
    expect(named.filter((room) => !there.includes(room))).toEqual([])
  })
})

describe('a floor', () => {
  test('is one above the highest room that is imported', () => {
    const sources = new Map([
      ['src/core/a.ts', ''],
      ['src/ledger/b.ts', "import type { A } from '../core/a'"],
      ['src/trading/c.ts', "import { b } from '../ledger/b'\nimport { a } from '../core/a'"],
    ])
    expect(Object.fromEntries(floors(sources))).toEqual({ core: 1, ledger: 2, trading: 3 })
  })

  test('is none for rooms that import each other', () => {
    const sources = new Map([
      ['src/core/a.ts', "import type { B } from '../ledger/b'"],
      ['src/core/c.ts', ''],
      ['src/ledger/b.ts', "import { c } from '../core/c'"],
    ])
    expect(() => floors(sources)).toThrow('A circle: core → ledger → core')
  })
})

describe('a circle', () => {
  test('is found through a type-only import', () => {
    const sources = new Map([
      ['src/core/a.ts', "import { b } from './b'"],
      ['src/core/b.ts', "import { c } from '../core/c'"],
      ['src/core/c.ts', "import type { B } from './b'"],
    ])
    expect(circles(sources)).toEqual(['src/core/b.ts → src/core/c.ts → src/core/b.ts'])
  })

  test('is not what two ways to one file make', () => {
    const sources = new Map([
      ['src/core/a.ts', "import { b } from './b'\nimport { c } from './c'"],
      ['src/core/b.ts', "import { c } from './c'"],
      ['src/core/c.ts', ''],
    ])
    expect(circles(sources)).toEqual([])
  })
})
