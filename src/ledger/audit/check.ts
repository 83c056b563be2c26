/** What a check of the books is, and what it finds. */
import { type SQL, sql } from 'drizzle-orm'
import { parameter, type Statement, statement } from '../../postgres/statement'

/** One thing that is wrong. */
export interface Finding {
  /** The check's. */
  readonly code: string
  readonly accountId: string
  /** The order, fill, event or symbol; null: the account itself. */
  readonly subject: string | null
  readonly expected: string
  readonly found: string
}

/** One invariant, as a query of what breaks it. */
export interface Check {
  readonly code: string
  /** What holds in right books, as one sentence. */
  readonly says: string
  /** One statement, so that it sees all tables at one moment, beside a running server. */
  readonly findings: Statement<'accountIds', Finding>
}

/** More of one kind, of one page of accounts, tell nothing new. */
export const FINDINGS_MAX = 20

/** The accounts of one page. */
export const PAGE: SQL = sql`any(${parameter('accountIds', 'text[]')})`

/** `wrong` selects the account, the subject, what is expected and what is found. */
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
