/** What the rest of the store knows of a database, whichever of the two drivers is behind it. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Instant } from '../core/time'
import type { StatementRunner, Write } from './pg/statement'

/** For plain reads and writes, where clearness counts more than the last microsecond. */
export type Drizzle = PgDatabase<PgQueryResultHKT>

/** The statements of one transaction. */
export interface Transaction extends StatementRunner {
  /**
   * What is written when the work is done; the COMMIT follows at once. It is encoded already, so
   * that a fault on this side is found before anything is sent: either all of it is committed, or
   * the transaction fails and nothing is.
   */
  lastly(writes: readonly Write[]): void
}

export interface Database extends StatementRunner {
  readonly drizzle: Drizzle
  readonly hints: Hints
  /**
   * Runs the work as one transaction, one after the other; it waits for no read outside of it. Its
   * statements are sent without waiting for each other's answers where the work does not wait
   * itself; BEGIN goes with the first of them and COMMIT with those that are given to `lastly`.
   * Carried out again, up to 5 times, when PostgreSQL says that it may be: so the work must have no
   * effect but its statements. A COMMIT whose answer was lost is not repeated: its outcome is
   * unknown, and the error, an OutcomeUnknown, goes to the caller. On a PostgreSQL server all
   * attempts together have 5 s, and no COMMIT is sent after them [request.deadline].
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Takes the lease that makes this process the one to move the market; null: another has it. */
  takeMatcherLease(): Promise<MatcherLease | null>
  close(): Promise<void>
}

/**
 * Given to a transaction as its last writes, it makes it fail, and change nothing, where the lease
 * has been taken over (`wasFenced` knows the error); else it renews the lease.
 */
export type Fence = readonly Write[]

/** One term of moving the market. What it is asked rejects with LeaseLost when the term is over. */
export interface MatcherLease {
  readonly fence: Fence
  readonly renewEveryMs: number
  /** Tells the other processes how far the market is, where that is known. */
  renew(carriedTo: Instant | null): Promise<void>
  /** Renews, and keeps how far a simulated market has been carried out. */
  keepProgress(carriedTo: Instant): Promise<void>
  /** Another process can take it at once. */
  release(): Promise<void>
}

/** Short texts to every process of this database, this one included; one may be lost. */
export interface Hints {
  /** Each of at most 7,999 bytes (PostgreSQL's own limit). */
  notify(payloads: readonly string[]): Promise<void>
  /** `connected` is told each time the connection is there: hints sent before may be missing. */
  listen(heard: (payload: string) => void, connected: () => void): Promise<void>
  close(): Promise<void>
}

/** Where this process is the only one, nobody needs a hint. */
export const NO_HINTS: Hints = {
  notify: async () => {},
  listen: async () => {},
  close: async () => {},
}
