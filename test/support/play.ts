/** Plays random days at a desk in memory, and lets a test look at it after each step. */

import { amount, quantity } from '../../src/core/money'
import type { Auction } from '../../src/core/order/auction-outcomes'
import { type AuctionOnly, isForAuction } from '../../src/core/order/order'
import type { MarketHours } from '../../src/core/session'
import type { Instant } from '../../src/core/time'
import { aHolding, anAccount, NOW } from './examples'
import { PaperDesk } from './paper-desk'
import { ACCOUNT_IDS, type AccountCommand, LEVELS, type Listing, type Scenario } from './scenario'

/** Accounts with enough for most orders, for some, and for few. */
const CASH = ['600', '60', '6']

const aDesk = (): PaperDesk =>
  new PaperDesk(
    ACCOUNT_IDS.map((accountId, index) => ({
      account: anAccount({ accountId, cash: amount(CASH[index] ?? '0') }),
      holdings: LEVELS.map(({ symbol }) =>
        aHolding({ accountId, symbol, quantity: quantity('30') }),
      ),
    })),
  )

const minutesLater = (minutes: number, seconds: number): Instant => NOW.add({ minutes, seconds })

const TICK_SECOND = 10
const AUCTION_SECOND = 20

/** The instant of a minute's tick. */
export const tickOf = (index: number): Instant => minutesLater(index, TICK_SECOND)
/** The instant of the auction of a minute that has one. */
export const auctionOf = (index: number): Instant => minutesLater(index, AUCTION_SECOND)

/** What has just happened: an answer to an account, or something in the market. */
export interface Step {
  readonly now: Instant
  readonly placing?: string
  readonly canceling?: string
}
export type Observe = (desk: PaperDesk, step: Step) => void

/**
 * Plays a scenario: commands at each full minute, ticks 10 seconds later, auctions after 20. The
 * last session ends with the scenario, and so does every auction that it does not hold.
 */
export function play(scenario: Scenario, observe: Observe = () => {}): PaperDesk {
  const desk = aDesk()
  for (const [index, { commands, session, market, auction }] of scenario.entries()) {
    const endAt = (now: Instant): void => {
      desk.end(now, ({ symbol }) => auctionIn(market, symbol))
      observe(desk, { now })
    }
    const opening = minutesLater(index, 0)
    endAt(opening)
    for (const command of commands) {
      observe(desk, { now: opening, ...carryOut(desk, command, scenario, index) })
    }
    endAt(tickOf(index))
    for (const { instrument, quote } of market) {
      desk.tick({ at: tickOf(index), session, instrument, quote })
    }
    observe(desk, { now: tickOf(index) })
    if (auction !== null) endAt(auctionOf(index))
  }
  const over = minutesLater(scenario.length, 0)
  desk.end(over, ({ symbol }) => auctionIn(scenario.at(-1)?.market ?? [], symbol))
  observe(desk, { now: over })
  return desk
}

function listingIn(market: readonly Listing[], symbol: string): Listing {
  const listing = market.find(({ instrument }) => instrument.symbol === symbol)
  if (listing === undefined) throw new Error(`There is no instrument ${symbol}`)
  return listing
}

function auctionIn(market: readonly Listing[], symbol: string): Auction {
  const { instrument, official } = listingIn(market, symbol)
  return { instrument, price: official, offered: null }
}

function carryOut(
  desk: PaperDesk,
  command: AccountCommand,
  scenario: Scenario,
  index: number,
): Omit<Step, 'now'> {
  const hours = hoursAt(scenario, index)
  const now = minutesLater(index, 0)
  const { accountId } = command
  if (command.type === 'cancel') {
    return { canceling: desk.cancel(accountId, command.clientOrderId, hours.session, now) }
  }
  const { symbol, timeInForce } = command.request
  const market = {
    instrument: listingIn(scenario[index]?.market ?? [], symbol).instrument,
    // The last tick's; none before the first one.
    quote: index === 0 ? undefined : listingIn(scenario[index - 1]?.market ?? [], symbol).quote,
    halted: false,
    hours,
    auctionAt: isForAuction(timeInForce) ? auctionFrom(scenario, index, timeInForce) : null,
    now,
  }
  return { placing: desk.place(accountId, command.request, market) }
}

function hoursAt(scenario: Scenario, index: number): MarketHours {
  const session = scenario[index]?.session ?? 'CLOSED'
  const ends = scenario.findIndex((minute, at) => at > index && minute.session !== session)
  const sessionEndsAt = minutesLater(ends < 0 ? scenario.length : ends, 0)
  return {
    session,
    sessionClosesAt: session === 'CLOSED' ? null : sessionEndsAt,
    nextRegularCloseAt: auctionFrom(scenario, index, 'CLS'),
    nextOpeningAt: sessionEndsAt,
  }
}

function auctionFrom(scenario: Scenario, index: number, auction: AuctionOnly): Instant {
  const held = scenario.findIndex((minute, at) => at >= index && minute.auction === auction)
  return held < 0 ? minutesLater(scenario.length, 0) : auctionOf(held)
}
