/** docs/scale.md: each statement on a table of trading keeps to the accounts that it names. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { DISTRIBUTED, fitsShard } from '../../src/postgres/citus/tables'

const document = readFileSync(join(import.meta.dir, '../../docs/scale.md'), 'utf8')

/** Statements over all accounts, by the file that has them, and what the document calls them. */
const OVER_ALL_ACCOUNTS: Readonly<Record<string, string>> = {
  'src/ledger/open-orders.ts': 'the matcher',
  'src/ledger/conditional-orders.ts pages': 'the matcher',
  'src/ledger/live-prices.ts': 'live prices',
  'src/ledger/accounts.ts latest': 'a server',
  'src/ledger/future-times.ts': 'an operator',
  'src/ledger/audit.ts': 'an operator',
  'src/ledger/snapshots.ts': 'a test',
}

const NAMES_ACCOUNTS = [
  /"account_id" = /,
  /"account_id" in /,
  /insert into "?\w+"? \("?account_id"?/,
]

interface Compiled {
  readonly file: string
  readonly text: string
  /** The names of its parameters. */
  readonly names: readonly string[]
}

async function compiled(): Promise<readonly Compiled[]> {
  const script = join(import.meta.dir, '../support/statement-texts.ts')
  const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
  // safe: the script prints such a list.
  return JSON.parse(await new Response(child.stdout).text()) as readonly Compiled[]
}

const namesOfTables = DISTRIBUTED.map((table) => getTableConfig(table).name)

/** A page of all accounts, after the last row of the page before. */
const PAGE = /\("\w+"\."account_id", [^)]+\) > \(/

function exceptionOf({ file, text }: Compiled): string | undefined {
  if (text.startsWith('select max(')) return OVER_ALL_ACCOUNTS[`${file} latest`]
  const ofFile = OVER_ALL_ACCOUNTS[file]
  return ofFile ?? (PAGE.test(text) ? OVER_ALL_ACCOUNTS[`${file} pages`] : undefined)
}

const strays = (statements: readonly Compiled[]): readonly Compiled[] =>
  statements.filter(
    (each) =>
      namesOfTables.some((name) => each.text.includes(`"${name}"`)) &&
      !NAMES_ACCOUNTS.some((pattern) => pattern.test(each.text)) &&
      exceptionOf(each) === undefined,
  )

describe('every table of trading', () => {
  test.each(DISTRIBUTED.map((table) => [getTableConfig(table).name, table] as const))(
    'leads with the account, so does its primary key: %s',
    (_, table) => {
      const { columns, primaryKeys, uniqueConstraints } = getTableConfig(table)
      expect(columns[0]?.name).toBe('account_id')
      const key = primaryKeys[0]?.columns[0] ?? columns.find(({ primary }) => primary)
      expect(key?.name).toBe('account_id')
      for (const unique of uniqueConstraints) {
        expect(unique.columns.map(({ name }) => name)).toContain('account_id')
      }
    },
  )
})

/** What Citus refused in statements that its coordinator was to plan. */
const REFUSED_BY_CITUS = [
  /\bwith recursive\b/,
  /\blateral\b/,
  /\bwith\b.*\binsert into "/,
  /\bfrom unnest\(/,
  /\bfrom json_populate_recordset\(.*\bexists \(/,
  /\bjson_agg\((?!json_build_object\()/,
  /\bupdate\b.*\brandom\(\)/,
  /\bfor (?:no key )?update\b/,
]

/** The order book reads these in each shard. */
const NEVER_PLANNED: readonly string[] = [
  'src/ledger/open-orders.ts',
  'src/ledger/conditional-orders.ts',
]

const goesToShard = ({ text, names }: Compiled): boolean =>
  fitsShard(text) && names.some((name) => name === 'accountId' || name === 'accountIds')

const refusedByCitus = (statements: readonly Compiled[]): readonly string[] =>
  statements.flatMap((each) =>
    namesOfTables.some((name) => each.text.includes(`"${name}"`)) &&
    !goesToShard(each) &&
    !NEVER_PLANNED.includes(each.file) &&
    REFUSED_BY_CITUS.some((pattern) => pattern.test(each.text))
      ? [`${each.file}: ${each.text}`]
      : [],
  )

describe('a statement that the coordinator of a cluster plans', () => {
  test('has nothing that Citus refuses', async () => {
    expect(refusedByCitus(await compiled())).toEqual([])
  })

  test.each([
    'with recursive named as (select 1) select * from "orders"',
    'select 1 from "accounts" cross join lateral (select 1 from "orders") as one',
    'with made as (insert into "orders" select 1) select 1',
    'update "accounts" set version = floor(random() * 2)',
  ])('would be found: %s', (text) => {
    expect(refusedByCitus([{ file: 'src/ledger/new.ts', text, names: [] }])).toHaveLength(1)
  })
})

describe('a statement that goes to the shard of the accounts in its parameters', () => {
  const strangers = (statements: readonly Compiled[]): readonly Compiled[] =>
    statements.filter(
      (each) => goesToShard(each) && !NAMES_ACCOUNTS.some((pattern) => pattern.test(each.text)),
    )

  test('is about no other accounts', async () => {
    expect(strangers(await compiled())).toEqual([])
  })

  test('would be found', () => {
    const text = 'select count(*) from "accounts" where "accounts"."account_id" <> all($1)'
    expect(strangers([{ file: 'src/ledger/new.ts', text, names: ['accountIds'] }])).toHaveLength(1)
  })
})

describe('every statement on them', () => {
  test('names its accounts, but for those that the document tells of', async () => {
    const statements = await compiled()
    expect(statements.length).toBeGreaterThan(60)
    expect(strays(statements)).toEqual([])
    for (const called of Object.values(OVER_ALL_ACCOUNTS)) expect(document).toContain(`**${called}`)
  })

  test('would be found without them', () => {
    const text = 'select * from "orders" where "orders"."symbol" = $1'
    expect(strays([{ file: 'src/ledger/new.ts', text, names: [] }])).toHaveLength(1)
  })
})
