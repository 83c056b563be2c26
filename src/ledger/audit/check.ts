/** Defines a check of the books, and what it finds. */
import { type SQL, sql } from 'drizzle-orm'
import { parameter, type Statement, statement } from '../../postgres/statement'

/** One fault in the books. */
export interface Finding {
  /** The code of the check. */
  readonly code: string
  readonly accountId: string
  /** The order, fill, event or symbol at fault; null if it is the account itself. */
  readonly subject: string | null
  readonly expected: string
  readonly found: string
}

/** One invariant, as a query for the rows that break it. */
export interface Check {
  readonly code: string
  /** What holds in correct books, as one sentence. */
  readonly says: string
  /** One statement, so that it sees all tables at one moment while a server runs. */
  readonly findings: Statement<'accountIds', Finding>
}

/** The most findings of one kind for a page of accounts: more of them would add nothing. */
export const FINDINGS_MAX = 20

/** The accounts of one page. */
export const PAGE: SQL = sql`any(${parameter('accountIds', 'text[]')})`

/** Makes a check. `wrong` selects the account, the subject, the expected and the found value. */
export function check(code: string, says: string, wrong: SQL): Check {
  return {
    code,
    says,
    findings: statement(
      ['accountIds'],
      sql`select account_id, subject::text, expected::text, found::text
        from (${wrong}) as wrong (account_id, subject, expected, found)
        order by 1, 2 limit ${sql.raw(String(FINDINGS_MAX))}`,
      ([accountId, subject, expected, found]) => ({
        code,
        accountId: String(accountId),
        subject: subject === null ? null : String(subject),
        expected: String(expected),
        found: String(found),
      }),
      'long',
    ),
  }
}
