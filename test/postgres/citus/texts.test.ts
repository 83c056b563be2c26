/** Statements that go to a shard, without Citus: what makes each of them plain PostgreSQL there. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { createAccount } from '../../../src/ledger/accounts'
import {
  DISTRIBUTED,
  fitsShard,
  HALT,
  KNOWN_TO_CITUS,
  LEASE,
  REFERENCE,
  withTables,
} from '../../../src/postgres/citus/tables'
import type { Connection } from '../../../src/postgres/connection'
import { knownMigrations } from '../../../src/postgres/migrations'
import { drizzleOver } from '../../../src/postgres/pooled-drizzle'
import * as schema from '../../../src/postgres/schema'
import {
  compiledFor,
  HITTING,
  SECTIONS,
  type StatementShape,
} from '../../../src/trading/commit-statement'
import { CLIENT_ID, MONDAY_AT_TEN, newAccount } from '../../support/trading-floor'

const exported: readonly unknown[] = Object.values(schema)
const TABLES = exported.flatMap((one) => (is(one, PgTable) ? [one] : []))
const names = (tables: readonly PgTable[]): string[] => tables.map((table) => getTableName(table))
const IN_SHARDS = [...names([...DISTRIBUTED, ...REFERENCE]), LEASE, HALT]
const OWN = new Map(IN_SHARDS.map((name) => [name, `${name}_1`]))

/** A database without a row. */
const NO_ROWS: Connection = {
  alive: true,
  values: async () => [],
  records: async () => [],
  destroy() {},
  close: async () => {},
}

const shape = (more: Partial<StatementShape>): StatementShape => ({
  size: 'many',
  sections: [...SECTIONS.keys()],
  decides: true,
  answers: true,
  spends: true,
  locks: true,
  isFirst: true,
  trades: true,
  asksHalt: true,
  assumes: true,
  // A shard's hits are a statement of their own, which the coordinator runs.
  hits: false,
  isFenced: true,
  ...more,
})

/** The tables of the schema that a text names. */
const tablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/"([a-z_]+)"/g)].flatMap(([, name = '']) => name)).intersection(
    new Set(names(TABLES)),
  )

describe('the statement of a batch', () => {
  test.each(['one', 'many'] as const)('[run.shards] names only tables of its shard: %s', (size) => {
    const { text } = compiledFor(shape({ size })).statement
    expect([...tablesIn(text)].filter((name) => !IN_SHARDS.includes(name))).toEqual([])
    expect([...tablesIn(withTables(text, OWN))]).toEqual([])
  })

  test('[run.shards] checks the term of the market in its own shard', () => {
    const { text } = compiledFor(shape({})).statement
    expect(withTables(text, OWN)).toContain(`update "${LEASE}_1" set renewed_at`)
  })

  test('[run.shards] checks the halt of its own shard', () => {
    const { text } = compiledFor(shape({})).statement
    expect(withTables(text, OWN)).toContain(`select "${HALT}_1"."halted_at" is not null`)
  })

  test.each(['one', 'many'] as const)('[run.shards] has no parameter within quotes: %s', (size) => {
    // The coordinator passes the parameters on as one list, by their numbers.
    const quoted = compiledFor(shape({ size })).statement.text.match(/'[^']*'/g) ?? []
    expect(quoted.filter((text) => text.includes('$'))).toEqual([])
  })
})

describe('the statement of a test’s hits', () => {
  test.each(['one', 'many'] as const)('names a table of the coordinator alone: %s', (size) => {
    expect([...tablesIn(HITTING[size].text)]).toEqual([KNOWN_TO_CITUS])
  })
})

describe('a new account', () => {
  test('is committed with its client on all machines, by a table that Citus knows', async () => {
    const written: string[] = []
    const drizzle = drizzleOver({
      async one(text, ask) {
        written.push(/^(?:insert into|delete from) "([a-z_]+)"/.exec(text)?.[1] ?? text)
        return ask(NO_ROWS)
      },
      transaction: (work) => work(NO_ROWS),
    })
    await createAccount(drizzle, CLIENT_ID, newAccount('acc_A', MONDAY_AT_TEN))
    expect(written.sort()).toEqual(['accounts', 'client_accounts', KNOWN_TO_CITUS])
  })
})

describe('a table of a shard', () => {
  test('has a name that no column has, so that its name can be replaced', () => {
    const columns = TABLES.flatMap((table) =>
      Object.values(getTableColumns(table)).map(({ name }) => name),
    )
    expect(IN_SHARDS.filter((name) => columns.includes(name))).toEqual([])
  })

  test('is short enough for the number of its shard', () => {
    expect(IN_SHARDS.filter((name) => name.length > 40)).toEqual([])
  })

  test('has its account first, or is the same for all', () => {
    const byAccount = TABLES.filter((table) => {
      const [first] = Object.values(getTableColumns(table))
      return first?.name === 'account_id'
    })
    // The matcher's own state, which it reads and replaces as a whole.
    const LOCAL = ['missed_triggers']
    // A new table of trading has to be distributed, or to be named here.
    expect(
      names(byAccount)
        .filter((name) => !LOCAL.includes(name))
        .sort(),
    ).toEqual(names(DISTRIBUTED).sort())
  })
})

describe('a statement goes to the shard of its account', () => {
  test('if all its tables are there', () => {
    expect(fitsShard('select 1 from "orders" join "instruments" using (symbol)')).toBe(true)
  })

  test.each([
    ['a table is on the coordinator', 'select 1 from "accounts" join "client_accounts" using (a)'],
    ['no table is of accounts', 'select 1 from "instruments"'],
  ])('but not if %s', (_, text) => {
    expect(fitsShard(text)).toBe(false)
  })
})

describe('a migration', () => {
  /** Later ones are carried out on distributed databases too. */
  const FIRST_WITH_SHARDS = 31
  const folder = join(import.meta.dir, '../../../drizzle')
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const tags: readonly string[] = Object(journal).entries.map(({ tag }: { tag: string }) => tag)

  test('is found', async () => {
    expect(tags).toHaveLength((await knownMigrations()).length)
  })

  test('names no table in a check, which Citus refuses', () => {
    const named = tags.slice(FIRST_WITH_SHARDS).filter((tag) => {
      const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
      return names(DISTRIBUTED).some((name) =>
        new RegExp(`ALTER TABLE "${name}" ADD CONSTRAINT .* CHECK \\(.*"${name}"\\.`).test(text),
      )
    })
    expect(named).toEqual([])
  })
})
