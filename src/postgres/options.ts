/** How sessions with a PostgreSQL server are opened, and the limits of what is asked on them. */

import { sql } from 'drizzle-orm'
import type { Options, PostgresType } from 'postgres'
import { REQUEST_WAIT_MS_MAX } from '../core/limits'
import { type StatementRunner, statement } from './statement'

/** Attempts per transaction before its error reaches the callers. */
export const TRANSACTION_ATTEMPTS_MAX = 5

/**
 * Connections of this process for reads, and for changes other than the accounts'. They are apart,
 * so that neither waits for the other. The batches of commands have some more for what they have to
 * read, and one to be committed on, the matcher's lease has one and the notifications two.
 */
export const READ_CONNECTIONS_MAX = 6
export const CHANGE_CONNECTIONS_MAX = 2
/** Batches that are under way at once, as many as there are workers. */
export const COMMITTING_TOGETHER = 2

/**
 * A question to a PostgreSQL server is given up after this time, with its connection: the network
 * may be cut. All attempts count together, and so does the wait for a connection
 * [request.deadline].
 */
export const ANSWER_MS_MAX = REQUEST_WAIT_MS_MAX
/** The same for work as large as the database, or as a file. */
export const LONG_ANSWER_MS_MAX = 600_000
/** A read that has no answer so long after another connection fell silent is asked again. */
export const SILENT_READ_MS_MAX = 1_000
/** How long a session waits for a row that another connection has locked. */
const LOCK_WAIT_MS_MAX = 2_000
/**
 * How long a session may be idle in a transaction before PostgreSQL ends it and frees its locks: a
 * process that was stopped, or whose network was cut, must not keep accounts for good. A process
 * that is only busy never takes so long between two statements.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 10_000
/**
 * Seconds of silence after which PostgreSQL asks whether a client's machine is still there, and
 * asks again, until its system takes the connection for dead: a cut network leaves no session
 * behind.
 */
const KEEPALIVE_SECONDS = 10

/**
 * How long the matcher's lease lasts without a renewal. It is renewed every second, and the other
 * processes ask for it twice a second: so when its holder stops, the market stands still for less
 * than 5 s.
 */
export const LEASE_MS = 3_000
export const LEASE_RENEWED_EVERY_MS = 1_000
/** A question about the lease that takes longer has failed: the network may be cut. */
export const LEASE_ANSWER_MS_MAX = 2_000

const CONNECT_SECONDS_MAX = 10
/** While a connection takes longer to open, another is opened beside it. */
export const OPENING_SLOW_MS = 1_000
export const OPENING_MS_MAX = 10_000
/** Openings under way in one pool, the slow ones included. */
export const OPENINGS_MAX = 8
/** Pause after a connection that could not be opened. */
export const REOPEN_AFTER_MS = 200
export const CLOSE_SECONDS_MAX = 1
/** How often the connection that listens for notifications is checked. */
export const LISTENER_CHECK_EVERY_MS = 5_000

/**
 * Every repeated statement finds its rows by an index, and a connection keeps its plan for life.
 * The server would make that plan while the tables are empty, where reading a whole table looks
 * cheapest, and would read whole tables until its statistics follow, minutes later; in the checks
 * of foreign keys as well.
 */
export const PLANNING = {
  /** Never chosen where there is an index, and still possible where there is none. */
  enable_seqscan: 'off',
  /** One plan fits all values. */
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const

const TIMESTAMPTZ = 1184
const asText = (value: string): string => value

export const SESSION_OPTIONS = {
  connect_timeout: CONNECT_SECONDS_MAX,
  // Arrays travel as text with a cast. To look up the types of the server's arrays would be one
  // more query, whose failure ends the process (docs/decisions/postgres-driver.md).
  fetch_types: false,
  onnotice: () => {},
  // Times arrive as ISO text with their offset, whatever the server's or the role's settings are.
  types: {
    instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: asText, parse: asText },
  },
  // A connection pooler takes these at the beginning of a session, and no others.
  connection: { TimeZone: 'UTC', DateStyle: 'ISO', application_name: 'paper-brokerage' },
} satisfies Options<{ instant: PostgresType<string> }>

/** What the first statement of a session sets, for as long as it lasts. */
export const SESSION_SETTINGS: SessionSettings = {
  // Migrations make the tables there, whatever the user's own path is.
  search_path: 'public',
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS_MAX),
  lock_timeout: String(LOCK_WAIT_MS_MAX),
  tcp_keepalives_idle: String(KEEPALIVE_SECONDS),
  tcp_keepalives_interval: String(KEEPALIVE_SECONDS),
  ...PLANNING,
}

export type SessionSettings = Readonly<Record<string, string>>

/** How long a batch waits for an account that another session has locked; all wait behind it. */
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

/** For notifications: a NOTIFY commits as a change does, and need not wait for the disk. */
export const HINT_SESSION_SETTINGS: SessionSettings = {
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
 * Lets the transaction wait for locks and be idle for any time, until it ends: for work as long as
 * a file, which holds no account.
 */
export async function liftTimeLimits(runner: StatementRunner): Promise<void> {
  await runner.all(lift, {})
}

/** Advisory locks of this product in a PostgreSQL server: any numbers of our own. */
export const MIGRATION_LOCK = 7_260_101
export const CHOSEN_CLIENT_LOCK = 7_260_103
