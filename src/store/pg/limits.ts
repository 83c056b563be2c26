import { REQUEST_WAIT_MS_MAX } from '../../core/limits'

/** Carrying out one transaction, before its error is given to the callers. */
export const attemptsMax = 5
/**
 * Connections of this process to a PostgreSQL server. Reads have their own, and what is seldom
 * written too, so that neither waits for an account that somebody holds; one more is for the desk's
 * batches, which so never wait for either, one for the matcher's lease, and two for hints.
 */
export const readingConnectionsMax = 6
export const changingConnectionsMax = 2
export const connectTimeoutSeconds = 10
/**
 * How long a session waits for a row that another session holds. Batches hold accounts for some
 * milliseconds, so whoever holds one this long has been stopped or cut off.
 */
export const lockWaitMaxMs = 2_000
/**
 * How long a session may stand still in a transaction before PostgreSQL ends it and frees what it
 * held: a process that was stopped, or whose network went, must not keep accounts for good. A
 * process that is only busy never takes so long between two statements.
 */
export const standstillMaxMs = 10_000
/**
 * How long the matcher's lease lasts without a renewal. With a renewal every second, and another
 * process asking twice a second, the market stands still for less than 5 s when its mover does.
 */
export const leaseLastsMs = 3_000
export const leaseRenewedEveryMs = 1_000
/** Beyond it, a question about the lease counts as failed: its network may be cut. */
export const leaseAnswerMaxMs = 2_000

/**
 * What is asked of a PostgreSQL server is given up after so long, with the connection that it was
 * asked on: its network may be cut. All attempts together, and the wait for a connection
 * [request.deadline].
 */
export const answerMaxMs = REQUEST_WAIT_MS_MAX
/** The same where the work may be as large as the database, or a file. */
export const longAnswerMaxMs = 600_000
/** How long a connection's goodbye may take. */
export const goodbyeMaxSeconds = 1
/** A connection that takes longer is not counted on: another is opened beside it. */
export const openingSlowMs = 1_000
export const openingLimitMs = 10_000
/** At once, of one pool, those that take long included. */
export const openingsMax = 8
/** After a connection could not be opened, before the next is tried. */
export const reopenAfterMs = 200
/** How often the connection that listens for hints is asked whether it is there. */
export const listenerCheckMs = 5_000
