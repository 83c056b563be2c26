/** Reads the places of the shards from a catalogue like Citus's. */
import { describe, expect, test } from 'bun:test'
import { getTableName } from 'drizzle-orm'
import { hashOfText } from '../../../src/postgres/citus/hash'
import { type Ask, layoutOf, shardIndexOf } from '../../../src/postgres/citus/layout'
import { DISTRIBUTED, MARKET_TERMS, REFERENCE } from '../../../src/postgres/citus/tables'

const DISTRIBUTED_NAMES = [...DISTRIBUTED.map((table) => getTableName(table)), MARKET_TERMS]
const COPIED_NAMES = REFERENCE.map((table) => getTableName(table))

interface Catalogue {
  readonly isCitus?: boolean
  /** Omit it for all tables. */
  readonly tables?: readonly string[]
  readonly hasFunction?: boolean
}

/** Two shards of each table, on two workers; the second half of the hashes comes first. */
const catalogue =
  ({ isCitus = true, tables, hasFunction = true }: Catalogue): Ask =>
  async (text) => {
    if (text.includes('pg_catalog.pg_dist_partition')) return [[isCitus]]
    if (text.includes('to_regprocedure')) return [[hasFunction]]
    const named = tables ?? [...DISTRIBUTED_NAMES, ...COPIED_NAMES]
    return named.flatMap((table, at) =>
      COPIED_NAMES.includes(table)
        ? [
            [table, String(at), 'n', null, null, 'one', 5432],
            [table, String(at), 'n', null, null, 'two', 5433],
          ]
        : [
            [table, `2${at}`, 'h', '0', '2147483647', 'two', 5433],
            [table, `1${at}`, 'h', '-2147483648', '-1', 'one', 5432],
          ],
    )
  }

describe('the layout', () => {
  test('is none on a plain PostgreSQL', async () => {
    expect(await layoutOf(catalogue({ isCitus: false }))).toBeNull()
  })

  test('is none before anything is distributed', async () => {
    expect(await layoutOf(catalogue({ tables: [] }))).toBeNull()
  })

  test.each([
    ['accounts are', { tables: ['accounts'] }],
    ['instruments are copied', { tables: ['instruments'] }],
    ['only the last function is missing', { hasFunction: false }],
  ])('[run.distribute] is partial if %s', async (_, parts) => {
    expect(await layoutOf(catalogue(parts))).toBe('partial')
  })

  test('has a place for each shard, by hash, with its own tables', async () => {
    const layout = await layoutOf(catalogue({}))
    if (layout === null || layout === 'partial') throw new Error('it is whole')
    expect(layout.map(({ host, port, from, to }) => [host, port, from, to])).toEqual([
      ['one', 5432, -2_147_483_648, -1],
      ['two', 5433, 0, 2_147_483_647],
    ])
    const [one] = layout
    expect(one?.shardId).toBe('10')
    expect(one?.tables.get('accounts')).toBe('accounts_10')
    expect(one?.tables.get('orders')).toBe('orders_12')
    expect(one?.tables.get('instruments')).toMatch(/^instruments_\d+$/)
    // A batch checks the shard's own term and halt.
    expect(one?.tables.get('matcher_lease')).toMatch(/^market_terms_\d+$/)
    expect(one?.tables.get('market_controls')).toBe(one?.tables.get('matcher_lease'))
  })
})

test('an account is in the shard whose range has its hash', () => {
  const hash = hashOfText('acc_A')
  expect(shardIndexOf([-2_147_483_648, hash], 'acc_A')).toBe(1)
  expect(shardIndexOf([-2_147_483_648, hash + 1], 'acc_A')).toBe(0)
  expect(shardIndexOf([-2_147_483_648], 'acc_A')).toBe(0)
})
