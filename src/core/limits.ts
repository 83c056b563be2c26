/**
 * Every number of the contract, once, with the rule in docs/rules.md that sets it. A name says what
 * is limited, then its unit, then MAX, MIN or DEFAULT. Decimals that enter arithmetic of money are
 * strings here, since they must never have been a double. Session hours are the table in
 * src/market/calendar/session-times.ts.
 */

/** Characters of X-Service-Request-Id. [request-id.form] */
export const REQUEST_ID_LENGTH_MAX = 128
/** [request.body-max] */
export const BODY_BYTES_MAX = 64 * 1024
/** From a request's arrival to the moment when it is carried out. [request.deadline] */
export const REQUEST_WAIT_MS_MAX = 5_000

/** Rows that history, statement, explanation and backlog read as one request. [rate-limit.cost] */
export const ROWS_PER_REQUEST_MAX = 100

/** [token.lifetime] */
export const TOKEN_LIFETIME_SECONDS_DEFAULT = 43_200
/** A year. [run.token-lifetime] */
export const TOKEN_LIFETIME_SECONDS_MAX = 31_536_000
/** Until every server knows that a token is over. [token.revoked] */
export const REVOCATION_MS_MAX = 5_000

/** The years that the market and its calendar have. [run.years] */
export const YEAR_MIN = 2005
export const YEAR_MAX = 2035
/** The first trading date of the first year. [run.years] */
export const TRADING_DATE_MIN = '2005-01-03'
/** From a calendar's first date to its last. [calendar.year] */
export const CALENDAR_YEARS_MAX = 1

/** Before the opening auction, so up to 09:28. [order.opg-entry] */
export const OPG_ENTRY_MINUTES_MIN = 2
/** Before the closing auction. [order.cls-entry] */
export const CLS_ENTRY_MINUTES_MIN = 10

/** Characters. [order.clientOrderId] */
export const CLIENT_ORDER_ID_LENGTH_MAX = 64
/** Of a close of all holdings: a symbol and a dot are added to it. [close.all-ids] */
export const CLOSE_ALL_ID_LENGTH_MAX = 51
/** Decimal places of a percentage of a holding. [close.quantity] */
export const CLOSE_PERCENT_PLACES_MAX = 2
/** Decimal places of the USD of an amount order. [order.amount] */
export const ORDER_AMOUNT_PLACES_MAX = 2
/** Decimal places of shares. [order.quantity] */
export const QUANTITY_PLACES_MAX = 6
/** The most shares of one order. [order.size-max] */
export const ORDER_SHARES_MAX = '1000000'
/** The most USD that one order is worth. [order.size-max] */
export const ORDER_VALUE_USD_MAX = '10000000'
/** Decimal places of a price from one dollar up: it moves by cents. [order.tick-size] */
export const PRICE_PLACES_MAX = 2
/** Decimal places of a price below one dollar. [order.tick-size] */
export const PRICE_PLACES_BELOW_ONE_USD_MAX = 4
/** A MARKET buy holds this many times the ask at its acceptance. [order.hold-cash] */
export const MARKET_BUY_HOLD_FACTOR = '1.03'

/** From the acceptance of a GTC conditional order to its end. [conditional.timeInForce] */
export const GTC_DAYS_MAX = 90
/** Decimal places of a trail in percent. [conditional.trail] */
export const TRAIL_PERCENT_PLACES_MAX = 2

/** Decimal places of `avgFillPrice`. [fill.average] */
export const AVERAGE_PRICE_PLACES_MAX = 6
/**
 * An account's part of an auction's volume, under `standard` and `strict`. [profile.auction-share]
 */
export const AUCTION_SHARE_MAX = '0.1'
/**
 * An account's footprint as a part of what the market traded in the last five minutes; half as much
 * under `strict`. [profile.share] [profile.strict-share]
 */
export const TAKEN_SHARE_MAX = '0.2'
/** From an order's acceptance to its arrival in the market. [profile.strict-latency] */
export const STRICT_LATENCY_MS_MIN = 50
export const STRICT_LATENCY_MS_MAX = 400

/** [account.initial-cash] */
export const INITIAL_CASH_USD_DEFAULT = '100000'
/** [run.cash] */
export const INITIAL_CASH_USD_MAX = '1000000000000'

/** The symbols of one request. [quotes.symbols-max] */
export const QUOTE_SYMBOLS_MAX = 200
/** [candles.limit] [paper.history-interval] */
export const CANDLE_LIMIT_DEFAULT = 500
export const CANDLE_LIMIT_MAX = 1_000
/** Rows of a page. [instruments.limit] [orders.limit] [fills.limit] */
export const LIST_LIMIT_DEFAULT = 100
export const LIST_LIMIT_MAX = 500
/** Ticks that one page of an explanation goes through. [paper.explanation] */
export const EXPLAINED_TICKS_MAX = 20_000
/** A token bucket: it holds `burst` requests and `perSecond` flow back into it. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** Order writes; everything else under /v1; the token endpoint, per client id and address. */
export type RateGroup = 'orders' | 'other' | 'token'
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>

/** [rate-limit.buckets] */
export const RATE_LIMITS_DEFAULT: RateLimits = {
  orders: { perSecond: 50, burst: 100 },
  other: { perSecond: 100, burst: 200 },
  token: { perSecond: 5, burst: 20 },
}

/** Accounts of one answer. [console.class] */
export const CLASS_ACCOUNTS_MAX = 300

/** For a token in the first message. [stream.first-message] */
export const STREAM_TOKEN_MS_MAX = 5_000
/** Between two heartbeats. [stream.heartbeat] */
export const STREAM_HEARTBEAT_MS_MAX = 5_000
/** Of one client on one server. [stream.limits] */
export const STREAMS_PER_CLIENT_MAX = 20

/** Market seconds per second of a simulated clock. [run.speed] */
export const MARKET_SPEED_MAX = 10_000
/**
 * Market milliseconds. A tick is at least one round trip to the database, so below 10 ms most would
 * come late and be skipped; above a minute the finest candle would hold no tick at all. [run.tick]
 */
export const MARKET_TICK_MS_MIN = 10
export const MARKET_TICK_MS_MAX = 60_000
export const MARKET_TICK_MS_DEFAULT = 1_000
/** A tick that is later than this is late. [health.true] [clock.tick-late] */
export const TICK_LATE_MS_MAX = 10_000
/** [health.fast] */
export const HEALTH_ANSWER_MS_MAX = 1_000
/** Accounts of a client that a test makes. [sandbox.accounts] */
export const SANDBOX_ACCOUNTS_MAX = 50
/** Parts of one order, and orders of one outcome. [outcome.force] */
export const FORCED_PARTS_MAX = 20
export const FORCED_TIMES_MAX = 1_000_000
/** The highest price that a test may set or force. [sandbox.quotes] [outcome.force] */
export const SANDBOX_PRICE_USD_MAX = '1000000000'
/** [fault.force] */
export const FAULT_DELAY_MS_MAX = 60_000
export const FORCED_RETRY_SECONDS_MAX = 86_400
/** From the signal to the end of the process. [run.stop] */
export const SHUTDOWN_MS_MAX = 10_000
/** [run.drain] */
export const DRAIN_MS_MAX = 60_000
/** What Bun can count of a connection that is not used. [run.keep-alive] */
export const KEEP_ALIVE_SECONDS_MAX = 255

/** By which the times of a source may be ahead of the server's clock. [live.implausible] */
export const FEED_FUTURE_MS_MAX = 1_000
/** Of the last price, within a second of it. [live.implausible] */
export const FEED_FAR_PART_MAX = '0.2'
/** A trade that is later belongs to a minute that is told. [live.bars] */
export const FEED_LATE_TRADE_MS_MAX = 900_000
/** From an auction to its official price, at most. [live.auctions] */
export const FEED_OFFICIAL_PRICE_MS_MAX = 1_800_000
/** For which an exchange rate holds. [live.rate] */
export const FEED_RATE_MS_MAX = 86_400_000

/** A quote is stale once it is older, in REGULAR and in any other session. [live.stale] */
export const FEED_STALE_MS_DEFAULT = { regular: 5_000, other: 60_000 } as const
/** For which a symbol stays wanted after it was asked for. [live.wanted] */
export const FEED_WANTED_MS_MAX = 600_000
/** Items of one message, and those of all sources of a server in a second. [live.limits] */
export const FEED_ITEMS_MAX = 1_000
export const FEED_ITEMS_PER_SECOND_MAX = 20_000
/** Sources of one server at a time. [live.limits] */
export const FEED_SOURCES_MAX = 16

/** Characters. [console.password] */
export const PASSWORD_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MAX = 256
/** For a one-time link. [console.first-link] */
export const SIGN_IN_LINK_HOURS_MAX = 24
/** Since a session was last used, and since it began. [console.session-length] */
export const SESSION_IDLE_DAYS_MAX = 7
export const SESSION_DAYS_MAX = 30
/** Of a token of a session. [console.token] */
export const SESSION_TOKEN_SECONDS_MAX = 3_600
/** Of one user, made in the console. [console.limits] */
export const CLIENTS_PER_USER_MAX = 100
export const ACCOUNTS_PER_USER_MAX = 100
/**
 * Attempts to sign in: of an address (or of a browser that has signed in) for a name; of an address
 * for names that have failed, and for names and links that have not; and for a name from anywhere.
 * One address alone cannot use up a name's. [console.attempts]
 */
export const SIGN_IN_ATTEMPTS_MAX: Readonly<
  Record<'pair' | 'failed' | 'fresh' | 'name', RateLimit>
> = {
  pair: { perSecond: 0.1, burst: 5 },
  failed: { perSecond: 0.5, burst: 20 },
  // Many callers may share an address. Each attempt takes some 25 ms of a processor.
  fresh: { perSecond: 10, burst: 200 },
  name: { perSecond: 0.5, burst: 50 },
}
/** How long a name counts as one that has failed. [console.attempts] */
export const SIGN_IN_FAILED_MS_MAX = 600_000
/** How long a browser is remembered as one that has signed in. [console.known-browser] */
export const KNOWN_BROWSER_DAYS_MAX = 365
