/**
 * Every number of the contract, once, with the rule in docs/rules.md that sets it. A name says what
 * is limited, then its unit, then MAX, MIN or DEFAULT. Decimals that enter arithmetic of money are
 * strings, so that they have never been a double. Session hours are the table in
 * src/market/calendar/day.ts.
 */

/** Characters of X-Service-Request-Id. [request-id.form] */
export const REQUEST_ID_LENGTH_MAX = 128
/** [request.body-max] */
export const BODY_BYTES_MAX = 64 * 1024
/** The time from a request's arrival to the moment when it is carried out. [request.deadline] */
export const REQUEST_WAIT_MS_MAX = 5_000

/**
 * Rows that count as one request, in histories, statements, explanations and backlogs.
 * [rate-limit.cost]
 */
export const ROWS_PER_REQUEST_MAX = 100

/** [token.lifetime] */
export const TOKEN_LIFETIME_SECONDS_DEFAULT = 43_200
/** A year of seconds. [run.token-lifetime] */
export const TOKEN_LIFETIME_SECONDS_MAX = 31_536_000
/** The time until every server refuses a token that has ended. [token.revoked] */
export const REVOCATION_MS_MAX = 5_000

/** The years of the market and of its calendar. [run.years] */
export const YEAR_MIN = 2005
export const YEAR_MAX = 2035
/** The first trading date of the first year. [run.years] */
export const TRADING_DATE_MIN = '2005-01-03'
/** The years from a calendar's first date to its last. [calendar.year] */
export const CALENDAR_YEARS_MAX = 1

/** The time before the opening auction: orders for it come until 09:28. [order.opg-entry] */
export const OPG_ENTRY_MINUTES_MIN = 2
/** The time before the closing auction. [order.cls-entry] */
export const CLS_ENTRY_MINUTES_MIN = 10

/** Characters of a clientOrderId. [order.clientOrderId] */
export const CLIENT_ORDER_ID_LENGTH_MAX = 64
/**
 * Characters of the id of a close of all holdings: a symbol and a dot are added to it.
 * [close.all-ids]
 */
export const CLOSE_ALL_ID_LENGTH_MAX = 51
/** Decimal places of a percentage of a holding. [close.quantity] */
export const CLOSE_PERCENT_PLACES_MAX = 2
/** Decimal places of the USD of an amount order. [order.amount] */
export const ORDER_AMOUNT_PLACES_MAX = 2
/** Decimal places of shares. [order.quantity] */
export const QUANTITY_PLACES_MAX = 6
/** Shares of one order. [order.size-max] */
export const ORDER_SHARES_MAX = '1000000'
/** The value of one order in USD. [order.size-max] */
export const ORDER_VALUE_USD_MAX = '10000000'
/** Decimal places of a price from one dollar up, which moves by cents. [order.tick-size] */
export const PRICE_PLACES_MAX = 2
/** Decimal places of a price below one dollar. [order.tick-size] */
export const PRICE_PLACES_BELOW_ONE_USD_MAX = 4
/** The multiple of the ask that a MARKET buy holds at its acceptance. [order.hold-cash] */
export const MARKET_BUY_HOLD_FACTOR = '1.03'

/** The time from the acceptance of a GTC conditional order to its end. [conditional.timeInForce] */
export const GTC_DAYS_MAX = 90
/** Decimal places of a trail in percent. [conditional.trail] */
export const TRAIL_PERCENT_PLACES_MAX = 2

/** Decimal places of `avgFillPrice`. [fill.average] */
export const AVERAGE_PRICE_PLACES_MAX = 6
/**
 * The part of an auction's volume that an account may take under `standard` and `strict`.
 * [profile.auction-share]
 */
export const AUCTION_SHARE_MAX = '0.1'
/**
 * An account's footprint as a part of what the market traded in the last five minutes. Under
 * `strict` it is half as much. [profile.share] [profile.strict-share]
 */
export const TAKEN_SHARE_MAX = '0.2'
/** The time from an order's acceptance to its arrival in the market. [profile.strict-latency] */
export const STRICT_LATENCY_MS_MIN = 50
export const STRICT_LATENCY_MS_MAX = 400
/** The bounds of the time in which cancels halve a queue [profile.strict-queue]. */
export const QUEUE_HALVES_MS_MIN = 4_000
export const QUEUE_HALVES_MS_MAX = 30_000

/** [account.initial-cash] */
export const INITIAL_CASH_USD_DEFAULT = '100000'
/** [run.cash] */
export const INITIAL_CASH_USD_MAX = '1000000000000'

/** Symbols of one request. [quotes.symbols-max] */
export const QUOTE_SYMBOLS_MAX = 200
/** [candles.limit] [paper.history-interval] */
export const CANDLE_LIMIT_DEFAULT = 500
export const CANDLE_LIMIT_MAX = 1_000
/** Rows of a page. [instruments.limit] [orders.limit] [fills.limit] */
export const LIST_LIMIT_DEFAULT = 100
export const LIST_LIMIT_MAX = 500
/** Ticks that one page of an explanation covers. [paper.explanation] */
export const EXPLAINED_TICKS_MAX = 20_000
/** A token bucket. It holds `burst` requests, and `perSecond` requests flow back into it. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/**
 * The groups of requests: writes of orders, everything else under /v1, and the token endpoint,
 * which counts per client id and address.
 */
export type RateGroup = 'orders' | 'other' | 'token'
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>

/** [rate-limit.buckets] */
export const RATE_LIMITS_DEFAULT: RateLimits = {
  orders: { perSecond: 50, burst: 100 },
  other: { perSecond: 100, burst: 200 },
  token: { perSecond: 5, burst: 20 },
}

/** Accounts of one answer. [console.leaderboard] */
export const CLASS_ACCOUNTS_MAX = 300

/** The time for a stream to send a token in its first message. [stream.first-message] */
export const STREAM_TOKEN_MS_MAX = 5_000
/** The time between two heartbeats. [stream.heartbeat] */
export const STREAM_HEARTBEAT_MS_MAX = 5_000
/** Streams of one client on one server. [stream.limits] */
export const STREAMS_PER_CLIENT_MAX = 20

/** Market seconds per second of a simulated clock. [run.speed] */
export const MARKET_SPEED_MAX = 10_000
/**
 * Market milliseconds between two ticks. A tick takes at least one round trip to the database.
 * Below 10 ms most ticks would be late and be skipped. Above a minute the finest candle would
 * contain no tick. [run.tick]
 */
export const MARKET_TICK_MS_MIN = 10
export const MARKET_TICK_MS_MAX = 60_000
export const MARKET_TICK_MS_DEFAULT = 1_000
/** A tick is late if it is later than this. [health.true] [clock.tick-late] */
export const TICK_LATE_MS_MAX = 10_000
/** [health.fast] */
export const HEALTH_ANSWER_MS_MAX = 1_000
/** Accounts of a client that a test creates. [sandbox.accounts] */
export const SANDBOX_ACCOUNTS_MAX = 50
/** Parts of one forced order, and orders of one outcome. [outcome.force] */
export const FORCED_PARTS_MAX = 20
export const FORCED_TIMES_MAX = 1_000_000
/** The highest price that a test may set or force. [sandbox.quotes] [outcome.force] */
export const SANDBOX_PRICE_USD_MAX = '1000000000'
/** [fault.force] */
export const FAULT_DELAY_MS_MAX = 60_000
export const FORCED_RETRY_SECONDS_MAX = 86_400
/** The time from the signal to the end of the process. [run.stop] */
export const SHUTDOWN_MS_MAX = 10_000
/** [run.drain] */
export const DRAIN_MS_MAX = 60_000
/** The longest time that Bun can count for a connection that is not used. [run.keep-alive] */
export const KEEP_ALIVE_SECONDS_MAX = 255

/** How far the times of a source may be ahead of the server's clock. [live.implausible] */
export const FEED_FUTURE_MS_MAX = 1_000
/**
 * How far a price may be from the last one within a second, as a part of the last price.
 * [live.implausible]
 */
export const FEED_FAR_PART_MAX = '0.2'
/** How late a trade may be. A later one belongs to a minute whose bar has been sent. [live.bars] */
export const FEED_LATE_TRADE_MS_MAX = 900_000
/** The time from an auction to its official price. [live.auctions] */
export const FEED_OFFICIAL_PRICE_MS_MAX = 1_800_000
/** How long an exchange rate holds. [live.rate] */
export const FEED_RATE_MS_MAX = 86_400_000

/** The age from which a quote is stale, in REGULAR and in any other session. [live.stale] */
export const FEED_STALE_MS_DEFAULT = { regular: 5_000, other: 60_000 } as const
/** How long a symbol stays wanted after a request for it. [live.wanted] */
export const FEED_WANTED_MS_MAX = 600_000
/** Items of one message, and items of all sources of a server in one second. [live.limits] */
export const FEED_ITEMS_MAX = 1_000
export const FEED_ITEMS_PER_SECOND_MAX = 20_000
/** Sources that one server has at a time. [live.limits] */
export const FEED_SOURCES_MAX = 16

/** Characters of a password. [console.password] */
export const PASSWORD_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MAX = 256
/** How long a one-time link is valid. [console.first-link] */
export const SIGN_IN_LINK_HOURS_MAX = 24
/** The time since a session was last used, and the time since it began. [console.session-length] */
export const SESSION_IDLE_DAYS_MAX = 7
export const SESSION_DAYS_MAX = 30
/** How long a token of a session is valid. [console.token] */
export const SESSION_TOKEN_SECONDS_MAX = 3_600
/** Clients and accounts that one user may create in the console. [console.limits] */
export const CLIENTS_PER_USER_MAX = 100
export const ACCOUNTS_PER_USER_MAX = 100
/**
 * Attempts to sign in. `pair` limits an address, or a browser that has signed in, for one name.
 * `failed` limits an address for names that have failed; `fresh` limits it for other names and for
 * links. `name` limits a name from all addresses. It allows more than `pair`, so one address alone
 * cannot use up the attempts for a name. [console.attempts]
 */
export const SIGN_IN_ATTEMPTS_MAX: Readonly<
  Record<'pair' | 'failed' | 'fresh' | 'name', RateLimit>
> = {
  pair: { perSecond: 0.1, burst: 5 },
  failed: { perSecond: 0.5, burst: 20 },
  // Many callers may share an address. An attempt takes about 25 ms of processor time.
  fresh: { perSecond: 10, burst: 200 },
  name: { perSecond: 0.5, burst: 50 },
}
/** How long a name counts as one that has failed. [console.attempts] */
export const SIGN_IN_FAILED_MS_MAX = 600_000
/** How long a browser counts as one that has signed in. [console.known-browser] */
export const KNOWN_BROWSER_DAYS_MAX = 365
