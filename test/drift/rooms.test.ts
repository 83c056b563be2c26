import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { circles } from './rules/circles'
import { importsOf } from './rules/imports'
import { ROOMS, roomFaults } from './rules/rooms'
import { sourcesOf } from './rules/sources'

/** Every source is parsed, three times over. */
setDefaultTimeout(60_000)

const known = [
  ['src/core/refusals.ts', ''],
  ['src/modules/orders/index.ts', ''],
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
    ['src/core/order.ts', "import type { orders } from '../store/schema'"],
    ['src/core/order.ts', "import { randomBytes } from 'node:crypto'"],
    ['src/core/order.ts', "import { sql } from 'drizzle-orm'"],
    ['src/config.ts', "import { connect } from './store/connect'"],
    ['src/store/orders.ts', "import { desk } from '../engine/desk'"],
    ['src/store/orders.ts', "import { status } from 'elysia'"],
    ['src/market/clock.ts', "import { orders } from '../store/orders'"],
    ['src/market/clock.ts', "import type { Desk } from '../engine/desk'"],
    ['src/engine/desk.ts', "import { createApp } from '../app'"],
    ['src/http/refuse.ts', "import type { Order } from '../store/orders'"],
    ['src/http/refuse.ts', "import { desk } from '../engine/desk'"],
    ['src/modules/orders/index.ts', "import { place } from '../../core/place'"],
    ['src/modules/orders/index.ts', "import type { Db } from '../../store/connect'"],
    ['src/modules/orders/index.ts', "import { model } from '../oauth/model'"],
    ['src/modules/orders/service.ts', "import { t } from 'elysia'"],
    ['src/modules/orders/service.ts', "import { refuse } from '../../http/refuse'"],
    ['src/modules/orders/service.ts', "import { OrderModel } from './model'"],
    ['src/modules/orders/service.ts', "import type { Token } from '../oauth/service'"],
    ['src/modules/orders/model.ts', "import { desk } from '../../engine/desk'"],
    ['src/app.ts', "import { connect } from './store/connect'"],
    ['src/client/index.ts', "import { createApp } from '../app'"],
    ['src/client/index.ts', "import { Temporal } from '../core/time'"],
    ['src/client/token.ts', "import { createHash } from 'node:crypto'"],
    ['src/server.ts', "import { table } from '../test/support/table'"],
    ['src/utils.ts', ''],
    ['src/modules/service.ts', ''],
    ['src/modules/orders.ts', ''],
  ])('%s may not: %s', (path, source) => {
    expect(faultsOf(path, source)).toHaveLength(1)
  })

  test.each([
    ['src/core/order.ts', "import { price } from './units'"],
    ['src/core/units.ts', "import createBig, { type Big } from 'big.js'"],
    ['src/store/connect.ts', "import { PGlite } from '@electric-sql/pglite'"],
    ['src/store/connect.ts', "import { drizzle } from 'drizzle-orm/postgres-js'"],
    ['src/market/clock.ts', "import type { Bar } from '../store/bars'"],
    ['src/engine/desk.ts', "import { lock } from '../store/accounts'"],
    ['src/http/refuse.ts', "import { REFUSALS } from '../core/refusals'"],
    ['src/modules/orders/index.ts', "import { OrderModel } from './model'"],
    ['src/modules/orders/index.ts', "import type { Order } from '../../core/order'"],
    ['src/modules/orders/index.ts', "import { isRefused } from '../../core/refusals'"],
    ['src/modules/orders/service.ts', "import type { OrderBody } from './model'"],
    ['src/modules/orders/service.ts', "import { place } from '../../core/place'"],
    ['src/modules/orders/cursor.ts', "import { orders } from '../../store/orders'"],
    ['src/app.ts', "import { orders } from './modules/orders'"],
    ['src/app.ts', "import type { Store } from './store/connect'"],
    ['src/client/index.ts', "import type { App } from '../app'"],
    ['src/server.ts', "import { readConfig } from './config'"],
  ])('%s may: %s', (path, source) => {
    const sources = new Map<string, string>([...known, [path, source]])
    expect(roomFaults(sources)).toEqual([])
  })

  test('that is forbidden is named with what is allowed instead', () => {
    expect(faultsOf('src/core/order.ts', "import { a } from '../store/a'")).toEqual([
      'src/core/order.ts imports src/store/a: core may not, only core',
    ])
  })

  test('of the table names only rooms that there are', () => {
    const named = Object.values(ROOMS).flatMap(({ rooms, types = [] }) => [...rooms, ...types])
    const there = [...Object.keys(ROOMS), 'own', 'drizzle']
    expect(named.filter((room) => !there.includes(room))).toEqual([])
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
