/** All invariants of the books, over all accounts, a page at a time [run.audit]. */
import { sql } from 'drizzle-orm'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../pg/statement'
import { accounts } from '../schema'
import { ACCOUNT_CHECKS } from './account-checks'
import type { Check, Finding } from './check'
import { ORDER_CHECKS } from './order-checks'
import { ACCOUNT_THERE, ORPHAN_CHECKS } from './orphan-checks'

export type { Finding } from './check'

export interface Audited {
  /** Accounts that have been looked at. */
  readonly accounts: number
  readonly ofAccounts: number
  readonly findings: readonly Finding[]
}

/** Of a page of accounts. */
const PAGE_CHECKS: readonly Check[] = [...ACCOUNT_CHECKS, ...ORDER_CHECKS, ...ORPHAN_CHECKS]
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
 * Yields after each page of accounts. Memory is that of one page's findings: the database adds up.
 * Each check is one statement and sees one moment, so a server may trade meanwhile.
 */
export async function* audit(runner: StatementRunner): AsyncGenerator<Audited, void> {
  const [ofAccounts = 0] = await runner.all(count, {})
  yield { accounts: 0, ofAccounts, findings: await findings(runner, [ACCOUNT_THERE], []) }
  let seen = 0
  let after = ''
  for (;;) {
    const page = await runner.all(pageAfter, { after })
    const last = page.at(-1)
    if (last === undefined) return
    const found = await findings(runner, PAGE_CHECKS, page)
    seen += page.length
    yield { accounts: seen, ofAccounts: Math.max(seen, ofAccounts), findings: found }
    after = last
  }
}

async function findings(
  runner: StatementRunner,
  checks: readonly Check[],
  page: readonly string[],
): Promise<readonly Finding[]> {
  const accountIds = arrayLiteral(page)
  const found: Finding[] = []
  for (const each of checks) found.push(...(await runner.all(each.findings, { accountIds })))
  return found
}
