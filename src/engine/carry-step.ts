/**
 * One step of the market carried out: first the orders whose time is over, the auctions among them,
 * then what the tick reaches (D5, D6).
 */
import type { Instant } from '../core/time'
import type { Feed } from '../market/feed'
import type { Database } from '../store/database'
import { crossingOrders, type DueOrder, expiringOrders } from '../store/open-orders'
import type { Command } from './command'
import type { Desk } from './desk'
import { type Booked, endCommand, type TickQuote, tickCommand } from './tick'

/**
 * Commands given to the desk before the next are: it stays open to clients while a tick is large.
 */
const CHUNK = 1_000

export interface StepDeps {
  readonly database: Database
  readonly desk: Desk
  readonly feed: Feed
}

/** Ends what is over at the instant; returns how many events that made. */
export async function carryOutEnds(
  { database, desk, feed }: StepDeps,
  at: Instant,
): Promise<Booked> {
  const due = await expiringOrders(database, at)
  return handOver(
    desk,
    [...Map.groupBy(due, ({ accountId }) => accountId)].map(([accountId, orders]) =>
      endCommand(accountId, idsOf(orders), symbolsOf(orders), at, feed),
    ),
  )
}

/** Tries the orders that the tick reaches; returns how many events that made. */
export async function carryOutTick(
  { database, desk }: StepDeps,
  quotes: ReadonlyMap<string, TickQuote>,
): Promise<Booked> {
  const reached = await crossingOrders(
    database,
    [...quotes.values()].map(({ symbol, quote }) => ({
      symbol,
      bidPrice: quote?.bidPrice ?? null,
      askPrice: quote?.askPrice ?? null,
    })),
  )
  const groups = Map.groupBy(reached, ({ accountId, symbol }) => `${accountId} ${symbol}`)
  return handOver(
    desk,
    [...groups.values()].flatMap((orders) => {
      const [first] = orders
      const quote = first && quotes.get(first.symbol)
      return quote ? [tickCommand(first.accountId, idsOf(orders), quote)] : []
    }),
  )
}

const idsOf = (orders: readonly DueOrder[]): string[] => orders.map(({ orderId }) => orderId)
const symbolsOf = (orders: readonly DueOrder[]): string[] => [
  ...new Set(orders.map(({ symbol }) => symbol)),
]

async function handOver(desk: Desk, commands: readonly Command<Booked>[]): Promise<Booked> {
  let booked = 0
  for (let first = 0; first < commands.length; first += CHUNK) {
    const chunk = commands.slice(first, first + CHUNK)
    const outcomes = await Promise.all(chunk.map((command) => desk.carryOut(command)))
    for (const outcome of outcomes) booked += outcome
  }
  return booked
}
