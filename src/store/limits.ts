/** Carrying out one transaction, before its error is given to the callers. */
export const attemptsMax = 5
/**
 * Connections of this process to a PostgreSQL server that read, and write what is seldom written.
 * Beside them there is one for the desk's batches, which so never wait for reads, one for the
 * matcher's lock, and two for hints.
 */
export const readingConnectionsMax = 6
export const connectTimeoutSeconds = 10
