/**
 * One step of the market carried out: first the orders whose time is over, the auctions among them,
 * then what the tick reaches (D5, D6).
 *
 * An account whose command fails by a fault of its own (a row that breaks an invariant, say) is
 * reported once and tried again at every step, behind the others: it never holds up their market.
 * A step fails as a whole only where the database does.
 */
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Database, Fence } from '../../store/database'
import { codeOf } from '../../store/pg/retry'
import {
  crossingOrders,
  type DueOrder,
  type ExpiringOrder,
  expiringOrders,
} from '../../store/tables/open-orders'
import type { Command } from '../batch'
import { expireCommand, type TickQuote, tickCommand } from '../commands/tick'
import type { Desk } from '../desk'
import type { WaitingAccount } from './waiting-account'

/**
 * Commands given to the desk before the next are: it stays open to clients while a tick is large.
 */
const CHUNK = 1_000

/**
 * Orders that are ended in one piece. A client's command waits for one piece at most, and goes with
 * the next: some tens of milliseconds, however many orders end at a close.
 */
const ENDS_OF_A_PIECE = 200

export interface StepDeps {
  readonly database: Database
  readonly desk: Desk
  readonly feed: Feed
  readonly failed: (error: unknown) => void
  /** Of what the profile strict draws (D13). */
  readonly seed?: number
  /** What a step does is bound to the lease under which it began. */
  readonly lease: { readonly fence: Fence }
}

export interface MarketStep {
  /**
   * Ends what is over at the instant, a piece at a time, and after each for as long as `goOn` says
   * so: between two pieces the desk is the clients'. False: it was left, and the rest is open.
   */
  expireDueOrders(at: Instant, goOn: () => boolean): Promise<boolean>
  /**
   * Tries the orders that the tick reaches. What waits after it, by symbol; none of an instrument
   * of whose orders one was not tried.
   */
  matchTick(
    at: Instant,
    quotes: ReadonlyMap<string, TickQuote>,
  ): Promise<ReadonlyMap<string, readonly WaitingAccount[]>>
}

interface HandedOver<Outcome> {
  readonly outcomes: readonly Outcome[]
  /** The accounts whose command failed by a fault of their own. */
  readonly failing: readonly string[]
}

export function marketStep({
  database,
  desk,
  feed,
  failed,
  lease,
  seed = 0,
}: StepDeps): MarketStep {
  const market = { feed, seed }
  /** Accounts whose last command failed; they do not share a batch with others. */
  const faulty = new Set<string>()

  async function handOver<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<HandedOver<Outcome>> {
    const { sound = [], suspect = [] } = Object.groupBy(commands, ({ accountId }) =>
      faulty.has(accountId) ? 'suspect' : 'sound',
    )
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const group of [sound, suspect]) {
      for (let first = 0; first < group.length; first += CHUNK) {
        const chunk = await handOverChunk(group.slice(first, first + CHUNK))
        outcomes.push(...chunk.outcomes)
        failing.push(...chunk.failing)
      }
    }
    return { outcomes, failing }
  }

  async function handOverChunk<Outcome>(
    chunk: readonly Command<Outcome>[],
  ): Promise<HandedOver<Outcome>> {
    const settled = await Promise.allSettled(chunk.map((command) => desk.submit(command)))
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const [index, outcome] of settled.entries()) {
      const accountId = chunk[index]?.accountId ?? ''
      if (outcome.status === 'fulfilled') {
        faulty.delete(accountId)
        outcomes.push(outcome.value)
        continue
      }
      if (!isFaultOfAccount(outcome.reason)) throw outcome.reason
      if (!faulty.has(accountId)) failed(outcome.reason)
      faulty.add(accountId)
      failing.push(accountId)
    }
    return { outcomes, failing }
  }

  /** Ends what is over of these accounts; one that fails is left where it is. */
  async function endAll(
    at: Instant,
    isAsked: (accountId: string) => boolean,
    goOn: () => boolean,
  ): Promise<boolean> {
    const { fence } = lease
    const failing = new Set<string>()
    let last: ExpiringOrder | null = null
    for (;;) {
      const piece: readonly ExpiringOrder[] = await expiringOrders(
        database,
        at,
        last,
        ENDS_OF_A_PIECE,
      )
      const asked = piece.filter(({ accountId }) => isAsked(accountId) && !failing.has(accountId))
      const commands = [...Map.groupBy(asked, ({ accountId }) => accountId)].map(
        ([accountId, orders]) =>
          expireCommand(accountId, idsOf(orders), symbolsOf(orders), at, feed, fence),
      )
      for (const accountId of (await handOver(commands)).failing) failing.add(accountId)
      last = piece.at(-1) ?? null
      if (piece.length < ENDS_OF_A_PIECE) return true
      if (!goOn()) return false
    }
  }

  return {
    async expireDueOrders(at, goOn) {
      const suspects = new Set(faulty)
      const isSound = (accountId: string): boolean => !suspects.has(accountId)
      if (!(await endAll(at, isSound, goOn))) return false
      if (suspects.size === 0) return true
      return endAll(at, (accountId) => suspects.has(accountId), goOn)
    },

    async matchTick(at, quotes) {
      const { fence } = lease
      const reached = await crossingOrders(
        database,
        at,
        [...quotes.values()].map(({ symbol, quote }) => ({
          symbol,
          bidPrice: quote?.bidPrice ?? null,
          askPrice: quote?.askPrice ?? null,
        })),
      )
      const untried = new Set(symbolsOf(reached.filter(({ isDue }) => !isDue)))
      const due = reached.filter(({ isDue }) => isDue)
      const groups = Map.groupBy(due, ({ accountId, symbol }) => `${accountId} ${symbol}`)
      const { outcomes, failing } = await handOver(
        [...groups.values()].flatMap((orders) => {
          const [first] = orders
          const quote = first && quotes.get(first.symbol)
          return quote ? [tickCommand(first.accountId, idsOf(orders), quote, fence, market)] : []
        }),
      )
      for (const { accountId, symbol } of due) if (failing.includes(accountId)) untried.add(symbol)
      const waiting = Map.groupBy(
        outcomes.map(({ waiting }) => waiting),
        ({ symbol }) => symbol,
      )
      const tried = [...quotes.keys()].filter((symbol) => !untried.has(symbol))
      return new Map(tried.map((symbol) => [symbol, waiting.get(symbol) ?? []]))
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
