/**
 * Carries out one step of the market: first the orders whose time is over, with their auctions;
 * then the orders that the tick reaches. If another process has changed an account since the order
 * book followed it, the account is read again within the same step. So none of its orders comes
 * before an order that the book lacked.
 */
import type { TriggerPrices } from '../../core/conditional/trigger'
import type { Instant } from '../../core/time'
import {
  type BookedLeg,
  type LegOfSymbol,
  savedMissedTriggers,
  saveMissedTriggers,
} from '../../ledger/conditional-orders'
import type { DueForced } from '../../ledger/forced'
import type { Feed } from '../../market/feed'
import { isTooLate } from '../../market/schedule'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { Fence } from '../../postgres/database'
import { codeOf } from '../../postgres/errors'
import type { StatementRunner } from '../../postgres/statement'
import type { Command } from '../command'
import { forcedTickCommand } from '../commands/forced'
import { type AccountAfterTick, expireCommand, type TickQuote, tickCommand } from '../commands/tick'
import { expireLegsCommand, triggerCommand } from '../commands/trigger'
import type { Sequencer } from '../sequencer'
import type { RestingOrder } from './order-book'
import type { RestingBook } from './resting'

/**
 * Orders that expire per round. A client's command waits for one round at most: some tens of
 * milliseconds, however many orders end at a close.
 */
const EXPIRIES_PER_ROUND = 200

export interface StepDeps {
  readonly orders: Pick<
    RestingBook,
    | 'actingAt'
    | 'catchUp'
    | 'committed'
    | 'dueAt'
    | 'followedTo'
    | 'legsDueAt'
    | 'moved'
    | 'reachedAt'
  >
  readonly database: StatementRunner
  readonly sequencer: Sequencer
  readonly feed: Feed
  readonly tickMs: number
  /** Null if the market follows the machine's clock. */
  readonly simulated: SimulatedClock | null
  readonly failed: (error: unknown) => void
  /**
   * Whether the account's server cannot be reached. Omit it if all accounts are on one server.
   */
  readonly isAway?: (accountId: string) => boolean
  /** Seeds the draws of fill profiles [profile.repeats]. */
  readonly seed?: number
  /** Binds a step to the term of the lease under which it began. */
  readonly lease: { readonly fence: Fence }
}

export interface MarketStep {
  /**
   * Expires the orders whose time is over at the instant, a round at a time, while `goOn` returns
   * true. Between two rounds the sequencer takes clients' commands. Returns false if it stopped
   * early and left orders open.
   */
  expireDueOrders(at: Instant, goOn: () => boolean): Promise<boolean>
  /** Expires the legs of conditional orders in the same way. */
  expireDueLegs(at: Instant, goOn: () => boolean): Promise<boolean>
  /** Triggers the legs that the prices reach at the tick, and moves marks [conditional.trigger]. */
  triggerLegs(at: Instant, prices: ReadonlyMap<string, TriggerPrices>): Promise<void>
  /**
   * Returns whether accounts failed while a tick reached their legs: `triggerLegs` tries these
   * again. Reads what the last server has missed, if it is not read yet.
   */
  hasMissedTriggers(): Promise<boolean>
  /** Call it if the market continues from another state. */
  forgetMissedTriggers(): void
  /** Fills the next part of each order that a test fills in parts [outcome.force]. */
  fillForced(at: Instant, due: readonly DueForced[]): Promise<void>
  /**
   * Tries the orders that the tick reaches. Returns the accounts that wait after the tick, by
   * symbol. It omits each symbol that has an untried order.
   */
  matchTick(
    at: Instant,
    quotes: ReadonlyMap<string, TickQuote>,
  ): Promise<ReadonlyMap<string, readonly AccountAfterTick[]>>
}

class SequencerStep implements MarketStep {
  readonly #deps: StepDeps
  readonly #market: { feed: Feed; seed: number }
  readonly #rounds: Rounds
  /**
   * Legs that a tick reached while their accounts failed: tried again with that tick's prices. Null
   * until the saved ones are read.
   */
  #missed: readonly Acting[] | null = null

  constructor(deps: StepDeps) {
    this.#deps = deps
    this.#market = { feed: deps.feed, seed: deps.seed ?? 0 }
    this.#rounds = openRounds(deps.sequencer, deps.failed, deps.isAway)
  }

  async expireDueOrders(at: Instant, goOn: () => boolean): Promise<boolean> {
    const suspects = new Set(this.#rounds.faulty)
    const isSound = (accountId: string): boolean => !suspects.has(accountId)
    if (!(await this.#expireAll(at, isSound, goOn))) return false
    if (suspects.size === 0) return true
    return this.#expireAll(at, (accountId) => suspects.has(accountId), goOn)
  }

  async expireDueLegs(at: Instant, goOn: () => boolean): Promise<boolean> {
    const { fence } = this.#deps.lease
    for (let tries = 0; ; tries++) {
      const behind: Behind[] = []
      const rounds = this.#deps.orders.legsDueAt(at, EXPIRIES_PER_ROUND)
      for (const [ordinal, round] of rounds.entries()) {
        if (tries + ordinal > 0 && !goOn()) return false
        const commands = round.map((legs) =>
          unlessBehind(expireLegsCommand(legs, at, fence), this.#deps.orders.followedTo),
        )
        const { outcomes } = await this.#rounds.submitAll(commands)
        behind.push(...outcomes.filter(isBehind))
      }
      if (behind.length === 0) return true
      await this.#caughtUp(behind)
    }
  }

  async hasMissedTriggers(): Promise<boolean> {
    return (await this.#missedNow()).length > 0
  }

  forgetMissedTriggers(): void {
    this.#missed = null
  }

  async triggerLegs(at: Instant, prices: ReadonlyMap<string, TriggerPrices>): Promise<void> {
    const { feed, lease, orders, simulated, tickMs } = this.#deps
    const { fence } = lease
    for (;;) {
      const missed = (await this.#missedNow()).filter(
        (one) => simulated !== null || !isTooLate(one.at, at, tickMs),
      )
      const acting = orders.actingAt(at, prices).flatMap((reached): readonly Acting[] => {
        const legs = reached.filter((leg) => !isAmong(missed, leg))
        const shown = prices.get(legs[0]?.symbol ?? '')
        return shown === undefined ? [] : [{ legs, at, prices: shown }]
      })
      const tried = [...missed, ...acting]
      const commands = tried.map(({ legs, at, prices }) => {
        const command = triggerCommand(legs, { at, prices, fence, feed })
        return this.#unlessLate(unlessBehind(command, orders.followedTo), at)
      })
      const { outcomes, failing } = await this.#rounds
        .submitAll(commands)
        .catch((error: unknown) => {
          // Some commands may have moved marks, which makes no event.
          orders.committed(null)
          throw error
        })
      const inTime = outcomes.filter((outcome) => outcome !== null)
      const behind = inTime.filter(isBehind)
      orders.moved(inTime.flatMap((each) => (isBehind(each) ? [] : each)))
      await this.#keepMissed([
        ...missed.filter(isOf(behind.map(({ accountId }) => accountId))),
        ...tried.filter(isOf(failing)),
      ])
      if (inTime.length < outcomes.length || behind.length === 0) return
      await this.#caughtUp(behind)
    }
  }

  async fillForced(at: Instant, due: readonly DueForced[]): Promise<void> {
    const { fence } = this.#deps.lease
    const groups = Map.groupBy(due, ({ accountId }) => accountId)
    await this.#rounds.submitAll(
      [...groups].map(([accountId, orders]) =>
        this.#unlessLate(
          forcedTickCommand(accountId, orders, { feed: this.#deps.feed, at, fence }),
          at,
        ),
      ),
    )
  }

  async matchTick(
    at: Instant,
    quotes: ReadonlyMap<string, TickQuote>,
  ): Promise<ReadonlyMap<string, readonly AccountAfterTick[]>> {
    const untried = new Set<string>()
    const accounts = await this.#tryAll(at, quotes, untried, () => true)
    if (accounts === null) return new Map()
    const waiting = Map.groupBy(accounts, ({ symbol }) => symbol)
    const tried = [...quotes.keys()].filter((symbol) => !untried.has(symbol))
    return new Map(tried.map((symbol) => [symbol, waiting.get(symbol) ?? []]))
  }

  /** Returns the missed triggers, and reads the saved ones first if that is still to be done. */
  async #missedNow(): Promise<readonly Acting[]> {
    if (this.#missed === null) {
      const saved = await savedMissedTriggers(this.#deps.database)
      this.#missed = saved.map(({ at, prices, ...leg }) => ({ legs: [leg], at, prices }))
    }
    return this.#missed
  }

  /** Saves the missed triggers if they have changed: the server may end before it tries them. */
  async #keepMissed(missed: readonly Acting[]): Promise<void> {
    const before = new Set(this.#missed)
    if (missed.length !== before.size || missed.some((one) => !before.has(one))) {
      await saveMissedTriggers(
        this.#deps.database,
        missed.flatMap(({ legs, at, prices }) => legs.map((leg) => ({ ...leg, at, prices }))),
      )
    }
    this.#missed = missed
  }

  /**
   * Makes the outcome null if the machine slept since the tick, whose quotes are then past
   * [clock.tick-late]. A simulated clock waits for its ticks, which are never late.
   */
  #unlessLate<Outcome>(command: Command<Outcome>, at: Instant): Command<Outcome | null> {
    if (this.#deps.simulated !== null) return command
    const decide: Command<Outcome | null>['decide'] = (batch, now) =>
      isTooLate(at, now, this.#deps.tickMs) ? null : command.decide(batch, now)
    return { ...command, decide }
  }

  /** Expires the due orders of these accounts; skips an account that fails. */
  async #expireAll(
    at: Instant,
    isWanted: (accountId: string) => boolean,
    goOn: () => boolean,
  ): Promise<boolean> {
    const { fence } = this.#deps.lease
    const failing = new Set<string>()
    const behind: Behind[] = []
    let rounds = 0
    for (const round of this.#deps.orders.dueAt(at, EXPIRIES_PER_ROUND)) {
      if (rounds++ > 0 && !goOn()) return false
      const commands = round.flatMap((due) => {
        const [{ accountId } = NOBODY] = due
        if (!isWanted(accountId) || failing.has(accountId)) return []
        const ends = expireCommand(
          accountId,
          idsOf(due),
          symbolsOf(due),
          at,
          this.#deps.feed,
          fence,
        )
        return unlessBehind(ends, this.#deps.orders.followedTo)
      })
      const submitted = await this.#rounds.submitAll(commands)
      for (const accountId of submitted.failing) failing.add(accountId)
      behind.push(...submitted.outcomes.filter(isBehind))
    }
    if (behind.length === 0) return true
    const ids = await this.#caughtUp(behind)
    return goOn() && this.#expireAll(at, (accountId) => ids.has(accountId), goOn)
  }

  /** Brings the book up to date with these accounts; returns their ids. */
  async #caughtUp(behind: readonly Behind[]): Promise<ReadonlySet<string>> {
    await this.#deps.orders.catchUp(
      behind.map(({ accountId, behindSeq }) => [accountId, behindSeq]),
    )
    return new Set(behind.map(({ accountId }) => accountId))
  }

  /** Tries the orders of these accounts; returns null if the tick is past. */
  async #tryAll(
    at: Instant,
    quotes: ReadonlyMap<string, TickQuote>,
    untried: Set<string>,
    isWanted: (accountId: string) => boolean,
  ): Promise<readonly AccountAfterTick[] | null> {
    const { fence } = this.#deps.lease
    const reached = this.#deps.orders.reachedAt(at, quotes.values())
    const commands = reached.flatMap((some) => {
      const [{ accountId, symbol } = NOBODY] = some
      const quote = quotes.get(symbol)
      if (quote === undefined || !isWanted(accountId)) return []
      const due = some.filter(({ updatedAtMs }) => updatedAtMs < at.epochMilliseconds)
      if (due.length < some.length) untried.add(symbol)
      if (due.length === 0) return []
      const command = tickCommand(accountId, idsOf(due), quote, fence, this.#market)
      return [this.#unlessLate(unlessBehind(command, this.#deps.orders.followedTo), at)]
    })
    const { outcomes, failing } = await this.#rounds.submitAll(commands)
    const faulted = new Set(failing)
    for (const [{ accountId, symbol } = NOBODY] of reached) {
      if (faulted.has(accountId)) untried.add(symbol)
    }
    const inTime = outcomes.filter((outcome) => outcome !== null)
    if (inTime.length < outcomes.length) return null
    const waiting = inTime.flatMap((each) => (isBehind(each) ? [] : each.waiting))
    const behind = inTime.filter(isBehind)
    if (behind.length === 0) return waiting
    const ids = await this.#caughtUp(behind)
    const others = await this.#tryAll(at, quotes, untried, (accountId) => ids.has(accountId))
    return others && [...waiting, ...others]
  }
}

/** Legs of one account and instrument that the prices of a tick make act. */
interface Acting {
  readonly legs: readonly LegOfSymbol[]
  readonly at: Instant
  readonly prices: TriggerPrices
}

/** Whether an earlier tick has reached the stop of the leg. A trail also needs its later marks. */
const isAmong = (missed: readonly Acting[], { groupId, leg, mark }: BookedLeg): boolean =>
  mark === null &&
  missed.some(({ legs }) => legs.some((one) => one.groupId === groupId && one.leg === leg))

const isOf =
  (accountIds: readonly string[]) =>
  ({ legs }: Acting): boolean =>
    accountIds.includes(legs[0]?.accountId ?? '')

export const marketStep = (deps: StepDeps): MarketStep => new SequencerStep(deps)

/** Stands for the first order of an empty group. */
const NOBODY = { accountId: '', symbol: '' }
const idsOf = (orders: readonly RestingOrder[]): string[] => orders.map(({ orderId }) => orderId)
const symbolsOf = (orders: readonly RestingOrder[]): string[] => [
  ...new Set(orders.map(({ symbol }) => symbol)),
]

/** Another process has changed the account: its orders must be read again. */
interface Behind {
  readonly accountId: string
  /** The number of the account's last event. */
  readonly behindSeq: number
}

/**
 * The command, unless the order book is behind on the account: an order that it lacks might come
 * first.
 */
const unlessBehind = <Outcome>(
  command: Command<Outcome>,
  followedTo: (accountId: string) => number,
): Command<Outcome | Behind> => ({
  ...command,
  decide(rows, now) {
    const { accountId } = command
    const behindSeq = rows.seqBefore(accountId)
    return behindSeq > followedTo(accountId) ? { accountId, behindSeq } : command.decide(rows, now)
  },
})

const isBehind = <Outcome>(outcome: Outcome | Behind): outcome is Behind =>
  typeof outcome === 'object' && outcome !== null && 'behindSeq' in outcome

// Submits the commands of a step in rounds.
//
// An account whose command fails by its own fault (a row that breaks an invariant, for example) is
// reported once and tried again at every step, after the others: it never delays their market. So
// does an account of a shard that cannot be reached. A step fails as a whole only if the database
// fails.

/**
 * The orders tried per round. With rounds, clients get their turn during a large tick. A single
 * round for all orders would cost a third more, since the objects of a small batch are freed while
 * they are young.
 */
const ORDERS_PER_ROUND = 2_000

interface Submitted<Outcome> {
  readonly outcomes: readonly Outcome[]
  /** The accounts whose command failed by its own fault. */
  readonly failing: readonly string[]
}

type Rounds = ReturnType<typeof openRounds>

function openRounds(
  sequencer: Pick<Sequencer, 'submit'>,
  failed: (error: unknown) => void,
  isAway: (accountId: string) => boolean = () => false,
) {
  /** Accounts whose last command failed; their commands do not share a batch with others. */
  const faulty = new Set<string>()

  /**
   * Submits the commands in rounds. After an outcome of null it submits no more: the rest would be
   * too late as well.
   */
  async function submitAll<Outcome>(
    commands: readonly Command<Outcome>[],
  ): Promise<Submitted<Outcome>> {
    const {
      sound = [],
      suspect = [],
      away = [],
    } = Object.groupBy(commands, ({ accountId }) => {
      if (isAway(accountId)) return 'away'
      return faulty.has(accountId) ? 'suspect' : 'sound'
    })
    const outcomes: Outcome[] = []
    const failing = away.map(({ accountId }) => accountId)
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
    const settled = await Promise.allSettled(commands.map((command) => sequencer.submit(command)))
    const outcomes: Outcome[] = []
    const failing: string[] = []
    for (const [index, outcome] of settled.entries()) {
      const accountId = commands[index]?.accountId ?? ''
      if (outcome.status === 'fulfilled') {
        faulty.delete(accountId)
        outcomes.push(outcome.value)
        continue
      }
      if (isAway(accountId)) {
        failing.push(accountId)
        continue
      }
      if (!isFaultOfAccount(outcome.reason)) throw outcome.reason
      if (!faulty.has(accountId)) failed(outcome.reason)
      faulty.add(accountId)
      failing.push(accountId)
    }
    return { outcomes, failing }
  }

  return { submitAll, faulty }
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
 * True if our own code threw, or PostgreSQL refused the rows (its classes 22 and 23), or another
 * session holds the account's lock (55P03). Any other failure may concern every account.
 */
const isFaultOfAccount = (error: unknown): boolean => /^(?:$|2[23]|55P03$)/.test(codeOf(error))
