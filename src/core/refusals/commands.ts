/** Refusals of what a request asks for. Their order is that of the checks. */
import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX, REQUEST_WAIT_MS_MAX } from '../limits'

const ROUND_PRICE =
  `Round it: ${PRICE_PLACES_MAX} decimal places from 1 USD up, ` +
  `${PRICE_PLACES_BELOW_ONE_USD_MAX} below.`

export const COMMAND_REFUSALS = {
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
    remedy: ROUND_PRICE,
  },
  'stop-tick-violation': {
    type: 'business_rule',
    retry: 'after-change',
    message:
      'The stopPrice {stopPrice} has {sentPlaces} decimal places and may have at most ' +
      '{decimalPlaces}.',
    remedy: ROUND_PRICE,
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
} as const
