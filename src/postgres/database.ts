/** A database, as the rest of the store sees it: the same for both drivers. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Instant } from '../core/time'
import type { ScanStep } from './damage'
import type { BoundStatement, StatementRunner } from './statement'

/** For plain reads and writes, where clarity counts more than microseconds. */
export type Drizzle = PgDatabase<PgQueryResultHKT>

/**
 * How an embedded database writes: `fsync` syncs the log before each answer, so an answered order
 * survives a loss of power [durability.answered]. With `relaxed` it survives the end of the
 * process, but a loss of power can damage the database [durability.relaxed].
 */
export type Durability = 'fsync' | 'relaxed'

export type DatabaseConfig =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'embedded'; readonly dir: string; readonly durability: Durability }
  | { readonly kind: 'memory' }

export interface Database extends StatementRunner {
  readonly drizzle: Drizzle
  readonly notifications: Notifications
  /**
   * Runs the work as one transaction. Statements are sent without waiting for each other's answers,
   * unless the work awaits one. The work runs up to 5 times if it was rolled back or its connection
   * lost, so it must have no effect but its statements. A COMMIT whose answer was lost is not
   * repeated: the caller gets an OutcomeUnknown. On a PostgreSQL server all attempts together have
   * 5 s, and no COMMIT is sent after them [request.deadline].
   */
  transaction<T>(work: (transaction: StatementRunner) => Promise<T>): Promise<T>
  /**
   * Reads whose statements are carried out in the order in which they are asked for, each on what
   * was committed when the one before it was read, or on more. Those asked for together take one
   * round trip. The work may run again, so it must have no effect but its reads.
   */
  read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T>
  /**
   * Commits one statement, a transaction of its own, in one round trip. `claim` is called when the
   * statement is about to be sent; if it returns false, nothing is sent, and the answer is null.
   * Statements follow each other on one connection, and the database carries them out in the order
   * in which they were sent. Rejects with an OutcomeUnknown if the answer was lost, be it by a
   * failure of the statement in front of it; after any other error nothing has changed.
   */
  commit<Row>(asked: BoundStatement<Row>, claim: () => boolean): Promise<readonly Row[] | null>
  /** Takes the lease to move the market; null while another process holds it. */
  takeMatcherLease(): Promise<MatcherLease | null>
  /**
   * Why the folder is no longer this process's, its lock deleted say; null: it is. From the first
   * reason on, everything that is asked of the database rejects with a FolderLost, and nothing is
   * written to the folder. Looks at the disk. Left out: there is no folder.
   */
  readonly lost?: () => string | null
  /** Looks for damaged pages, a millisecond's work a step. Left out: there is no folder. */
  readonly scan?: () => Iterable<ScanStep>
  /** Connections that were lost and opened anew; left out: there are none to lose. */
  readonly connectionsLost?: () => number
  close(): Promise<void>
}

/**
 * The term of the lease that a change of the market is bound to: it is written only while the term
 * stands, which it renews. Null: no other process could ever take the lease.
 */
export interface Fence {
  readonly term: string | null
}

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
export interface Notifications {
  /** Each of at most 7,999 bytes (PostgreSQL's own limit). */
  notify(payloads: readonly string[]): Promise<void>
  /** `connected` is called after each connect: notifications sent before it may be missing. */
  listen(heard: (payload: string) => void, connected: () => void): Promise<void>
  close(): Promise<void>
}

/** For a database with one process: no other needs a notification. */
export const NO_NOTIFICATIONS: Notifications = {
  notify: async () => {},
  listen: async () => {},
  close: async () => {},
}
