/** Faults of conditional orders, and of what ends them, for the list of all planted faults. */
import { type Mutant, mutant } from './mutant'

export const GROUP_MUTANTS: readonly Mutant[] = [
  mutant(
    'the other exit is canceled one commit later',
    'trading/legs.ts',
    'if (next !== null) carryOut(rows, other, next, moment)\n',
    `if (next?.type !== 'Canceled' && next?.type !== 'Expired') {
      if (next !== null) carryOut(rows, other, next, moment)
      continue
    }
    const late: Map<string, [Leg, Ending]> = (globalThis.late ??= new Map())
    for (const [id, [one, end]] of late) {
      const known = rows.leg(one.accountId, one)
      if (known === undefined) continue
      late.delete(id)
      if (isLegOpen(known.status)) endLeg(rows, known, end, moment.at)
    }
    late.set(other.groupId + other.leg, [other, next])\n`,
  ),
  mutant(
    'a fill of the take profit does not shrink the stop loss',
    'core/conditional/group.ts',
    `return {
        type: 'Resized',
        quantity: subtract(other.quantity, transition.execution.quantity),
      }`,
    'return null',
  ),
  mutant(
    'a trigger leaves the other exit at work',
    'trading/commands/trigger.ts',
    'endOthers(rows, leg, at)',
    '',
  ),
  mutant(
    'a trail follows the wrong way',
    'core/conditional/trail.ts',
    "(side === 'SELL' ? price.gt(mark) : price.lt(mark))",
    "(side === 'SELL' ? price.lt(mark) : price.gt(mark))",
  ),
  mutant(
    'a trail goes back to the market’s price',
    'core/conditional/trail.ts',
    'return { ...leg, mark: price, stopPrice, watchedAfter: at }',
    'return { ...leg, mark: price, stopPrice: price, watchedAfter: at }',
  ),
  mutant(
    'a trigger is lost at a restart',
    'trading/matcher/book-sync.ts',
    'for (const leg of page) loaded.triggers.put(leg)',
    '',
  ),
  mutant(
    'a trigger is lost at a hand-over of the lease',
    'trading/matcher/book-sync.ts',
    'for (const leg of page) loaded.triggers.put(leg)',
    'if (dropsBefore < 2) for (const leg of page) loaded.triggers.put(leg)',
  ),
  mutant(
    'a tick that a server has not ended is not played again',
    'trading/matcher/matcher.ts',
    'return earlier(now, later(playedTo, tickBefore))',
    'return now',
  ),
  mutant(
    'a trigger is lost while another session has its account',
    'trading/matcher/step.ts',
    '...tried.filter(isOf(failing)),',
    '',
  ),
  mutant(
    'a clock goes on beyond a tick that is not played',
    'trading/matcher/matcher.ts',
    'holdAt(atMs(playedMs + tickMs))',
    'holdAt(this.#player.carriedTo.add({ milliseconds: tickMs }))',
  ),
  mutant(
    'a trigger that another server has placed is lost',
    'trading/matcher/book-sync.ts',
    'for (const leg of legs) triggers.put(leg)\n      follow(accountId, seq)',
    'follow(accountId, seq)',
  ),
  mutant(
    'a trigger is lost in a skipped stretch',
    'trading/matcher/reach.ts',
    'isReachedFromAbove(watch) ? lowest : highest',
    'isReachedFromAbove(watch) ? highest : lowest',
  ),
  mutant(
    'a stop goes by the last trade alone',
    'core/conditional/trigger.ts',
    "(triggerBy === 'LAST' ? prices.LAST : prices[side])",
    "(triggerBy === 'LAST' ? prices.LAST : prices.LAST ?? prices[side])",
  ),
  mutant(
    'a GTC leg dies at the close',
    'core/conditional/child.ts',
    "leg.timeInForce === 'GTC' && isBefore(at, leg.validUntil)",
    'leg.timeInForce === "GTC" && isBefore(leg.validUntil, at)',
  ),
  mutant(
    'two exits hold the same shares twice',
    'core/conditional/place.ts',
    "terms.side === 'SELL' && waits && !isShared ? terms.quantity : NO_QUANTITY",
    "terms.side === 'SELL' && waits ? terms.quantity : NO_QUANTITY",
  ),
  mutant(
    'a stop that buys holds cash for its stop price only',
    'core/conditional/place.ts',
    'scaled(price, MARKET_BUY_HOLD_FACTOR)',
    'price',
  ),
  mutant(
    'a retry of a conditional order that was amended is a conflict',
    'core/conditional/place.ts',
    'isSame(request, priorAccepted)',
    'isSame(request, prior)',
  ),
  mutant(
    'a cancel of a conditional order leaves its order',
    'trading/commands/conditional.ts',
    'if (child !== undefined && transition && !isRefused(transition)) {',
    'if (child === undefined && transition && !isRefused(transition)) {',
  ),
  mutant(
    'a close of all leaves the last holding',
    'trading/commands/close.ts',
    'for (const { symbol } of held) {',
    'for (const { symbol } of held.slice(0, Math.max(1, held.length - 1))) {',
  ),
  mutant(
    'exits begin one commit after the first fill of their entry',
    'core/conditional/group.ts',
    "if (exit.leg === 'TAKE_PROFIT') return { type: 'Works', quantity, fill: transition }",
    `if (quantity.eq(transition.execution.quantity) && transition.type === 'PartiallyFilled') {
        return null
      }
      if (exit.leg === 'TAKE_PROFIT') return { type: 'Works', quantity, fill: transition }`,
  ),
  mutant(
    'a take profit does not grow with its entry',
    'trading/legs.ts',
    '} else if (child !== undefined) {',
    '} else if (child === null) {',
  ),
  mutant(
    'a stop loss does not grow with its entry',
    'core/conditional/group.ts',
    "return { type: 'Resized', quantity: add(exit.quantity, transition.execution.quantity) }",
    'return null',
  ),
  mutant(
    'an entry goes on after its take profit began',
    'core/conditional/group.ts',
    "return { type: 'Canceled', reason: 'exit-began' }",
    'return null',
  ),
  mutant(
    'an entry goes on after its stop loss began',
    'core/conditional/group.ts',
    "if (triggered.leg === 'ENTRY') return null",
    "if (triggered.leg === 'ENTRY' || other.leg === 'ENTRY') return null",
  ),
  mutant(
    'exits that wait for their entry hold its shares',
    'core/conditional/place.ts',
    '...(isForLater ? NOTHING_HELD : heldBy(terms, price, legs)),',
    '...heldBy(terms, price, legs),',
  ),
  mutant(
    'an exit goes on waiting though its entry has ended',
    'core/conditional/group.ts',
    "return exit.status === 'PENDING' ? { type: 'Canceled', reason: 'entry-ended' } : null",
    'return null',
  ),
  mutant(
    'an amendment forgets the hold',
    'core/conditional/amend.ts',
    "const held = before.status === 'ARMED' ? heldAgain(after, wanted, priceFor(before)) : after",
    'const held = after',
  ),
  mutant(
    'a trail that is amended begins again at the market’s price',
    'core/conditional/amend.ts',
    'isTrail && leg.mark !== null',
    'isTrail && leg.mark === null',
  ),
  mutant(
    'the legs change in another order after a read of the database',
    'trading/rows.ts',
    `
      .toSorted(byName)`,
    '',
  ),
]
