/** The limits of streams: counts, times and bytes. */

/** Streams of this process, those that have not yet authenticated included. */
export const STREAMS_MAX = 10_000
/** Accounts that one stream may be subscribed to. */
export const SUBSCRIPTIONS_MAX = 100
/** Bytes that may wait for a client to read them; beyond, it reads too slowly. */
export const BUFFERED_BYTES_MAX = 1024 * 1024
/** While more bytes than these wait, a client is sent nothing more of the log. */
export const BUFFERED_BYTES_FOR_LOG = 256 * 1024
/** The longest that a client may read nothing, and that a closed socket may take to go. */
export const STANDSTILL_MS = 10_000
/** Messages of a client that may wait for their answers. */
export const UNANSWERED_MAX = 32
/** Messages of a client that may be unreadable before its stream is closed. */
export const MALFORMED_MAX = 20
/** Bytes of one message from a client. */
export const MESSAGE_BYTES_MAX = 4 * 1024
