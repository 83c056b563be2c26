/** Carrying out one transaction, before its error is given to the callers. */
export const attemptsMax = 5
/**
 * Connections of this process to a PostgreSQL server that read, and write what is seldom written.
 * Beside them there is one for the desk's batches, which so never wait for reads, one for the
 * matcher's lease, and two for hints.
 */
export const readingConnectionsMax = 6
export const connectTimeoutSeconds = 10
/**
 * How long a batch waits for an account that another session holds. Batches hold theirs for some
 * milliseconds, so whoever holds one this long has been stopped or cut off; and while a batch
 * waits, so do all other accounts of the process.
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
