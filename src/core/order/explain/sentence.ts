/** Writes a step of an explanation as one English sentence, with times of New York. */
import type { GroupEnd } from '../../conditional/leg'
import { decimalString, type Price, type Quantity } from '../../money'
import { type Instant, NEW_YORK } from '../../time'
import { FORCED_FILL } from '../fill-profile'
import { type Order, remaining } from '../order'
import type { EndStep, FillStep, SeenQuote, Step, WaitStep } from './steps'

/** Writes the sentence. `order` is the order as it is stored. */
export function sentenceOf(step: Step, order: Order): string {
  switch (step.kind) {
    case 'WAITED':
      return waitSentence(step, order)
    case 'FILLED':
      return fillSentence(step, order)
    case 'ENDED':
      return endSentence(step, order)
  }
}

function waitSentence(step: WaitStep, order: Order): string {
  const { rule, until, queueAhead, available } = step
  const shown = shownAt(step.seen, order)
  switch (rule) {
    case 'no-tick-yet':
      return 'No tick has come since the order was accepted.'
    case 'on-its-way':
      return 'The order was on its way to the market (profile strict).'
    case 'opening-auction':
      return `It waits for the opening auction at ${timeOf(until)}.`
    case 'closing-auction':
      return `It waits for the closing auction at ${timeOf(until)}.`
    case 'market-closed':
      return `The market was closed until ${timeOf(until)}.`
    case 'day-market-not-tradable':
      return `${order.symbol} does not trade in the DAY session.`
    case 'instrument-suspended':
      return `${order.symbol} was suspended.`
    case 'side-not-allowed':
      return `${order.symbol} took no ${order.side} orders.`
    case 'no-quote':
      return `${order.symbol} had no price.`
    case 'quote-stale':
      return `The last quote of ${order.symbol} was stale, and nothing fills on such a one.`
    case 'quote-not-stored':
      return `The quote of ${order.symbol} at that time is no longer stored.`
    case 'limit-not-reached':
      return missSentence(step, order)
    case 'queue-ahead':
      return `${shares(queueAhead)} were before it in the queue at its price (profile strict).`
    case 'trading-halted':
      return `The market had halted the trading of ${order.symbol}: ${shown}.`
    case 'no-size-shown':
      return `The price reached the order, but no size was shown there: ${shown}.`
    case 'size-taken':
      return (
        'The account had already taken what the market had for it at the limit, and it was not ' +
        `back yet: ${shown}.`
      )
    case 'volume-share-taken':
      return `The account had already taken its share of what the market traded: ${shown}.`
    case 'own-orders-first':
      return `Orders of the same account that come first took the size shown: ${shown}.`
    case 'not-all-at-once':
      return `Only ${shares(available)} were there at once, and FOK takes all or nothing: ${shown}.`
    case 'held-by-outcome':
      return `A test's outcome held the order, whatever the quote: ${shown}.`
    case 'not-tried':
      return (
        `The quote offered the order shares (${shown}), and it got none: the tick was not ` +
        'carried out, or it depended on something that is not stored.'
      )
  }
}

function missSentence({ seen, missedBy }: WaitStep, order: Order): string {
  const { limitPrice, side, timeInForce } = order
  const [name, where] = side === 'BUY' ? ['ask', 'above'] : ['bid', 'below']
  // [fill.print]
  const mayBeHit = timeInForce === 'DAY' && seen?.quote.prints !== undefined
  return (
    `The ${name} stayed ${where} the limit of ${usd(limitPrice)}` +
    `${mayBeHit ? `, and no trade hit the order: the closest ${name} was` : ': the closest was'} ` +
    `${usd(priceAt(seen, order))} at ${timeOf(seen?.at)}, ${usd(missedBy)} away.`
  )
}

function fillSentence({ rule, fill, seen, available }: FillStep, order: Order): string {
  const what = `${shares(fill.quantity)} at ${usd(fill.price)}`
  const by = `under ${fill.fillProfile}`
  const shown = shownAt(seen, order)
  // [outcome.events]
  if (fill.fillProfile === FORCED_FILL) return `${what}: forced by a test's outcome, ${by}.`
  switch (rule) {
    case 'at-the-quote': {
      const rest = available?.lte(fill.quantity) ? ', which is all that it could take' : ''
      return `${what}: ${shown}${rest}, ${by}.`
    }
    case 'hit-at-its-limit':
      return `${what}: the market traded at its limit within the last second (${shown}), ${by}.`
    case 'beyond-the-size-shown':
      return (
        `${what}: so much of the size shown (${shown}), or with what the account took before, ` +
        `that it moved the price, ${by}.`
      )
    case 'forced':
      return `${what}: a test's outcome forced it (${fill.fillProfile}).`
    case 'in-the-auction':
      return `${what}: the official price of its auction, ${by}.`
    case 'not-by-the-quote':
      return `${what}, ${by}. The quote of this tick as it is known now does not give this fill.`
  }
}

/** What happened to the other legs of a conditional order, so that a leg ended. */
export const GROUP_END_TEXTS = {
  'other-exit-filled': 'the other exit was filled',
  'other-exit-triggered': 'the other exit was triggered',
  'other-exit-ended': 'the other exit ended',
  'entry-ended': 'its entry ended with nothing filled',
  'exit-began': 'an exit began to sell',
  'exit-ended': 'an exit ended',
} as const satisfies Readonly<Record<GroupEnd, string>>

function endSentence({ rule, official, missedBy }: EndStep, order: Order): string {
  const rest = shares(remaining(order))
  switch (rule) {
    case 'filled':
      return 'All of it is filled.'
    case 'cancel-requested':
      return `Its client canceled it; ${rest} were not filled.`
    case 'canceled-at-once':
      return (
        'It was canceled at once, by its client while nothing traded, or by a reset; ' +
        `${rest} were not filled.`
      )
    case 'immediate-rest':
      return `${order.timeInForce} ends at its first tick; ${rest} were not filled.`
    case 'insufficient-buying-power':
      return `The account could not pay for the next shares; ${rest} were not filled.`
    case 'amended':
      return `The order ${order.replacedBy ?? ''} took its place; ${rest} were not filled.`
    case 'holding-closed':
      return `Its client closed the holding; ${rest} were not sold by this order.`
    case 'other-exit-filled':
    case 'other-exit-triggered':
    case 'other-exit-ended':
    case 'entry-ended':
    case 'exit-began':
    case 'exit-ended':
      return `It was canceled because ${GROUP_END_TEXTS[rule]}; ${rest} were not filled.`
    case 'conditional-order-expired':
      return `The time of its conditional order was over; ${rest} were not filled.`
    case 'no-official-price':
      return 'Its auction made no official price.'
    case 'official-price-beyond-limit':
      return (
        `The official price of ${usd(official)} missed the limit of ` +
        `${usd(order.limitPrice)} by ${usd(missedBy)}.`
      )
    case 'auction-not-tradable':
      return `${order.symbol} took no ${order.side} orders at its auction.`
    case 'auction-share-taken':
      return `Its auction had no more for the account; ${rest} were not filled.`
    case 'expired':
      return `Its time was over; ${rest} were not filled.`
    case 'rejected':
      return `It could no longer be executed (${order.rejectReason ?? 'no reason is stored'}).`
  }
}

function shownAt(seen: SeenQuote | null, order: Order): string {
  if (seen === null) return 'no quote'
  const { bidPrice, bidSize, askPrice, askSize, pinned } = seen.quote
  const [name, price, size] =
    order.side === 'BUY' ? ['ask', askPrice, askSize] : (['bid', bidPrice, bidSize] as const)
  return `the ${name} was ${usd(price)} for ${shares(size)}${pinned ? ', pinned' : ''}`
}

const priceAt = (seen: SeenQuote | null, { side }: Order): Price | null =>
  seen && (side === 'BUY' ? seen.quote.askPrice : seen.quote.bidPrice)

/** Writes USD per share. */
export const usd = (price: Price | null): string =>
  price === null ? 'an unknown price' : decimalString(price)

/** Writes a number of shares. */
export const shares = (quantity: Quantity | null): string =>
  quantity === null
    ? 'some shares'
    : `${quantity.toFixed()} ${quantity.eq('1') ? 'share' : 'shares'}`

/** Writes the time of New York, to the second. */
export function timeOf(at: Instant | null | undefined): string {
  if (at === null || at === undefined) return 'an unknown time'
  const local = at.toZonedDateTimeISO(NEW_YORK)
  const time = local.toPlainTime().toString({ smallestUnit: 'second' })
  return `${local.toPlainDate().toString()} ${time}`
}
