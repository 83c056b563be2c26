/** Carrying out one transaction, before its error is given to the callers. */
export const attemptsMax = 5
/** Connections of this process to a PostgreSQL server: one writes batches, the others read. */
export const connectionsMax = 8
export const connectTimeoutSeconds = 10
