/** Plays random days at a desk in memory, and lets a test look at it after each step. */
import type { BidAsk } from '../../src/core/quote'
import type { MarketHours } from '../../src/core/session'
import type { Instant } from '../../src/core/time'
import { amount, quantity } from '../../src/core/units'
import { aHolding, anAccount, NOW } from './examples'
import { PaperDesk } from './paper-desk'
import { ACCOUNT_IDS, type AccountCommand, LEVELS, type Minute, type Scenario } from './scenario'

const aDesk = (): PaperDesk =>
  new PaperDesk(
    ACCOUNT_IDS.map((accountId) => ({
      account: anAccount({ accountId, cash: amount('1000') }),
      holdings: LEVELS.map(({ symbol }) =>
        aHolding({ accountId, symbol, quantity: quantity('30') }),
      ),
    })),
  )

const minutesLater = (minutes: number, seconds: number): Instant => NOW.add({ minutes, seconds })

/** The instant of a minute's tick. */
export const tickOf = (index: number): Instant => minutesLater(index, 10)

/** What a test looks at after each step; `answer` is that of a placing. */
export type Observe = (desk: PaperDesk, answer?: string) => void

/** Plays a scenario: commands at each full minute, ticks 10 seconds later, closes after 20. */
export function play(scenario: Scenario, observe: Observe = () => {}): PaperDesk {
  const desk = aDesk()
  for (const [index, { commands, session, market, closes }] of scenario.entries()) {
    const closing = scenario.findIndex((minute, at) => at >= index && minute.closes)
    const closeAt = minutesLater(closing < 0 ? scenario.length : closing, 20)
    const hours = { session, sessionClosesAt: closeAt, nextRegularCloseAt: closeAt }
    const quotes = scenario[index - 1]?.market.map(({ quote }) => quote)
    for (const command of commands) {
      observe(desk, carryOut(desk, command, { hours, quotes, market, now: minutesLater(index, 0) }))
    }
    for (const { instrument, quote } of market) {
      desk.tick({ at: tickOf(index), session, instrument, quote })
      observe(desk)
    }
    if (closes) desk.expire(minutesLater(index, 20))
    observe(desk)
  }
  return desk
}

interface Surroundings {
  readonly hours: MarketHours
  /** The last tick's; none before the first one. */
  readonly quotes: readonly BidAsk[] | undefined
  readonly market: Minute['market']
  readonly now: Instant
}

function carryOut(desk: PaperDesk, command: AccountCommand, around: Surroundings) {
  const { hours, market, now } = around
  if (command.type === 'cancel') {
    desk.cancel(command.accountId, command.clientOrderId, now)
    return undefined
  }
  const { symbol } = command.request
  const instrument = market.find((one) => one.instrument.symbol === symbol)?.instrument
  if (instrument === undefined) throw new Error(`There is no instrument ${symbol}`)
  const quote = around.quotes?.find((one) => one.symbol === symbol)
  return desk.place(command.accountId, command.request, { instrument, quote, hours, now })
}
