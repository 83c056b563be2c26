/** Checks all invariants of the books over all accounts, a page at a time [run.audit]. */
import { sql } from 'drizzle-orm'
import { type Damage, damageOf } from '../../postgres/damage'
import type { Database } from '../../postgres/database'
import { accounts } from '../../postgres/schema/trading'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../../postgres/statement'
import type { Check, Finding } from './check'
import {
  ACCOUNT_CHECKS,
  ACCOUNT_THERE,
  ACCOUNT_THERE_IN_SHARD,
  GRANTED_ACCOUNT_THERE,
  ORDER_CHECKS,
  ORPHAN_CHECKS,
} from './checks'
import { CONDITIONAL_CHECKS } from './conditional-checks'

export type { Finding } from './check'

export interface Audited {
  /** The number of accounts checked so far. */
  readonly accounts: number
  readonly ofAccounts: number
  readonly findings: readonly Finding[]
  readonly unread: readonly Unread[]
}

/** What a damaged table kept the audit from checking. */
export interface Unread {
  /**
   * The check that was not made, such as `account-there`; null if no check of these accounts was
   * made.
   */
  readonly check: string | null
  /** The account that was not checked; null for all accounts, or for all that come after. */
  readonly accountId: string | null
  readonly damage: Damage
}

const PAGE_CHECKS: readonly Check[] = [
  ...ACCOUNT_CHECKS,
  ...ORDER_CHECKS,
  ...CONDITIONAL_CHECKS,
  ...ORPHAN_CHECKS,
]
export const CHECKS: readonly Check[] = [ACCOUNT_THERE, ...PAGE_CHECKS]

const ACCOUNTS_PER_PAGE = 100

const count = statement([], sql`select count(*) from ${accounts}`, ([n]) => Number(n))
const pageAfter = statement(
  ['after'],
  sql`select ${accounts.accountId} from ${accounts}
    where ${accounts.accountId} > ${parameter('after', 'text')} order by 1
    limit ${sql.raw(String(ACCOUNTS_PER_PAGE))}`,
  ([accountId]) => String(accountId),
)

/**
 * Yields after each page of accounts. The database does the sums, so memory holds only the findings
 * of one page. Each check is one statement and sees one moment, so a server may trade during the
 * audit.
 */
export async function* audit(
  database: StatementRunner & Pick<Database, 'shards'>,
): AsyncGenerator<Audited, void> {
  if (database.shards === undefined) {
    yield* auditBooks(database, ACCOUNT_THERE)
    return
  }
  let accounts = 0
  for (const shard of database.shards.all) {
    let last = 0
    for await (const page of auditBooks(shard, ACCOUNT_THERE_IN_SHARD)) {
      last = page.accounts
      yield { ...page, accounts: accounts + last, ofAccounts: accounts + page.ofAccounts }
    }
    accounts += last
  }
  const granted = await look(database, [GRANTED_ACCOUNT_THERE], [])
  yield { accounts, ofAccounts: accounts, ...granted }
}

/** Checks the books of one database, or of one shard. */
async function* auditBooks(
  runner: StatementRunner,
  accountThere: Check,
): AsyncGenerator<Audited, void> {
  const counting = await unlessDamaged(runner, () => runner.all(count, {}))
  const [ofAccounts = 0] = counting.rows
  yield { accounts: 0, ofAccounts, ...(await look(runner, [accountThere], [])) }
  let seen = 0
  let after = ''
  for (;;) {
    const { rows: page, damage } = await unlessDamaged(runner, () =>
      runner.all(pageAfter, { after }),
    )
    if (damage !== undefined) {
      const unread = [{ check: null, accountId: null, damage }]
      yield { accounts: seen, ofAccounts, findings: [], unread }
      return
    }
    const last = page.at(-1)
    if (last === undefined) return
    const found = await look(runner, PAGE_CHECKS, page)
    seen += page.length
    yield { accounts: seen, ofAccounts: Math.max(seen, ofAccounts), ...found }
    after = last
  }
}

async function look(
  runner: StatementRunner,
  checks: readonly Check[],
  page: readonly string[],
): Promise<Pick<Audited, 'findings' | 'unread'>> {
  const findings: Finding[] = []
  const unread: Unread[] = []
  for (const each of checks) {
    const found = await makeCheck(runner, each, page)
    findings.push(...found.findings)
    unread.push(...found.unread)
  }
  return { findings, unread }
}

/** Checks account by account if one of them cannot be read, so that the others still are. */
async function makeCheck(
  runner: StatementRunner,
  check: Check,
  page: readonly string[],
): Promise<Pick<Audited, 'findings' | 'unread'>> {
  const accountIds = arrayLiteral(page)
  const { rows: findings, damage } = await unlessDamaged(runner, () =>
    runner.all(check.findings, { accountIds }),
  )
  if (damage === undefined) return { findings, unread: [] }
  if (page.length <= 1) {
    return { findings, unread: [{ check: check.code, accountId: page[0] ?? null, damage }] }
  }
  const each: Pick<Audited, 'findings' | 'unread'>[] = []
  for (const accountId of page) each.push(await makeCheck(runner, check, [accountId]))
  return {
    findings: each.flatMap((one) => one.findings),
    unread: each.flatMap((one) => one.unread),
  }
}

interface Read<Row> {
  readonly rows: readonly Row[]
  readonly damage?: Damage
}

async function unlessDamaged<Row>(
  runner: StatementRunner,
  read: () => Promise<readonly Row[]>,
): Promise<Read<Row>> {
  try {
    return { rows: await read() }
  } catch (error) {
    const damage = await damageOf(runner, error)
    if (damage === undefined) throw error
    return { rows: [], damage }
  }
}
