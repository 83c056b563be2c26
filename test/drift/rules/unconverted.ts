/** What is still to be brought under docs/rules.md. These only ever shrink. */

/** Comments of src, bench and test that cite the number of a section. */
export const BARE_SECTIONS_MAX = 398

/** Rules that no code cites. */
export const UNCITED: readonly string[] = `
  service.keys service.flow service.path service.us service.currency service.no-fees
  service.money service.exact request-id.first request-id.required request-id.form
  request-id.returned account-header.one-account account-header.mismatch account-header.none
  request.content-type request.body request.body-max request.unknown-field request.unknown-query
  request.repeated-query request.empty-query request.query-numbers request.types request.null
  request.decimals request.places request.symbols request.success request.route
  request.order-of-checks request.deadline request.busy time.out time.in time.range
  token.request token.grant-type token.basic token.answer token.lifetime token.opaque
  token.revoked token.wall-clock token.no-store token.invalid-client token.disabled
  token.no-account auth.bearer auth.challenges auth.statuses auth.read-only key.prefixes
  key.sorted key.secret-once key.rotation key.running-server session.day session.pre
  session.regular session.after session.closed session.exact-boundary calendar.holidays
  calendar.fields calendar.status calendar.from calendar.to calendar.year calendar.market
  clock.market clock.never-back clock.one-server clock.steady clock.repair clock.one-tick-ahead
  clock.pace clock.tick-first order.symbol order.side order.orderType order.live-only
  order.type-first order.quantity order.size-max order.limitPrice order.tick-size
  order.timeInForce order.clientOrderId order.market order.tradable order.day-market
  order.hold-cash order.hold-shares order.sessions order.immediate-hours order.opg-entry
  order.cls-entry order.quote-unavailable order.market-ended order.waits-for order.created
  order.replay order.replay-conflict order.replay-at-once order.replay-before-lock
  order.account-locked order.trading-halted state.SUBMITTED state.PARTIALLY_FILLED
  state.PENDING_CANCEL state.FILLED state.CANCELED state.EXPIRED state.REJECTED life.transitions
  life.open-closed life.accept life.fill life.first-tick life.cancel life.cancel-closed
  life.cancel-again life.cancel-final life.not-found life.day-expiry life.after-expiry life.paid
  life.unpaid-rejected life.unpaid-rest life.suspended life.times-ascend fill.price-improvement
  fill.price fill.size fill.accounts fill.priority fill.ioc fill.fok fill.auction
  fill.official-price fill.average fill.fields fill.money profile.account profile.repeats
  profile.ideal profile.standard profile.auction-share profile.strict-share profile.strict-queue
  profile.strict-impact profile.strict-latency profile.pinned-size account.read account.fields
  account.amounts account.initial-cash buying-power.read holdings.read holding.fields
  holding.value holding.average-cost quotes.symbols quotes.symbols-max quote.fields
  quote.outcome quote.session quote.in-candle candles.symbol candles.interval candles.from
  candles.to candles.limit candles.sessions candles.cursor candles.answer candle.fields
  candle.session candle.edges candle.forming candle.fills-inside candle.pin-tick
  exchange-rate.base exchange-rate.pairs exchange-rate.fields instrument.fields instrument.type
  instrument.tradable instruments.one instruments.type instruments.search instruments.tradable
  instruments.dayMarketTradable instruments.limit instruments.cursor record.fields
  record.requestId record.filledQuantity record.optional record.limitPrice record.avgFillPrice
  record.session record.rejectReason record.cancelReason record.nulls order.read order.cancel
  orders.status orders.market orders.symbol orders.from orders.limit orders.cursor fills.path
  fills.orderId fills.symbol fills.from fills.limit fills.cursor page.newest-first page.cursor
  page.stable preview.read preview.fields preview.estimatedPrice preview.reasons
  preview.expected-fill rate-limit.buckets rate-limit.refused rate-limit.headers
  rate-limit.strangers rate-limit.cost rate-limit.off error.type error.code error.message
  error.param error.requestId error.data error.docUrl error.catalogue error.list error.internal
  error.disk-full statuses.common statuses.token statuses.quotes statuses.candles statuses.rate
  statuses.calendar statuses.instruments statuses.instrument statuses.account statuses.holdings
  statuses.buying-power statuses.preview statuses.place statuses.orders statuses.order
  statuses.cancel statuses.fills stream.header stream.first-message stream.off stream.event
  stream.seq stream.transaction stream.after-commit stream.subscribe stream.account
  stream.reconnect stream.since-gone stream.ready stream.heartbeat stream.slow-reader
  stream.token-over stream.messages stream.limits stream.codes stream.documented stream.hints
  run.address run.database run.folder run.durability run.clock run.speed run.tick run.seed
  run.seed-random run.feed run.years run.replay-dates run.client run.first-start run.cash
  run.token-lifetime run.fill-profile run.cors run.cors-stream run.public-url run.stream
  run.rate-limit run.sandbox run.defaults run.wrong-value run.migrations run.stop
  run.documentation run.one-market run.lease health.no-token health.true health.fast
  durability.answered durability.relaxed durability.private sandbox.outside sandbox.token
  sandbox.rights sandbox.envelope sandbox.times sandbox.clock sandbox.advance sandbox.to
  sandbox.speed sandbox.forward sandbox.stopping sandbox.quotes sandbox.candles
  sandbox.instruments sandbox.reset sandbox.lock sandbox.halt`
  .trim()
  .split(/\s+/)

/** Rules that no test names, or only one that may be skipped. */
export const UNTESTED: readonly string[] = `
  service.exact request.deadline request.busy key.sorted key.running-server
  session.exact-boundary clock.never-back clock.one-server clock.steady clock.repair
  clock.one-tick-ahead clock.pace clock.tick-first order.quote-unavailable order.market-ended
  life.transitions life.times-ascend fill.price profile.account profile.repeats profile.ideal
  profile.standard profile.auction-share profile.strict-share profile.strict-queue
  profile.strict-impact profile.strict-latency profile.pinned-size holding.average-cost
  preview.expected-fill error.disk-full statuses.common stream.messages stream.limits
  stream.hints run.years run.replay-dates run.fill-profile run.one-market run.lease health.fast
  durability.answered durability.relaxed durability.private sandbox.stopping`
  .trim()
  .split(/\s+/)
