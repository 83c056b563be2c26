/** What is still to be brought under docs/rules.md. These only ever shrink. */

/** Comments of src, bench and test that cite the number of a section, as they were once cited. */
export const BARE_SECTIONS_MAX = 266

/** Rules that no code cites. */
export const UNCITED: readonly string[] = `
  service.keys service.flow service.path service.us service.currency service.money service.exact
  request-id.first request-id.required request-id.returned account-header.one-account
  account-header.mismatch account-header.none request.content-type request.body
  request.unknown-field request.unknown-query request.repeated-query request.empty-query
  request.query-numbers request.types request.null request.decimals request.places
  request.symbols request.success request.route time.out time.in time.range token.request
  token.grant-type token.basic token.answer token.opaque token.wall-clock token.no-store
  token.invalid-client token.disabled token.no-account auth.bearer auth.challenges auth.statuses
  auth.read-only key.prefixes key.sorted key.secret-once key.rotation key.running-server
  session.pre session.regular session.after session.closed session.exact-boundary
  calendar.holidays calendar.fields calendar.status calendar.from calendar.to calendar.market
  clock.market clock.never-back clock.one-server clock.steady clock.repair clock.one-tick-ahead
  clock.pace clock.tick-first order.symbol order.side order.orderType order.type-first
  order.limitPrice order.timeInForce order.market order.sessions order.waits-for order.created
  order.replay-at-once state.SUBMITTED state.PARTIALLY_FILLED state.PENDING_CANCEL state.FILLED
  state.CANCELED state.EXPIRED state.REJECTED life.transitions life.open-closed life.fill
  life.not-found fill.price fill.fields profile.account profile.repeats profile.ideal
  profile.standard profile.strict-queue profile.pinned-size account.read account.fields
  account.amounts buying-power.read holdings.read holding.fields holding.value quotes.symbols
  quote.fields quote.outcome quote.session quote.in-candle candles.symbol candles.interval
  candles.from candles.to candles.sessions candles.cursor candles.answer candle.fields
  candle.session candle.edges candle.forming candle.fills-inside candle.pin-tick
  exchange-rate.base exchange-rate.pairs exchange-rate.fields instrument.fields instrument.type
  instrument.tradable instruments.one instruments.type instruments.search instruments.tradable
  instruments.dayMarketTradable instruments.cursor record.fields record.requestId
  record.filledQuantity record.optional record.limitPrice record.avgFillPrice record.session
  record.rejectReason record.cancelReason record.nulls order.read order.cancel orders.status
  orders.market orders.symbol orders.from orders.cursor fills.path fills.orderId fills.symbol
  fills.from fills.cursor page.newest-first page.cursor page.stable preview.read preview.fields
  rate-limit.refused rate-limit.headers rate-limit.cost rate-limit.off error.type error.code
  error.message error.param error.requestId error.data error.docUrl error.catalogue error.list
  error.internal statuses.common statuses.token statuses.quotes statuses.candles statuses.rate
  statuses.calendar statuses.instruments statuses.instrument statuses.account statuses.holdings
  statuses.buying-power statuses.preview statuses.place statuses.orders statuses.order
  statuses.cancel statuses.fills stream.header stream.off stream.transaction stream.subscribe
  stream.account stream.reconnect stream.since-gone stream.ready stream.slow-reader
  stream.token-over stream.messages stream.codes stream.documented stream.hints run.address
  run.database run.folder run.durability run.clock run.seed run.seed-random run.feed
  run.replay-dates run.client run.first-start run.fill-profile run.cors run.cors-stream
  run.public-url run.stream run.rate-limit run.sandbox run.defaults run.wrong-value
  run.migrations run.documentation run.one-market run.lease health.no-token durability.answered
  durability.relaxed durability.private sandbox.outside sandbox.token sandbox.rights
  sandbox.envelope sandbox.times sandbox.clock sandbox.advance sandbox.to sandbox.speed
  sandbox.forward sandbox.stopping sandbox.quotes sandbox.candles sandbox.instruments
  sandbox.reset sandbox.lock sandbox.halt`
  .trim()
  .split(/\s+/)
