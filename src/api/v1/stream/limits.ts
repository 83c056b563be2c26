/** How much of a stream there may be. */

/** Streams of this process, those that have not yet authenticated included. */
export const streamsMax = 10_000
/** Accounts that one stream may be subscribed to. */
export const subscriptionsMax = 100
/** What may wait for a client to read it; beyond, it is too slow. */
export const bufferedBytesMax = 1024 * 1024
/** While so much is waiting, no more of the log is read for a client. */
export const bufferedBytesForLog = 256 * 1024
/** For a client to read on while the log waits for it, and for a closed one to be gone. */
export const standstillMs = 10_000
/** Messages of a client that are not yet answered. */
export const unansweredMax = 32
/** Messages of a client that were none. */
export const malformedMax = 20
/** Bytes of a message from a client. */
export const messageBytesMax = 4 * 1024
