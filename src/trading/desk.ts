/**
 * The desk carries out every change to an account, by group commit: all commands that arrived while
 * one batch was committing make the next. So many orders share one commit, and none waits for
 * company.
 *
 * Promises: commands of an account are decided in the order of their arrival; an outcome is told
 * only after its batch has committed; a client's command that has waited for 5 s is refused and
 * never carried out later (D15); an account that another session holds delays only its own; a batch
 * that fails, unless the database is gone, is carried out again command by command, so that only
 * the one at fault fails. Does not promise an order between commands of several processes: the row
 * locks of the accounts decide that.
 */
import type { Posted } from '../core/order/post'
import { type Instant, isBefore } from '../core/time'
import type { Database } from '../store/database'
import { isConnectionLoss, OutcomeUnknown } from '../store/pg/retry'
import { LeaseLost, wasFenced } from '../store/tables/matcher-lease'
import type { Command } from './command'
import { heldAccounts } from './held-accounts'
import { DeskIsBusy, type DeskTime, type Waiting, waitingRoom } from './matcher/waiting'
import { carryOut } from './transaction'

export { DeskIsBusy } from './matcher/waiting'

/** Commands of one transaction. */
export const BATCH_MAX = 512
/** Commands that wait; beyond them the desk is too busy to take another from a client. */
export const QUEUE_MAX = 20_000

export interface Desk {
  /**
   * Rejects with DeskIsBusy, or with what went wrong; then nothing has changed, unless it is an
   * OutcomeUnknown. `waitedMs`: how long it has waited before it came here.
   */
  carryOut<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome>
  /**
   * What was decided before the instant and is not committed yet: resolves when it is, or has
   * failed. Null where there is nothing of that kind.
   */
  settling(before: Instant): Promise<void> | null
  /** Resolves when everything that was taken has been answered. */
  drained(): Promise<void>
}

export interface DeskDeps extends DeskTime {
  readonly database: Database
  readonly now: () => Instant
  /**
   * Told after each batch that has booked something, before its callers are answered, what that
   * was. Nothing where it failed; its COMMIT may have been carried out all the same.
   */
  readonly settled: (posted: readonly Posted[]) => void
  /** A batch failed whose callers wait no longer, so that nobody else hears of it. */
  readonly failed: (error: unknown) => void
}

const isDatabaseGone = (error: unknown): boolean =>
  isConnectionLoss(error) || error instanceof OutcomeUnknown

export function openDesk({ database, now, settled, failed, ...time }: DeskDeps): Desk {
  const room = waitingRoom(time)
  const held = heldAccounts(time.elapsedMs)
  let queue: Waiting[] = []
  let working: Promise<void> | null = null
  let underWay: Promise<void> = Promise.resolve()
  let decidedAt: Instant | null = null

  const decideNow = (): Instant => {
    decidedAt = now()
    return decidedAt
  }

  /** After the requests that were read together, so that one batch takes them all. */
  const start = (): void => {
    working ??= new Promise((begin) => setImmediate(begin)).then(work)
  }

  async function work(): Promise<void> {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      underWay = settle(batch)
      await underWay
      decidedAt = null
    }
    working = null
    const inMs = held.tryAgainInMs
    if (inMs !== null) time.after(inMs, start)
  }

  function nextBatch(): readonly Waiting[] {
    const batch = held.due(BATCH_MAX)
    let taken = 0
    while (taken < queue.length && batch.length < BATCH_MAX) {
      const one = queue[taken++]
      if (one !== undefined && !one.isAnswered && !held.joins(one)) batch.push(one)
    }
    queue = queue.slice(taken)
    return batch
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    const result = await carryOut(database, batch, decideNow).catch((error: unknown) => ({ error }))
    if (!('error' in result)) {
      if (result.posted.length > 0) settled(result.posted)
      for (const [index, one] of batch.entries()) {
        if (one.isDecided) one.answer(result.outcomes[index])
      }
      sortOut(batch, result.heldAccountIds)
    } else if (wasFenced(result.error)) await settleWithoutMarket(batch)
    else if (batch.length === 1 || isDatabaseGone(result.error)) {
      settled([])
      giveUp(batch, result.error)
    } else await settleEach(batch)
  }

  /** What waited for accounts that are free now comes before what has come since. */
  function sortOut(batch: readonly Waiting[], heldAccountIds: ReadonlySet<string>): void {
    for (const [accountId, tried] of Map.groupBy(batch, ({ command }) => command.accountId)) {
      if (heldAccountIds.has(accountId)) held.hold(accountId, tried)
      else {
        const waiting = held.free(accountId)
        if (waiting.length > 0) queue = [...waiting, ...queue]
      }
    }
  }

  function giveUp(batch: readonly Waiting[], error: unknown): void {
    if (batch.every(({ isAnswered }) => isAnswered)) failed(error)
    // What was not decided has a known outcome: it was not carried out.
    const { again = [], over = [] } = Object.groupBy(batch, ({ isDecided }) =>
      error instanceof OutcomeUnknown && !isDecided ? 'again' : 'over',
    )
    for (const one of over) one.fail(error)
    queue = [...again, ...queue]
  }

  /** Another process moves the market now; what clients ask for is carried out all the same. */
  async function settleWithoutMarket(batch: readonly Waiting[]): Promise<void> {
    const { markets = [], clients = [] } = Object.groupBy(batch, ({ command }) =>
      command.fence === undefined ? 'clients' : 'markets',
    )
    settled([])
    for (const { fail } of markets) fail(new LeaseLost())
    if (clients.length > 0) await settle(clients)
  }

  /** One by one, each account's in their order. */
  async function settleEach(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) {
      if (!one.isAnswered && !held.joins(one)) await settle([one])
    }
  }

  return {
    carryOut: <Outcome>(command: Command<Outcome>, waitedMs = 0) =>
      new Promise<Outcome>((resolve, fail) => {
        if (room.clients >= QUEUE_MAX && command.fence === undefined) {
          fail(new DeskIsBusy('too many commands are waiting'))
          return
        }
        // safe: the outcome at this command's place is what its own `decide` returned.
        const answer = (outcome: unknown): void => resolve(outcome as Outcome)
        queue.push(room.admit(command, waitedMs, { answer, fail }))
        start()
      }),
    settling: (before) => (decidedAt !== null && isBefore(decidedAt, before) ? underWay : null),
    async drained() {
      await room.empty()
      while (working !== null) await working
    },
  }
}
