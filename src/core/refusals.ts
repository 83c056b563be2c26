/**
 * Every error code, once [error.catalogue]. The rows are in the order in which they are answered
 * [request.order-of-checks]: if several apply to a request, the caller gets the first.
 *
 * `message` is for the caller; its `{placeholders}` are filled from the refusal's data
 * [error.message]. It must not reveal that something of another client exists. `remedy` is for the
 * code's page. `retry` says whether the same request can succeed another time.
 */
import {
  PRICE_PLACES_BELOW_ONE_USD_MAX,
  PRICE_PLACES_MAX,
  REQUEST_ID_LENGTH_MAX,
  REQUEST_WAIT_MS_MAX,
} from './limits'

/** The HTTP status of each type, one to one, as the contract lists them [auth.statuses]. */
export const STATUS_OF_TYPE = {
  validation: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  conflict: 409,
  business_rule: 422,
  locked: 423,
  rate_limit: 429,
  server: 500,
} as const
export type RefusalType = keyof typeof STATUS_OF_TYPE

interface RefusalSpec {
  readonly type: RefusalType
  readonly retry: 'never' | 'later' | 'after-change'
  readonly message: string
  readonly remedy: string
}

export const REFUSALS = {
  'host-repeated': {
    type: 'validation',
    retry: 'after-change',
    message: 'The request has more than one Host header.',
    remedy:
      'Send one. A proxy and this server could each believe another of them, and would take the ' +
      'request for two different ones.',
  },
  'request-id-required': {
    type: 'validation',
    retry: 'after-change',
    message: 'The header X-Service-Request-Id is missing.',
    remedy: 'Send an id of your own with every request; it comes back in the answer and in errors.',
  },
  'request-id-invalid': {
    type: 'validation',
    retry: 'after-change',
    message:
      'The header X-Service-Request-Id must be 1 to ' +
      `${REQUEST_ID_LENGTH_MAX} printable ASCII characters.`,
    remedy: 'Use a UUID, for example.',
  },
  'origin-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'Pages of {origin} may not open a stream here.',
    remedy:
      "Ask the server's operator to add the page's origin to CORS_ORIGINS. Programs other than " +
      'browsers need none: they send no Origin header.',
  },
  'host-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'The console does not answer under the name {host}.',
    remedy:
      'Open it under an IP address, a local name, or the address that PUBLIC_URL names. Another ' +
      'name may belong to a page that tries to reach your server through your browser.',
  },
  'page-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'Pages of {origin} may not use the console of this server.',
    remedy:
      'Open the console at its own address. If a proxy changes the header Host, set PUBLIC_URL ' +
      'to the address that browsers use.',
  },
  'session-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'Nobody is signed in to the console here, or the session has ended.',
    remedy: 'Sign in at /console; `paper users link` prints a link that signs you in.',
  },
  'csrf-token-invalid': {
    type: 'permission',
    retry: 'after-change',
    message: 'The header X-CSRF-Token is missing, or is not of this session.',
    remedy:
      'Send the `csrf` of GET /console/api/session with every request that changes something.',
  },
  'operator-required': {
    type: 'permission',
    retry: 'never',
    message: 'Only an operator of the server may do this.',
    remedy: '`paper users operator NAME` makes a user an operator.',
  },
  'authorization-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header Authorization is missing.',
    remedy: 'Get a token from POST /v1/oauth/token and send it as `Authorization: Bearer <token>`.',
  },
  'invalid-token': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The access token is unknown, or was not sent as a Bearer token.',
    remedy:
      'Send `Authorization: Bearer <token>` with a token of this server; get a new one if unsure.',
  },
  'expired-token': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The access token has expired.',
    remedy:
      'Get a new token from POST /v1/oauth/token. `expires_in` says how many seconds one lives.',
  },
  'invalid-sandbox-key': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Sandbox-Key does not hold the SANDBOX_KEY of this server.',
    remedy:
      'Send the SANDBOX_KEY that the server was started with. A server without one takes a ' +
      'bearer token instead.',
  },
  'sandbox-key-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Sandbox-Key is missing.',
    remedy:
      'Send the SANDBOX_KEY that the server was started with. A bearer token opens the sandbox ' +
      'only if nobody but its own machine can reach the server.',
  },
  'invalid-feed-key': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Feed-Key does not hold the FEED_KEY of this server.',
    remedy: 'Send the FEED_KEY that the server was started with.',
  },
  'feed-key-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Feed-Key is missing.',
    remedy: 'Send the FEED_KEY that the server was started with: it lets prices in.',
  },
  'client-disabled': {
    type: 'permission',
    retry: 'later',
    message: 'This client is disabled.',
    remedy: "Ask the server's operator to enable the client, or use another one.",
  },
  'insufficient-scope': {
    type: 'permission',
    retry: 'after-change',
    message: 'This client may read but not trade.',
    remedy: 'Use a client with the scope TRADE for placing and cancelling orders.',
  },
  'rate-limit-exceeded': {
    type: 'rate_limit',
    retry: 'later',
    message: 'Too many requests. Try again in {retryAfterSeconds} s.',
    remedy: 'Wait for Retry-After seconds; X-RateLimit-Remaining says how many requests are left.',
  },
  'too-many-streams': {
    type: 'rate_limit',
    retry: 'later',
    message: 'There may be at most {limit} {what} at once.',
    remedy: 'Close one that you no longer read; one stream carries all accounts of a client.',
  },
  'authentication-timeout': {
    type: 'authentication',
    retry: 'after-change',
    message: 'No token came within {limitSeconds} s.',
    remedy:
      'Send the Authorization header with the request that opens the stream, or, from a browser, ' +
      '`{ "type": "authenticate", "token": … }` as the first message.',
  },
  'unexpected-message': {
    type: 'validation',
    retry: 'never',
    message: 'A message of type {messageType} is not expected now.',
    remedy: 'A stream is authenticated once, and before anything else.',
  },
  'malformed-message': {
    type: 'validation',
    retry: 'after-change',
    message: 'The message cannot be read: it must be a JSON object with a `type`, one of {types}.',
    remedy: 'The messages of the stream are described at /docs/stream.json.',
  },
  'unsupported-content-type': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body must be sent as {expected}.',
    remedy: 'Set the Content-Type header: JSON for order bodies, a form for the token request.',
  },
  'body-too-large': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body is larger than {limitBytes} bytes.',
    remedy: 'Send a smaller body; no request of this API needs more.',
  },
  'malformed-body': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body cannot be read: {reason}.',
    remedy: 'Check that the body is complete, is valid UTF-8, and holds each field once.',
  },
  'missing-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'The parameter {param} is missing.',
    remedy: "See the endpoint's fields at /docs.",
  },
  'unknown-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'There is no parameter {param}.',
    remedy: 'Remove it or correct its name: an unknown one could have meant another order or list.',
  },
  'invalid-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'The parameter {param} is not valid: {reason}.',
    remedy: "Correct the value; the endpoint's fields and their limits are at /docs.",
  },
  'invalid-range': {
    type: 'validation',
    retry: 'after-change',
    message: '`from` is later than `to`.',
    remedy: 'Times without an offset are Korean time; calendar dates are dates in New York.',
  },
  'range-too-long': {
    type: 'validation',
    retry: 'after-change',
    message: '`to` is more than a year after `from`; the latest is {latest}.',
    remedy: 'Ask for at most a year at a time.',
  },
  'invalid-cursor': {
    type: 'validation',
    retry: 'after-change',
    message: 'The cursor does not belong to this list.',
    remedy:
      'Send nextCursor of the previous answer unchanged and with the same filters, or begin ' +
      'again without a cursor.',
  },
  'limit-price-not-allowed': {
    type: 'validation',
    retry: 'after-change',
    message: 'A MARKET order has no limitPrice.',
    remedy: 'Leave limitPrice out, or send orderType LIMIT.',
  },
  'unsupported-grant-type': {
    type: 'validation',
    retry: 'after-change',
    message: 'The grant_type must be client_credentials.',
    remedy: 'Send grant_type=client_credentials.',
  },
  'invalid-client': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The client id or the client secret is wrong.',
    remedy:
      'Check both. A secret is shown only once, when the client is made; ' +
      '`paper keys rotate CLIENT_ID` makes a new one.',
  },
  'sign-in-failed': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The name or the password is wrong.',
    remedy:
      'Check both; capital letters count. `paper users password NAME` sets a new password, and ' +
      '`paper users link NAME` prints a link that signs in without one.',
  },
  'sign-in-link-invalid': {
    type: 'authentication',
    retry: 'after-change',
    message: 'This link has been used already, or is too old.',
    remedy: 'A link works once. `paper users link` prints a new one.',
  },
  'snapshot-not-found': {
    type: 'not_found',
    retry: 'never',
    message: 'There is no snapshot {snapshotId}.',
    remedy: 'Snapshots are kept by the server that made them, the newest hundred, until it ends.',
  },
  'account-header-required': {
    type: 'validation',
    retry: 'after-change',
    message: 'This client has several accounts; X-Service-Account-Id must name one.',
    remedy: 'Send the header X-Service-Account-Id.',
  },
  'account-mismatch': {
    type: 'permission',
    retry: 'after-change',
    message: "The account is not one of this client's.",
    remedy:
      'Send one of your own account ids (in X-Service-Account-Id, or as the `accountId` of a ' +
      'message in a stream), or none if you have one account.',
  },
  'account-not-found': {
    type: 'not_found',
    retry: 'later',
    message: 'This client has no paper account.',
    remedy: "Ask the server's operator to add an account to the client.",
  },
  'route-not-found': {
    type: 'not_found',
    retry: 'never',
    message: 'There is no such path, or it does not take this method.',
    remedy:
      'The paths and methods are listed at /docs. Those under `/sandbox` exist only with ' +
      'SANDBOX=on.',
  },
  'symbol-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'There is no instrument {symbol}.',
    remedy: 'Check the symbol; only US-listed instruments of this server can be traded.',
  },
  'exchange-rate-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'There is no exchange rate for {base}/{quote}.',
    remedy: 'Ask for USD/KRW or KRW/USD.',
  },
  'client-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'You have no client {clientId}.',
    remedy: 'Look at the list of your clients; each user of a server has their own.',
  },
  'own-account-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'You have no account {accountId}.',
    remedy: 'Look at the list of your accounts; each user of a server has their own.',
  },
  'user-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'There is no user {name}.',
    remedy: '`paper users list` shows all users.',
  },
  'order-not-found': {
    type: 'not_found',
    retry: 'never',
    message: 'There is no such order in this account.',
    remedy: 'Check the orderId and, with several accounts, X-Service-Account-Id.',
  },
  'conditional-order-not-found': {
    type: 'not_found',
    retry: 'never',
    message: 'There is no such conditional order in this account.',
    remedy: 'Check the conditionalOrderId and, with several accounts, X-Service-Account-Id.',
  },
  'control-not-found': {
    type: 'not_found',
    retry: 'never',
    message: 'There is no outcome or fault {id}.',
    remedy: 'GET /sandbox/outcomes and GET /sandbox/faults list what is set.',
  },
  'idempotency-key-conflict': {
    type: 'conflict',
    retry: 'after-change',
    message: 'The clientOrderId {clientOrderId} already belongs to another order of this account.',
    remedy:
      'Use a new clientOrderId for each new order; resend an unchanged body to repeat safely.',
  },
  'user-exists': {
    type: 'conflict',
    retry: 'after-change',
    message: 'The user {name} can sign in already.',
    remedy: 'Choose another name, or set a new password for this user.',
  },
  'account-has-open-orders': {
    type: 'conflict',
    retry: 'later',
    message: 'The account has open orders, which go by its fill profile.',
    remedy: 'Cancel them or wait until they have ended, or reset the account.',
  },
  'limit-reached': {
    type: 'conflict',
    retry: 'after-change',
    message: 'You have {max} {what}, and no more are allowed.',
    remedy: 'Use one that you have. A reset gives an account a new beginning.',
  },
  'account-locked': {
    type: 'locked',
    retry: 'later',
    message: 'The account is locked: it takes no new orders.',
    remedy:
      "The server's operator locked it, or it is being reset. Reads, cancellations and repeated " +
      'orders still work.',
  },
  'trading-halted': {
    type: 'locked',
    retry: 'later',
    message: 'Trading is halted: no new orders are taken.',
    remedy:
      'If `data` has `retryAfterAt`, the simulated market halts this instrument, or all of them, ' +
      "until then, as exchanges do after a large move. Otherwise the server's operator halted " +
      'trading: try again later. Reads, cancellations and repeated orders still work.',
  },
  'holding-not-found': {
    type: 'not_found',
    retry: 'after-change',
    message: 'The account holds no shares of {symbol}.',
    remedy: 'GET /v1/account/holdings lists what it holds; there is nothing to close.',
  },
  'since-out-of-range': {
    type: 'validation',
    retry: 'never',
    message:
      'No events can be sent after {since}: the log has the events {oldestSeq} to {lastSeq}.',
    remedy:
      'Subscribe without `since`, then read GET /v1/orders and GET /v1/orders/fills: changes ' +
      'from then on come as events.',
  },
  'already-filled': {
    type: 'conflict',
    retry: 'never',
    message: 'The order is filled and can no longer be canceled.',
    remedy: 'Read the order; sell what it bought, or buy back what it sold, with a new one.',
  },
  'already-canceled': {
    type: 'conflict',
    retry: 'never',
    message: 'The order has already been canceled.',
    remedy: 'Nothing is left to do; filledQuantity says how much was filled before.',
  },
  'already-expired': {
    type: 'conflict',
    retry: 'never',
    message: 'The order has already expired.',
    remedy: 'Nothing is left to do; filledQuantity says how much was filled before.',
  },
  'already-rejected': {
    type: 'conflict',
    retry: 'never',
    message: 'The order was rejected and can no longer be canceled.',
    remedy: 'Nothing is left to do; rejectReason says why it was rejected.',
  },
  'cancel-pending': {
    type: 'conflict',
    retry: 'never',
    message: 'The order is being canceled and can no longer be replaced.',
    remedy: 'Wait until it is CANCELED or FILLED, then place another order for what is left.',
  },
  'placed-by-conditional-order': {
    type: 'conflict',
    retry: 'never',
    message: 'The order was placed by a conditional order and cannot be replaced.',
    remedy: 'PATCH /paper/conditional-orders/{conditionalOrderId} amends the conditional order.',
  },
  'leg-not-amendable': {
    type: 'conflict',
    retry: 'never',
    message: 'The leg {leg} is {status}, so the term stays as it is.',
    remedy:
      'Only a leg that waits has other terms, or a LIMIT order that a leg has placed at once; ' +
      'the quantity stays once a part of it is filled.',
  },
  'below-filled-quantity': {
    type: 'conflict',
    retry: 'after-change',
    message: 'The order has filled {filledQuantity} shares; a quantity of {quantity} leaves none.',
    remedy:
      'The quantity includes the shares that are filled already: send a larger one, or cancel ' +
      'the order to keep what it has.',
  },
  'conditional-order-ended': {
    type: 'conflict',
    retry: 'never',
    message: 'The conditional order has ended and can no longer be canceled or amended.',
    remedy: 'Read it: its legs say what became of each.',
  },
  'order-type-live-only': {
    type: 'business_rule',
    retry: 'never',
    message: '{orderType} orders are for live trading only.',
    remedy: 'Place MARKET or LIMIT orders; split a large one yourself.',
  },
  'price-tick-violation': {
    type: 'business_rule',
    retry: 'after-change',
    message:
      'The limitPrice {limitPrice} has {sentPlaces} decimal places and may have at most ' +
      '{decimalPlaces}.',
    remedy:
      `Round it: ${PRICE_PLACES_MAX} decimal places from 1 USD up, ` +
      `${PRICE_PLACES_BELOW_ONE_USD_MAX} below.`,
  },
  'stop-tick-violation': {
    type: 'business_rule',
    retry: 'after-change',
    message:
      'The stopPrice {stopPrice} has {sentPlaces} decimal places and may have at most ' +
      '{decimalPlaces}.',
    remedy:
      `Round it: ${PRICE_PLACES_MAX} decimal places from 1 USD up, ` +
      `${PRICE_PLACES_BELOW_ONE_USD_MAX} below.`,
  },
  'order-size-exceeded': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'The order is too large: at most {maxQuantity} shares and {maxValue} USD.',
    remedy: 'Split the order.',
  },
  'exits-crossed': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'The {lower} at {lowerPrice} must be below the {upper} at {upperPrice}.',
    remedy:
      'Exits that sell take a profit above the price of the entry, and stop a loss below it. For ' +
      'exits that buy it is the other way round.',
  },
  'instrument-suspended': {
    type: 'business_rule',
    retry: 'later',
    message: 'Trading in {symbol} is suspended.',
    remedy:
      "Look at the instrument's `tradable`; open orders wait until it trades again. With " +
      'MARKET_FEED=replay it is SUSPENDED on each trading date that it has no imported bars for.',
  },
  'side-not-allowed': {
    type: 'business_rule',
    retry: 'later',
    message: '{symbol} is {tradable}: no {side} orders.',
    remedy: "Look at the instrument's `tradable`.",
  },
  'day-market-not-tradable': {
    type: 'business_rule',
    retry: 'later',
    message: '{symbol} cannot be traded in the DAY session.',
    remedy:
      'Place the order in another session; dayMarketTradable says which instruments have this one.',
  },
  'quote-unavailable': {
    type: 'business_rule',
    retry: 'later',
    message: '{symbol} has no price now, and a MARKET order needs one.',
    remedy: 'Try again later, or place a LIMIT order.',
  },
  'stop-already-reached': {
    type: 'business_rule',
    retry: 'after-change',
    message:
      'The market is at {price} already, so that the stop {stopPrice} of a {side} is reached.',
    remedy:
      'A SELL stop lies below the market, a BUY stop above it. Place an order with POST ' +
      '/v1/orders to trade now.',
  },
  'order-hours-closed': {
    type: 'business_rule',
    retry: 'later',
    message: '{timeInForce} orders need an open session; the next opens at {retryAfterAt}.',
    remedy: 'Try again from retryAfterAt on, or place a DAY order, which waits for the opening.',
  },
  'market-ended': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'There is no session ahead in which a {timeInForce} order could execute.',
    remedy:
      'A conditional order is triggered only in its sessions: name one that opens before its ' +
      'end, or choose GTC. For an order, the imported bars end here (MARKET_FEED=replay): import ' +
      'later ones, or start the clock earlier.',
  },
  'amount-too-small': {
    type: 'business_rule',
    retry: 'after-change',
    message: '{amount} USD buy less than 0.000001 of a share of {symbol} at {askPrice}.',
    remedy: 'Send a larger amount, or place an order with a quantity.',
  },
  'insufficient-buying-power': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'The order would hold {required} USD; the account has {available} USD free.',
    remedy:
      'Lower the quantity or the limit, or cancel other orders. Until it fills, a MARKET order ' +
      'holds 3 % more than its estimate.',
  },
  'insufficient-holdings': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'The order would sell {required} shares; the account can sell {available}.',
    remedy: 'Lower the quantity, or cancel other sell orders. There is no short selling.',
  },
  'clock-not-simulated': {
    type: 'business_rule',
    retry: 'never',
    message: "The market runs on the system's clock, which cannot be moved.",
    remedy: 'Start the server with MARKET_CLOCK set to the time at which a simulated clock starts.',
  },
  'clock-backwards': {
    type: 'business_rule',
    retry: 'after-change',
    message: 'The market is already at {now}; its clock moves forward only.',
    remedy: 'Send a later time; for an earlier one start again with another database.',
  },
  'server-busy': {
    type: 'server',
    retry: 'later',
    message:
      'The server is too busy to do this in time, or its database is away. Nothing was done: ' +
      'it can be sent again, an order with the same clientOrderId.',
    remedy:
      'Try again after a moment. Too many orders were waiting, this request had waited for ' +
      `${REQUEST_WAIT_MS_MAX / 1_000} s, or the database did not answer; ` +
      'it will not be carried out later.',
  },
  'storage-full': {
    type: 'server',
    retry: 'later',
    message: 'The disk of the server is full. Nothing was done.',
    remedy: 'Try again later with the same clientOrderId: the server continues once there is room.',
  },
  'server-stopping': {
    type: 'server',
    retry: 'later',
    message: 'The server is stopping; the market is at {now}.',
    remedy:
      'Everything up to that time is carried out and committed. Continue after the next start.',
  },
  'internal-error': {
    type: 'server',
    retry: 'later',
    message:
      'The server failed. This is our fault, not yours. An order can be sent again with the same ' +
      'clientOrderId: it is never placed twice.',
    remedy:
      'Try again. The request may have been carried out: an order that is sent again with the ' +
      'same clientOrderId is answered either way. If it persists, report it with the request id.',
  },
} as const satisfies Record<string, RefusalSpec>

export type RefusalCode = keyof typeof REFUSALS

/**
 * The refusals that the sequencer may give to any command of a client [request.busy],
 * [error.disk-full].
 */
export const SEQUENCER_REFUSALS = ['server-busy', 'storage-full'] as const satisfies RefusalCode[]
export type SequencerRefusal = (typeof SEQUENCER_REFUSALS)[number]

/** Facts about one refusal: they fill the message and come back to the caller as `data`. */
export type RefusalFacts = Readonly<Record<string, string | number>>

/** A refusal of what the user asked for; it is returned and never thrown. */
export interface Refused<C extends RefusalCode = RefusalCode> {
  readonly refused: C
  /** The request parameter that was refused. */
  readonly param?: string
  readonly data?: RefusalFacts
}

export const refused = <C extends RefusalCode>(code: C, data?: RefusalFacts): Refused<C> =>
  data === undefined ? { refused: code } : { refused: code, data }

/** Refuses one parameter of the request. */
export const refusedParam = <C extends RefusalCode>(
  code: C,
  param: string,
  data: RefusalFacts = {},
): Refused<C> => ({ refused: code, param, data: { param, ...data } })

/** Refuses one parameter's value; `reason` completes the message. */
export const invalidParam = (param: string, reason: string): Refused<'invalid-parameter'> =>
  refusedParam('invalid-parameter', param, { reason })

export const isRefused = <T extends object, C extends RefusalCode>(
  outcome: T | Refused<C>,
): outcome is Refused<C> => 'refused' in outcome

/** The message that a caller reads, with its placeholders filled. */
export function refusalMessage({ refused, data = {} }: Refused): string {
  return REFUSALS[refused].message.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(data[name] ?? ''),
  )
}
