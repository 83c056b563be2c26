/** The prices of shares at past instants, read in turns: orders are carried out in between. */
import type { Price } from '../../../core/money'
import type { Instant } from '../../../core/time'
import { type Feed, worthAt } from '../../../market/feed'
import { takeTurn } from '../../../market/turns'
import type { StatementRunner } from '../../../store/pg/statement'
import type { Balance } from '../../../store/tables/balances'
import { lastFillPrice } from '../../../store/tables/fills'

/** Sessions of an instrument: the simulated market makes them in about 10 ms. */
const SESSIONS_A_TURN = 10
/** Prices of sessions that are made already. */
const PRICES_A_TURN = 250
/** Sessions that count as one request [rate-limit.cost]. */
const SESSIONS_A_REQUEST = 5 * SESSIONS_A_TURN

export type PriceAt = (symbol: string, at: Instant) => Price

/**
 * Reads the price of everything that was held. Where the market shows none, it is that of the
 * account's last fill until then.
 */
export function pastPrices(feed: Feed, runner: StatementRunner) {
  return async (
    accountId: string,
    balances: readonly Balance[],
    charge: (requests: number) => void,
  ): Promise<PriceAt> => {
    const held = heldAt(balances)
    const sessions = sessionsIn(feed, balances)
    const wanted = [...held.values()].map((instants) => new Set(instants.map(sessions)).size)
    const beyondFirst = wanted.reduce((sum, count) => sum + count, 0) / SESSIONS_A_REQUEST
    charge(Math.floor(beyondFirst))
    const prices = new Map<string, Price>()
    let sessionsRead = 0
    let pricesRead = 0
    for (const [symbol, instants] of held) {
      let session: number | undefined
      for (const at of instants) {
        const isNew = sessions(at) !== session
        session = sessions(at)
        if (isNew && sessionsRead++ % SESSIONS_A_TURN === 0) await takeTurn()
        else if (++pricesRead % PRICES_A_TURN === 0) await takeTurn()
        const shown = worthAt(feed, symbol, at)
        prices.set(keyOf(symbol, at), shown ?? (await lastFillPrice(runner, accountId, symbol, at)))
      }
    }
    return (symbol, at) => {
      const price = prices.get(keyOf(symbol, at))
      if (price === undefined) throw new Error(`the price of ${keyOf(symbol, at)} was not read`)
      return price
    }
  }
}

const keyOf = (symbol: string, at: Instant): string => `${symbol} ${at.epochMilliseconds}`

/** Ascending, by symbol. */
function heldAt(balances: readonly Balance[]): ReadonlyMap<string, readonly Instant[]> {
  const held = new Map<string, Instant[]>()
  for (const { at, shares } of balances) {
    for (const symbol of shares.keys()) {
      const instants = held.get(symbol) ?? []
      instants.push(at)
      held.set(symbol, instants)
    }
  }
  return held
}

/** A number for the session that an instant lies in. */
function sessionsIn({ calendar }: Feed, balances: readonly Balance[]): (at: Instant) => number {
  const known = new Map(
    balances.map(({ at }) => [
      at.epochMilliseconds,
      calendar.nextBoundaryAfter(at)?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    ]),
  )
  return (at) => known.get(at.epochMilliseconds) ?? 0
}
