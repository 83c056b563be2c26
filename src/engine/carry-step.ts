/**
 * One step of the market carried out: first the orders whose time is over, the auctions among them,
 * then what the tick reaches (D5, D6).
 *
 * An account whose command fails by a fault of its own (a row that breaks an invariant, say) is
 * reported once and tried again at every step, behind the others: it never holds up their market.
 * A step fails as a whole only where the database does.
 */
import type { Instant } from '../core/time'
import type { Feed } from '../market/feed'
import type { Database, Fence } from '../store/database'
import { crossingOrders, type DueOrder, expiringOrders } from '../store/open-orders'
import { codeOf } from '../store/retry'
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
  readonly failed: (error: unknown) => void
  /** What a step does is bound to the lease under which it began. */
  readonly lease: { readonly fence: Fence }
}

export interface Steps {
  /** Ends what is over at the instant; returns how many events that made. */
  carryOutEnds(at: Instant): Promise<Booked>
  /** Tries the orders that the tick reaches; returns how many events that made. */
  carryOutTick(quotes: ReadonlyMap<string, TickQuote>): Promise<Booked>
}

export function openSteps({ database, desk, feed, failed, lease }: StepDeps): Steps {
  /** Accounts whose last command failed; they do not share a batch with others. */
  const faulty = new Set<string>()

  async function handOver(commands: readonly Command<Booked>[]): Promise<Booked> {
    const { sound = [], suspect = [] } = Object.groupBy(commands, ({ accountId }) =>
      faulty.has(accountId) ? 'suspect' : 'sound',
    )
    let booked = 0
    for (const group of [sound, suspect]) {
      for (let first = 0; first < group.length; first += CHUNK) {
        booked += await handOverChunk(group.slice(first, first + CHUNK))
      }
    }
    return booked
  }

  async function handOverChunk(chunk: readonly Command<Booked>[]): Promise<Booked> {
    const outcomes = await Promise.allSettled(chunk.map((command) => desk.carryOut(command)))
    let booked = 0
    for (const [index, outcome] of outcomes.entries()) {
      const accountId = chunk[index]?.accountId ?? ''
      if (outcome.status === 'fulfilled') {
        booked += outcome.value
        faulty.delete(accountId)
        continue
      }
      if (!isFaultOfAccount(outcome.reason)) throw outcome.reason
      if (!faulty.has(accountId)) failed(outcome.reason)
      faulty.add(accountId)
    }
    return booked
  }

  return {
    async carryOutEnds(at) {
      const { fence } = lease
      const due = await expiringOrders(database, at)
      return handOver(
        [...Map.groupBy(due, ({ accountId }) => accountId)].map(([accountId, orders]) =>
          endCommand(accountId, idsOf(orders), symbolsOf(orders), at, feed, fence),
        ),
      )
    },

    async carryOutTick(quotes) {
      const { fence } = lease
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
        [...groups.values()].flatMap((orders) => {
          const [first] = orders
          const quote = first && quotes.get(first.symbol)
          return quote ? [tickCommand(first.accountId, idsOf(orders), quote, fence)] : []
        }),
      )
    },
  }
}

/**
 * Our own code threw, or PostgreSQL refused the rows (its classes 22 and 23), or somebody holds the
 * account's lock (55P03). Whatever else goes wrong may go wrong for all.
 */
const isFaultOfAccount = (error: unknown): boolean => /^(?:$|2[23]|55P03$)/.test(codeOf(error))

const idsOf = (orders: readonly DueOrder[]): string[] => orders.map(({ orderId }) => orderId)
const symbolsOf = (orders: readonly DueOrder[]): string[] => [
  ...new Set(orders.map(({ symbol }) => symbol)),
]
