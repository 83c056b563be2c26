/** The interface of a database, which both drivers implement. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Instant } from '../core/time'
import type { ScanStep } from './damage'
import type { BoundStatement, StatementRunner } from './statement'

/** The query builder, for reads and writes that need not be fast. */
export type Drizzle = PgDatabase<PgQueryResultHKT>

/**
 * How an embedded database writes. `fsync` syncs the log before each answer, so an answered order
 * survives a loss of power [durability.answered]. With `relaxed` an order survives the end of the
 * process, but a loss of power can damage the database [durability.relaxed].
 */
export type Durability = 'fsync' | 'relaxed'

export type DatabaseConfig =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'embedded'; readonly dir: string; readonly durability: Durability }
  | { readonly kind: 'memory' }

/** A part of a distributed database: the rows of some accounts, on one server. */
export interface Shard extends Pick<Database, 'all' | 'read' | 'commit'> {
  /** True while its server cannot be reached. Its accounts wait. */
  readonly isAway: boolean
  /**
   * Commits a statement on one account as `commit` does, together with another one. Both are
   * written or neither; if neither is, its rows come without the account's.
   */
  commitBeside(
    beside: Beside,
    bound: BoundStatement<string>,
    claim: () => boolean,
  ): Promise<readonly string[] | null>
}

/** A statement on tables that shards do not have. */
export interface Beside extends BoundStatement<unknown> {
  /** The account of the other statement, which returns the ids of the accounts that it writes. */
  readonly accountId: string
  /** The rows that it returns if it has written everything; otherwise it writes nothing. */
  readonly rows: number
}

export interface Shards {
  /** The present shards; a split replaces one by several. */
  readonly all: readonly Shard[]
  of(accountId: string): Shard
  /** Calls the listener when a shard that could not be reached is there again. */
  onReturn(listener: () => void): void
  /**
   * Gives each shard the present halt of all placing. Returns the servers of shards that could not
   * be reached: they get it before they count as reached again.
   */
  carryHalt(): Promise<readonly string[]>
}

export interface Database extends StatementRunner {
  readonly drizzle: Drizzle
  readonly notifications: Notifications
  /** Undefined unless the accounts are distributed over servers (docs/scale.md). */
  readonly shards?: Shards
  /**
   * Runs the work as one transaction. Statements are sent without waiting for earlier answers,
   * unless the work awaits one. The work runs up to 5 times if it is rolled back or loses its
   * connection, so its statements must be its only effect. A COMMIT whose answer was lost is not
   * repeated: the caller gets an OutcomeUnknown. On a PostgreSQL server all attempts together have
   * 5 s, and no COMMIT is sent after that [request.deadline].
   */
  transaction<T>(work: (transaction: StatementRunner) => Promise<T>): Promise<T>
  /**
   * Runs reads in order. A statement never sees less than the one before it. Statements of one turn
   * share a round trip. The work may run again, so its reads must be its only effect.
   */
  read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T>
  /**
   * Commits one statement as a transaction of its own, in one round trip. `claim` is called right
   * before the statement is sent; if it returns false, nothing is sent, and the result is null.
   * Statements run in the order in which they were sent, on one connection. Rejects with an
   * OutcomeUnknown if the answer was lost, including when the statement before it failed. After any
   * other error nothing has changed.
   */
  commit<Row>(bound: BoundStatement<Row>, claim: () => boolean): Promise<readonly Row[] | null>
  /** Takes the lease to move the market; null while another process holds it. */
  takeMatcherLease(): Promise<MatcherLease | null>
  /**
   * Checks on the disk that the folder is still this process's. Returns the reason if not, for
   * example a deleted lock; null if it is. After that, every call rejects with a FolderLost, and
   * nothing is written to the folder. Undefined if there is no folder.
   */
  readonly lost?: () => string | null
  /** Scans for damaged pages, in steps of a millisecond. Undefined if there is no folder. */
  readonly scan?: () => Iterable<ScanStep>
  /** Counts lost connections. Undefined if there are no connections. */
  readonly connectionsLost?: () => number
  close(): Promise<void>
}

/**
 * The term of the lease to which a change of the market is bound. The change is written only while
 * the term lasts, and renews it. Null if no other process could ever take the lease.
 */
export interface Fence {
  readonly term: string | null
}

/** One term of the matcher's lease. Its methods reject with LeaseLost after the end of the term. */
export interface MatcherLease {
  readonly fence: Fence
  readonly renewEveryMs: number
  /** Renews, and shows the other processes how far the market has moved; null if unknown. */
  renew(carriedTo: Instant | null): Promise<void>
  /** Renews, and saves how far a simulated market has been played. */
  keepProgress(carriedTo: Instant): Promise<void>
  /** Lets another process take it at once. */
  release(): Promise<void>
}

/** Short texts to all processes of this database, this one included. Some may be lost. */
export interface Notifications {
  /** Sends texts of at most 7,999 bytes each, which is PostgreSQL's limit. */
  notify(payloads: readonly string[]): Promise<void>
  /** Calls `connected` after each connect: notifications from before it may be lost. */
  listen(received: (payload: string) => void, connected: () => void): Promise<void>
  close(): Promise<void>
}

/** For a database with one process. */
export const NO_NOTIFICATIONS: Notifications = {
  notify: async () => {},
  listen: async () => {},
  close: async () => {},
}
