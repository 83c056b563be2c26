/** One step of the market carried out: first the orders whose time is over, then the fills (D5). */
import type { Instant } from '../core/time'
import type { Database } from '../store/database'
import { crossingOrders, type DueOrder, expiringOrders } from '../store/open-orders'
import type { Command } from './command'
import type { Desk } from './desk'
import { type Acted, expireCommand, fillCommand, type TickQuote } from './tick'

/**
 * Commands given to the desk before the next are: it stays open to clients while a tick is large.
 */
const CHUNK = 1_000

export interface StepDeps {
  readonly database: Database
  readonly desk: Desk
}

/** Ends what is over at the instant; returns how many orders changed. */
export async function carryOutExpiry({ database, desk }: StepDeps, at: Instant): Promise<Acted> {
  const due = await expiringOrders(database, at)
  return handOver(
    desk,
    [...Map.groupBy(due, ({ accountId }) => accountId)].map(([accountId, orders]) =>
      expireCommand(accountId, idsOf(orders), symbolsOf(orders), at),
    ),
  )
}

/** Fills what the quotes reach; returns how many orders changed. */
export async function carryOutFills(
  { database, desk }: StepDeps,
  quotes: ReadonlyMap<string, TickQuote>,
): Promise<Acted> {
  const reached = await crossingOrders(
    database,
    [...quotes.values()].map(({ quote }) => quote),
  )
  const groups = Map.groupBy(reached, ({ accountId, symbol }) => `${accountId} ${symbol}`)
  return handOver(
    desk,
    [...groups.values()].flatMap((orders) => {
      const [first] = orders
      const quote = first && quotes.get(first.symbol)
      return quote ? [fillCommand(first.accountId, idsOf(orders), quote)] : []
    }),
  )
}

const idsOf = (orders: readonly DueOrder[]): string[] => orders.map(({ orderId }) => orderId)
const symbolsOf = (orders: readonly DueOrder[]): string[] => [
  ...new Set(orders.map(({ symbol }) => symbol)),
]

async function handOver(desk: Desk, commands: readonly Command<Acted>[]): Promise<Acted> {
  let acted = 0
  for (let first = 0; first < commands.length; first += CHUNK) {
    const chunk = commands.slice(first, first + CHUNK)
    const outcomes = await Promise.all(chunk.map((command) => desk.carryOut(command)))
    for (const outcome of outcomes) acted += outcome
  }
  return acted
}
