/** Options and time limits of sessions with a PostgreSQL server. */
import { sql } from 'drizzle-orm'
import type { Options, PostgresType } from 'postgres'
import { REQUEST_WAIT_MS_MAX } from '../core/limits'
import { type StatementRunner, statement } from './statement'

/** Attempts per transaction before its error reaches the callers. */
export const TRANSACTION_ATTEMPTS_MAX = 5

/**
 * Connections of this process for reads, and for changes that are not of accounts. They are
 * separate, so that neither waits for the other. Batches have more for their reads, and one for
 * their commits. The matcher's lease has one, and notifications have two.
 */
export const READ_CONNECTIONS_MAX = 6
export const CHANGE_CONNECTIONS_MAX = 2
/** Batches that are committed at once, one for each worker. */
export const BATCHES_AT_ONCE = 2

/**
 * The time limit of a query to a PostgreSQL server, after which its connection is destroyed: the
 * network may be cut. It includes all attempts and the wait for a connection [request.deadline].
 */
export const ANSWER_MS_MAX = REQUEST_WAIT_MS_MAX
/** The time limit of work on a whole database or file. */
export const LONG_ANSWER_MS_MAX = 600_000
/** After another connection is given up, a read without an answer is repeated after this time. */
export const SILENT_READ_MS_MAX = 1_000
/** How long a session waits for a row that another connection has locked. */
const LOCK_WAIT_MS_MAX = 2_000
/**
 * How long a session may be idle in a transaction before PostgreSQL ends it and releases its locks:
 * a process that was stopped, or whose network was cut, must not lock accounts for good. A busy
 * process never takes this long between two statements.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000
/** Seconds between TCP keepalives, so that PostgreSQL ends sessions whose network is cut. */
const KEEPALIVE_SECONDS = 10

/**
 * How long the matcher's lease lasts without a renewal. Its holder renews it every second, and
 * other processes try to take it twice a second. So if the holder stops, the market stops for less
 * than 5 s.
 */
export const LEASE_MS = 3_000
export const LEASE_RENEWED_EVERY_MS = 1_000
/** The time limit of a query about the lease: the network may be cut. */
export const LEASE_ANSWER_MS_MAX = 2_000

const CONNECT_SECONDS_MAX = 10
/** If opening a connection takes longer, another one is opened in parallel. */
export const OPENING_SLOW_MS = 1_000
export const OPENING_MS_MAX = 10_000
/** Connections of one pool that may be opening at once, including slow ones. */
export const OPENINGS_MAX = 8
/** The pause after a connection could not be opened. */
export const REOPEN_AFTER_MS = 200
export const CLOSE_SECONDS_MAX = 1
/** How often the connection that listens for notifications is checked. */
export const LISTENER_CHECK_EVERY_MS = 5_000

/**
 * Settings of the planner. Every repeated statement finds its rows by an index, and a connection
 * keeps its plan. While the tables are empty the planner would choose to read them whole, and keep
 * doing so until the statistics change, minutes later. Checks of foreign keys behave the same.
 */
export const PLANNING = {
  /** Used only if there is no index. */
  enable_seqscan: 'off',
  /** One plan fits all values. */
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const

/**
 * For the coordinator of a distributed database: no plan of Citus fits all values, since it depends
 * on the shard. A transaction over all shards goes from one to the next: in parallel, Citus refuses
 * to change copied tables and distributed ones together.
 */
export const DISTRIBUTED_PLANNING = {
  plan_cache_mode: 'auto',
  'citus.multi_shard_modify_mode': 'sequential',
} as const

const TIMESTAMPTZ = 1184
const asText = (value: string): string => value

export const SESSION_OPTIONS = {
  connect_timeout: CONNECT_SECONDS_MAX,
  // Arrays are sent as text with a cast. A look-up of array types would be one more query, whose
  // failure ends the process (docs/decisions/postgres-driver.md).
  fetch_types: false,
  onnotice: () => {},
  // Times are ISO text with their offset, under all settings of the server and the role.
  types: {
    instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: asText, parse: asText },
  },
  // Connection poolers accept only these at the beginning of a session.
  connection: { TimeZone: 'UTC', DateStyle: 'ISO', application_name: 'paper-brokerage' },
} satisfies Options<{ instant: PostgresType<string> }>

/** The settings that the first statement of a session makes. */
export const SESSION_SETTINGS: SessionSettings = {
  // Migrations make the tables there, under every path of the user.
  search_path: 'public',
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS_MAX),
  lock_timeout: String(LOCK_WAIT_MS_MAX),
  tcp_keepalives_idle: String(KEEPALIVE_SECONDS),
  tcp_keepalives_interval: String(KEEPALIVE_SECONDS),
  ...PLANNING,
}

export type SessionSettings = Readonly<Record<string, string>>

/** How long a batch waits for a locked account, while all other batches wait behind it. */
const COMMIT_LOCK_WAIT_MS_MAX = 500

/** For the connection on which batches are committed. */
export const COMMIT_SESSION_SETTINGS: SessionSettings = {
  ...SESSION_SETTINGS,
  lock_timeout: String(COMMIT_LOCK_WAIT_MS_MAX),
}

/** For the connection that takes and renews the matcher's lease. */
export const LEASE_SESSION_SETTINGS: SessionSettings = {
  ...SESSION_SETTINGS,
  lock_timeout: String(LEASE_ANSWER_MS_MAX / 2),
}

/** For notifications: the commit of a NOTIFY need not wait for the disk. */
export const NOTIFY_SESSION_SETTINGS: SessionSettings = {
  ...SESSION_SETTINGS,
  synchronous_commit: 'off',
}

const lift = statement(
  [],
  sql`select set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`,
  () => null,
)

/**
 * Lets the transaction wait for locks, and be idle, without a limit. For long work, such as a
 * file's, that locks no account.
 */
export async function liftTimeLimits(runner: StatementRunner): Promise<void> {
  await runner.all(lift, {})
}

/** The numbers of our advisory locks in a PostgreSQL server. */
export const MIGRATION_LOCK = 7_260_101
export const CHOSEN_CLIENT_LOCK = 7_260_103
export const OUTCOMES_LOCK = 7_260_104
