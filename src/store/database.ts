/** A database, as the rest of the store sees it: the same for both drivers. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Instant } from '../core/time'
import type { Asked, StatementRunner, Write } from './pg/statement'

/** For plain reads and writes, where clarity counts more than microseconds. */
export type Drizzle = PgDatabase<PgQueryResultHKT>

/** The statements of one transaction. */
export interface Transaction extends StatementRunner {
  /**
   * Writes sent when the work is done, with the COMMIT right behind them. They are encoded already,
   * so a fault on this side shows before anything is sent: all of them are committed, or the
   * transaction fails and none is.
   */
  lastly(writes: readonly Write[]): void
}

/** A connection for transactions, one at a time. */
export type Lane = 0 | 1

export interface Database extends StatementRunner {
  readonly drizzle: Drizzle
  readonly hints: Hints
  /**
   * Runs the work as one transaction. Those of one lane run one at a time, beside the reads outside
   * of them: of lane 0 where it is left out, or where there is one connection only. Statements are
   * sent without waiting for each other's answers, unless the work awaits one; BEGIN goes with the
   * first, and COMMIT with the writes of `lastly`. The work runs up to 5 times where it was rolled
   * back or its connection lost, so it must have no effect but its statements. A COMMIT whose
   * answer was lost is not repeated: the caller gets an OutcomeUnknown. On a PostgreSQL server all
   * attempts together have 5 s, and no COMMIT is sent after them [request.deadline].
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, lane?: Lane): Promise<T>
  /**
   * One statement that is a transaction of its own, in one round trip. It is asked for when the
   * connection is there and alive, sent in the same turn, and never again: null sends nothing.
   * Those of all lanes have one connection, and the database carries them out in the order in which
   * they were sent. Rejects with an OutcomeUnknown where the answer was lost, be it by a failure of
   * the statement in front of it; after any other error nothing has changed. Left out: the database
   * has no such way, or would gain nothing by it.
   */
  readonly atOnce?: <Row>(ask: () => Asked<Row> | null) => Promise<readonly Row[] | null>
  /** Takes the lease to move the market; null while another process holds it. */
  takeMatcherLease(): Promise<MatcherLease | null>
  /**
   * Why the folder is no longer this process's, its lock deleted say; null: it is. From the first
   * reason on, everything that is asked of the database rejects with a FolderLost, and nothing is
   * written to the folder. Looks at the disk. Left out: there is no folder.
   */
  readonly lost?: () => string | null
  /** Connections that were lost and opened anew; left out: there are none to lose. */
  readonly connectionsLost?: () => number
  close(): Promise<void>
}

/**
 * Last writes of a transaction that must hold the lease: they renew it, or, where another process
 * has taken it over, fail the whole transaction with an error that `wasFenced` recognises.
 */
export type Fence = readonly Write[]

/** One term of moving the market. Its methods reject with LeaseLost once the term is over. */
export interface MatcherLease {
  readonly fence: Fence
  readonly renewEveryMs: number
  /** Shows the other processes how far the market has moved; null: unknown. */
  renew(carriedTo: Instant | null): Promise<void>
  /** Renews, and saves how far a simulated market has been played. */
  keepProgress(carriedTo: Instant): Promise<void>
  /** Lets another process take it at once. */
  release(): Promise<void>
}

/** Short texts to every process of this database, this one included; one may be lost. */
export interface Hints {
  /** Each of at most 7,999 bytes (PostgreSQL's own limit). */
  notify(payloads: readonly string[]): Promise<void>
  /** `connected` is called after each connect: hints sent before it may be missing. */
  listen(heard: (payload: string) => void, connected: () => void): Promise<void>
  close(): Promise<void>
}

/** For a database with one process: no other needs a hint. */
export const NO_HINTS: Hints = {
  notify: async () => {},
  listen: async () => {},
  close: async () => {},
}
