/**
 * Faults that are planted in the server to try the simulation: a piece of a source file, and what
 * stands there instead. Each must be found.
 */
import type { Kind } from './commands'
import { GROUP_MUTANTS } from './group-mutants'
import { type Mutant, mutant } from './mutant'

const MUTANTS: readonly Mutant[] = [
  mutant(
    'a cancel keeps the cash that the order held',
    'core/order/order.ts',
    "case 'Canceled':\n      return {\n        ...changed,\n        heldCash: NO_AMOUNT,",
    "case 'Canceled':\n      return {\n        ...changed,",
  ),
  mutant(
    'an order holds more cash than it still needs',
    'core/order/order.ts',
    'heldCash: smaller(unspent, needed)',
    'heldCash: order.limitPrice === null ? smaller(unspent, needed) : unspent',
  ),
  mutant(
    'a fill is larger than the size shown',
    'core/order/matching.ts',
    'return { price, quantity: smaller(wanted, left) }',
    'return { price, quantity: wanted }',
  ),
  mutant(
    'a SELL meets the ask',
    'core/order/matching.ts',
    '{ price: quote.bidPrice, shown: quote.bidSize, beyond, prints: quote.prints }',
    '{ price: quote.askPrice, shown: quote.bidSize, beyond, prints: quote.prints }',
  ),
  mutant(
    'a later order comes before an earlier one',
    'core/order/matching.ts',
    'priceRank(left, right) || left.seq - right.seq',
    'priceRank(left, right) || right.seq - left.seq',
  ),
  mutant(
    'a FOK takes a part',
    'core/order/matching.ts',
    "order.timeInForce === 'FOK' && offered.quantity.lt(wanted)",
    "order.timeInForce === 'FOK' && offered.quantity.lte(NO_QUANTITY)",
  ),
  mutant(
    'the rest of an IOC waits',
    'core/order/matching.ts',
    'isCanceled(order) || isImmediate(order.timeInForce))',
    "isCanceled(order) || order.timeInForce === 'FOK')",
  ),
  mutant(
    'a suspended instrument is filled',
    'core/instrument.ts',
    'letsTrade(instrument.tradable, side) && tradesInSession(session, instrument)',
    'letsTrade("TRADABLE", side) && tradesInSession(session, instrument)',
  ),
  mutant(
    'shares taken of a shown size are offered again',
    'core/order/footprint.ts',
    'if (ageMs <= 0) return use.quantity',
    'if (ageMs <= 0) return NO_QUANTITY',
  ),
  mutant(
    'an auction forgets the limit',
    'core/order/auction-outcomes.ts',
    'price !== undefined && isMarketable(order, price)',
    'price !== undefined',
  ),
  mutant(
    'the number of an event is skipped',
    'core/account/account.ts',
    'const seq = account.seq + 1',
    'const seq = account.seq + (order.status === "EXPIRED" ? 2 : 1)',
  ),
  mutant(
    'a SELL may sell what another holds',
    'core/account/account.ts',
    'subtract(holding.quantity, holding.heldQuantity)',
    'holding.quantity',
  ),
  mutant(
    'the average cost of what is kept rises with each sale',
    'core/account/account.ts',
    'shareOf(holding.purchaseAmount, quantity, holding.quantity)',
    'quantity.eq(holding.quantity) ? holding.purchaseAmount : NO_AMOUNT',
  ),
  mutant(
    'a retry with another order is answered as a replay',
    'core/order/place.ts',
    'isSameSize(prior, request) &&',
    '',
  ),
  mutant(
    'a locked account may place',
    'core/order/place.ts',
    "if (account.locked) return refused('account-locked')",
    '',
  ),
  mutant(
    'a cancel while CLOSED waits for a tick',
    'core/order/cancel.ts',
    "session === 'CLOSED' ? 'Canceled' : 'CancelRequested'",
    "session === undefined ? 'Canceled' : 'CancelRequested'",
  ),
  mutant(
    'an order that another replaces goes on',
    'trading/commands/amend.ts',
    'rows.record(amended.canceled)',
    '',
  ),
  mutant(
    'an order that another replaces keeps its shares',
    'core/order/amend.ts',
    'holding: canceled.holding,',
    'holding,',
  ),
  mutant(
    'an amendment forgets what is filled',
    'core/order/amend.ts',
    'subtract(amendment.quantity ?? order.quantity, order.filledQuantity)',
    'amendment.quantity ?? order.quantity',
  ),
  mutant(
    'a cancel of all leaves the newest order',
    'trading/commands/cancel.ts',
    'const before = open.map(canceledOf)',
    'const before = open.slice(0, -1).map(canceledOf)',
  ),
  mutant(
    'a close sells the whole holding',
    'core/order/close.ts',
    'quantity: sharesOf(facts.holding.quantity, percent),',
    'quantity: facts.holding.quantity,',
  ),
  mutant(
    'a DAY order outlives its close',
    'core/order/place.ts',
    '? hours.sessionClosesAt\n        : hours.nextRegularCloseAt',
    '? hours.nextRegularCloseAt\n        : hours.nextRegularCloseAt',
  ),
  mutant(
    'a reset keeps an order',
    'trading/commands/account.ts',
    '.openOrders(accountId).map(',
    ".openOrders(accountId).filter((order) => order.side === 'BUY' || !order.limitPrice).map(",
  ),
  mutant(
    'a list repeats the last row of a page',
    'ledger/orders.ts',
    `} < \${parameter('before', 'text')}`,
    `} <= \${parameter('before', 'text')}`,
  ),
  mutant(
    'a stream misses an event after it was cut',
    'ledger/events/publish.ts',
    'recent.slice(reader.sentSeq + 1 - firstSeq)',
    'recent.slice(reader.sentSeq + (this.#recent.length > 3 ? 2 : 1) - firstSeq)',
  ),
  mutant(
    'a lost COMMIT is answered as a refusal',
    'postgres/errors.ts',
    'if (isConnectionLoss(failure)) return',
    'if (isConnectionLoss(failure.cause ?? failure)) return',
  ),
  mutant(
    'a server that has lost the lease still fills',
    'trading/commit-statement.ts',
    'not decided.is_markets or exists (select from fenced)',
    'decided.is_markets is not null',
  ),
  mutant(
    'orders that were accepted are not seen by the market',
    'trading/matcher/resting.ts',
    'this.#sync.committed(committed)',
    'if (committed.events.length !== 1) this.#sync.committed(committed)',
  ),
  mutant(
    'orders of another server are seen too late',
    'trading/matcher/resting.ts',
    'this.#readAtMs < this.#othersReadEveryMs',
    'this.#readAtMs < 4 * this.#othersReadEveryMs',
  ),
  mutant(
    'the book misses an event of another server',
    'trading/matcher/book-sync.ts',
    'if (seq === before + 1)',
    'if (seq > before)',
  ),
  mutant(
    'a tick fills an account that another server has changed unseen',
    'trading/matcher/step.ts',
    'return behindSeq > followedTo(accountId)',
    'return behindSeq < followedTo(accountId)',
  ),
  mutant(
    'the book is not loaded at a hand-over',
    'trading/matcher/book-sync.ts',
    'for (const order of page) loaded.book.put(order)',
    '',
  ),
  mutant(
    'the account shows its cash as buying power',
    'api/v1/account/wire.ts',
    'buyingPower: decimalString(buyingPower)',
    'buyingPower: decimalString(account.cash)',
  ),
  mutant(
    'an account is written although its version has changed',
    'trading/commit-statement.ts',
    '\n  and $' + '{accounts.version} = decided.seen',
    '',
  ),
  mutant(
    'a refusal is answered although its account has changed',
    'trading/commit-statement.ts',
    'stored.version is not distinct from answered.seen',
    'stored.version is not distinct from stored.version',
  ),
  mutant(
    'events are announced before they are committed',
    'trading/commit.ts',
    '      ids = await write(this.#deps.database, decision.proposal, () => claim(wanted))',
    '      if (decision.changes.events.length > 0) this.#deps.onCommitted(decision.changes)\n' +
      '      ids = await write(this.#deps.database, decision.proposal, () => claim(wanted))',
  ),
  mutant(
    'a statement whose answer was lost is decided again though it was committed',
    'trading/commit.ts',
    'return { written, unknown }',
    'return { written: new Set(), unknown: new Set() }',
  ),
  mutant(
    'a server that lost an answer takes the event of another server for its own',
    'ledger/events/log.ts',
    '\n        and $' + '{orderEvents.version} = $' + '{VERSION} offset 0',
    ' offset 0',
  ),
  mutant(
    'if a token cannot be read, it is taken for an unknown one',
    'identity/tokens.ts',
    'const lookup = lookUp(token, deps)\n',
    'const lookup = lookUp(token, deps).catch(() => UNKNOWN)\n',
  ),
  mutant(
    'the size of a pinned quote stays taken',
    'core/order/footprint.ts',
    "profile === 'ideal@1' || quote.pinned",
    "profile === 'ideal@1'",
  ),
  mutant(
    'a forced outcome decides orders of every symbol',
    'core/order/forced.ts',
    '(match.symbol ?? order.symbol) === order.symbol &&',
    '',
  ),
  mutant(
    'a forced fill may be worse than the limit',
    'core/order/forced.ts',
    'if (!isMarketable(order, paid)) {',
    'if (paid === undefined) {',
  ),
  mutant(
    'a forced fill is at the price of three seconds ago',
    'trading/commands/forced.ts',
    'quote: feed.bidAsk(order.symbol, at),',
    'quote: feed.bidAsk(order.symbol, at.subtract({ seconds: 3 })),',
  ),
  mutant(
    'the market fills an order that a test holds',
    'trading/commands/tick.ts',
    "forced.plan(order) === undefined ? 'orders' : 'held'",
    "forced.plan(order) === null ? 'held' : 'orders'",
  ),
  mutant(
    'a request that the sandbox stops is carried out',
    'http/handle.ts',
    'if (early !== undefined) return early',
    'if (early !== undefined) await decide(route, call)\n  if (early !== undefined) return early',
  ),
  mutant(
    'an advance of the clock leaves out every other tick',
    'trading/matcher/player.ts',
    'calendar, this.#carriedToMs, this.#deps.tickMs)\n    const expiryMs',
    'calendar, this.#carriedToMs + this.#deps.tickMs, this.#deps.tickMs)\n    const expiryMs',
  ),
  mutant(
    'a clock that stands still runs',
    'market/simulated-clock.ts',
    '(this.#elapsedMs() - this.#fromElapsedMs) * this.#marketPerWall',
    '(this.#elapsedMs() - this.#fromElapsedMs) * (this.#marketPerWall || 1)',
  ),
  mutant(
    'an order under strict reaches the market at once',
    'trading/commands/tick.ts',
    'isBefore(arrivesAt(order, seed), at)',
    'isBefore(order.requestedAt, at)',
  ),
  mutant(
    'a cancel under strict reaches the market at once',
    'trading/commands/tick.ts',
    'isCancelThere(order, market.seed, at)',
    'order.status === "PENDING_CANCEL"',
  ),
  mutant(
    'a queue under strict is gone once the market trades',
    'core/order/queue.ts',
    'if (beyond > 0) return {',
    'if (beyond >= 0) return {',
  ),
  mutant(
    'a queue under strict does not move',
    'core/order/queue.ts',
    'larger(subtract(kept, traded()), NO_QUANTITY)',
    'kept',
  ),
  mutant(
    'nobody before an order under strict cancels',
    'core/order/queue.ts',
    'const kept = halvedShares(queueAhead, halvings(order, seed, at))',
    'const kept = queueAhead',
  ),
  mutant(
    'a print hits an order that was marketable when its second began',
    'core/order/matching.ts',
    'limitPrice.lt(askPrice) && limitPrice.gte(lowest)',
    'limitPrice.gte(lowest)',
  ),
  mutant(
    'an order that a print hits gets the quote of the second’s end',
    'core/order/matching.ts',
    'isHit(order, limitPrice, prints)) {',
    'isHit(order, limitPrice, prints) && !isMarketable(order, price)) {',
  ),
  mutant(
    'a print hits an order of the profile ideal',
    'core/order/footprint.ts',
    'return { quote: shown }',
    'return { quote }',
  ),
  mutant(
    'an account under strict takes all that is shown',
    'core/order/footprint.ts',
    "profile === 'strict@2' ? 2 : 1",
    "profile === 'strict@2' ? 1 : 1",
  ),
  mutant(
    'shares beyond the size shown do not move the price',
    'core/order/footprint.ts',
    'movedOnTick(side, price, move, drawOf(side))',
    'movedOnTick(side, price, NO_PRICE, drawOf(side))',
  ),
  mutant(
    'an instrument is taken as it was before it was suspended',
    'trading/commit-statement.ts',
    'is distinct from (traded.tradable, traded.day_market_tradable)',
    'is distinct from (stored.tradable, stored.day_market_tradable)',
  ),
  mutant(
    'an order is accepted while placing is halted',
    'trading/commit-statement.ts',
    '$' + '{isPlacingHalted} = $' + "{parameter('halted', 'boolean')}",
    'coalesce($' + "{parameter('halted', 'boolean')}, true) is not null",
  ),
]

/** Only worlds have them in which statements of two servers come in any order. */
const INTERLEAVED_MUTANTS: readonly Mutant[] = [
  mutant(
    'an account is written although its version has changed',
    'trading/commit-statement.ts',
    '\n  and $' + '{accounts.version} = decided.seen',
    '',
  ),
  mutant(
    'a refusal is answered although its account has changed',
    'trading/commit-statement.ts',
    'stored.version is not distinct from answered.seen',
    'stored.version is not distinct from stored.version',
  ),
  mutant(
    'rows are read before their account',
    'trading/recall.ts',
    '      some([...needed.accounts], (ids) => accountsOf(runner, ids)),\n',
    '      new Promise(setImmediate).then(() => accountsOf(runner, [...needed.accounts])),\n',
  ),
  mutant(
    'a server that has lost the lease still fills',
    'trading/commit-statement.ts',
    'not decided.is_markets or exists (select from fenced)',
    'decided.is_markets is not null',
  ),
]

export const MUTANTS_ON: Readonly<Record<Kind, readonly Mutant[]>> = {
  memory: [...MUTANTS, ...GROUP_MUTANTS],
  postgres: INTERLEAVED_MUTANTS,
}

/** From now on the file is loaded with its fault; to be called before anything imports it. */
export function plant({ file, from, to }: Mutant): void {
  Bun.plugin({
    name: 'mutant',
    setup(build) {
      build.onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, async ({ path }) => {
        const source = await Bun.file(path).text()
        if (!source.includes(from)) throw new Error(`${file} has no place for the fault`)
        return { contents: source.replace(from, to), loader: 'ts' }
      })
    },
  })
}
