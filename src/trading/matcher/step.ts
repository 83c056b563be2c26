/**
 * One step of the market: first the orders whose time is over, with their auctions; then the orders
 * that the tick reaches.
 *
 * An account whose command fails by its own fault (a row that breaks an invariant, for example) is
 * reported once and tried again at every step, after the others: it never holds up their market. A
 * step fails as a whole only where the database does.
 */
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import { isTooLate } from '../../market/schedule'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { Database, Fence } from '../../store/database'
import { codeOf } from '../../store/pg/retry'
import type { DueForced } from '../../store/tables/forced-outcomes'
import {
  crossingOrders,
  type DueOrder,
  type ExpiringOrder,
  expiringOrders,
} from '../../store/tables/open-orders'
import type { Command } from '../batch'
import { forcedTickCommand } from '../commands/forced'
import { type AccountAfterTick, expireCommand, type TickQuote, tickCommand } from '../commands/tick'
import type { Desk } from '../desk'

/**
 * Orders that are tried per round, so that clients get their turn during a large tick, and what a
 * batch makes is garbage before it is old: a round of all costs a third more.
 */
const ORDERS_PER_ROUND = 2_000

/**
 * Orders that are ended per round. A client's command waits for one round at most: some tens of
 * milliseconds, however many orders end at a close.
 */
const EXPIRIES_PER_ROUND = 200

export interface StepDeps {
  readonly database: Database
  readonly desk: Desk
  readonly feed: Feed
  readonly tickMs: number
  /** Null: the market follows the machine's clock. */
  readonly simulated: SimulatedClock | null
  readonly failed: (error: unknown) => void
  /** Of the draws of the profile `strict` [profile.strict-latency]. */
  readonly seed?: number
  /** A step is bound to the lease's term under which it began. */
  readonly lease: { readonly fence: Fence }
}

export interface MarketStep {
  /**
   * Ends the orders whose time is over at the instant, a round at a time, while `goOn` allows it:
   * between two rounds the desk takes clients' commands. False: it stopped early, and the rest is
   * open.
   */
  expireDueOrders(at: Instant, goOn: () => boolean): Promise<boolean>
  /** Fills the next part of each order that a test fills in parts [outcome.force]. */
  fillForced(at: Instant, due: readonly DueForced[]): Promise<void>
  /**
   * Tries the orders that the tick reaches. The accounts that wait after it, by symbol; a symbol is
   * left out where one of its orders was not tried.
   */
  matchTick(
    at: Instant,
    quotes: ReadonlyMap<string, TickQuote>,
  ): Promise<ReadonlyMap<string, readonly AccountAfterTick[]>>
}

interface Submitted<Outcome> {
  readonly outcomes: readonly Outcome[]
  /** The accounts whose command failed by its own fault. */
  readonly failing: readonly string[]
}

export function marketStep({
  database,
  desk,
  feed,
  failed,
  lease,
  seed = 0,
  tickMs,
  simulated,
}: StepDeps): MarketStep {
  const market = { feed, seed }
  /** Accounts whose last command failed; they do not share a batch with others. */
  const faulty = new Set<string>()

  /**
   * Its outcome is null where the machine slept since the tick, whose quotes are past
   * [clock.tick-late]. A simulated clock waits for its ticks, which are never late.
   */
  function unlessLate<Outcome>(command: Command<Outcome>, at: Instant): Command<Outcome | null> {
    if (simulated !== null) return command
    const decide: Command<Outcome | null>['decide'] = (batch, now) =>
      isTooLate(at, now, tickMs) ? null : command.decide(batch, now)
    return { ...command, decide }
  }

  /** After an outcome of null nothing more is submitted: it would be too late as well. */
  async function submitAll<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<Submitted<Outcome>> {
    const { sound = [], suspect = [] } = Object.groupBy(commands, ({ accountId }) =>
      faulty.has(accountId) ? 'suspect' : 'sound',
    )
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const group of [sound, suspect]) {
      for (const commands of roundsOf(group)) {
        const round = await submitRound(commands)
        outcomes.push(...round.outcomes)
        failing.push(...round.failing)
        if (round.outcomes.some((each) => each === null)) return { outcomes, failing }
      }
    }
    return { outcomes, failing }
  }

  async function submitRound<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<Submitted<Outcome>> {
    const settled = await Promise.allSettled(commands.map((command) => desk.submit(command)))
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const [index, outcome] of settled.entries()) {
      const accountId = commands[index]?.accountId ?? ''
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

  /** Ends the due orders of these accounts; an account that fails is left as it is. */
  async function expireAll(
    at: Instant,
    isWanted: (accountId: string) => boolean,
    goOn: () => boolean,
  ): Promise<boolean> {
    const { fence } = lease
    const failing = new Set<string>()
    let last: ExpiringOrder | null = null
    for (;;) {
      const page: readonly ExpiringOrder[] = await expiringOrders(
        database,
        at,
        last,
        EXPIRIES_PER_ROUND,
      )
      const wanted = page.filter(({ accountId }) => isWanted(accountId) && !failing.has(accountId))
      const commands = [...Map.groupBy(wanted, ({ accountId }) => accountId)].map(
        ([accountId, orders]) =>
          expireCommand(accountId, idsOf(orders), symbolsOf(orders), at, feed, fence),
      )
      for (const accountId of (await submitAll(commands)).failing) failing.add(accountId)
      last = page.at(-1) ?? null
      if (page.length < EXPIRIES_PER_ROUND) return true
      if (!goOn()) return false
    }
  }

  return {
    async expireDueOrders(at, goOn) {
      const suspects = new Set(faulty)
      const isSound = (accountId: string): boolean => !suspects.has(accountId)
      if (!(await expireAll(at, isSound, goOn))) return false
      if (suspects.size === 0) return true
      return expireAll(at, (accountId) => suspects.has(accountId), goOn)
    },

    async fillForced(at, due) {
      const { fence } = lease
      const groups = Map.groupBy(due, ({ accountId }) => accountId)
      await submitAll(
        [...groups].map(([accountId, orders]) =>
          unlessLate(forcedTickCommand(accountId, orders, { feed, at, fence }), at),
        ),
      )
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
      const { outcomes, failing } = await submitAll(
        [...groups.values()].flatMap((orders) => {
          const [first] = orders
          const quote = first && quotes.get(first.symbol)
          if (first === undefined || quote === undefined) return []
          const command = tickCommand(first.accountId, idsOf(orders), quote, fence, market)
          return [unlessLate(command, at)]
        }),
      )
      const inTime = outcomes.filter((outcome) => outcome !== null)
      if (inTime.length < outcomes.length) return new Map()
      for (const { accountId, symbol } of due) if (failing.includes(accountId)) untried.add(symbol)
      const waiting = Map.groupBy(
        inTime.map(({ waiting }) => waiting),
        ({ symbol }) => symbol,
      )
      const tried = [...quotes.keys()].filter((symbol) => !untried.has(symbol))
      return new Map(tried.map((symbol) => [symbol, waiting.get(symbol) ?? []]))
    },
  }
}

function roundsOf<Outcome>(commands: readonly Command<Outcome>[]): readonly Command<Outcome>[][] {
  const rounds: Command<Outcome>[][] = []
  let orders = ORDERS_PER_ROUND
  for (const command of commands) {
    if (orders >= ORDERS_PER_ROUND) {
      rounds.push([])
      orders = 0
    }
    rounds.at(-1)?.push(command)
    orders += command.orderIds?.length ?? 1
  }
  return rounds
}

/**
 * Our own code threw, or PostgreSQL refused the rows (its classes 22 and 23), or another session
 * holds the account's lock (55P03). Any other failure may be everyone's.
 */
const isFaultOfAccount = (error: unknown): boolean => /^(?:$|2[23]|55P03$)/.test(codeOf(error))

const idsOf = (orders: readonly DueOrder[]): string[] => orders.map(({ orderId }) => orderId)
const symbolsOf = (orders: readonly DueOrder[]): string[] => [
  ...new Set(orders.map(({ symbol }) => symbol)),
]
