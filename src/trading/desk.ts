/**
 * The desk carries out every change to an account, by group commit: commands that arrived while one
 * batch was committing make the next. So many orders share one commit, and none waits for company.
 *
 * Promises: commands of an account are decided in the order of their arrival; an answer comes only
 * after the batch has committed [stream.after-commit]; a client's command that has waited for 5 s
 * is refused and never carried out later [request.deadline]; an account that another connection has
 * locked delays only its own commands; a batch that fails, unless the database is gone, is carried
 * out again command by command, so that only the one at fault fails. Does not promise an order
 * between commands of several processes: the row locks of the accounts decide that.
 */
import { type DeskRefusal, type Refused, refused } from '../core/refusals'
import { type Instant, isBefore } from '../core/time'
import type { Database } from '../store/database'
import { Overdue } from '../store/pg/deadline'
import { isConnectionLoss, isDiskFull, OutcomeUnknown } from '../store/pg/retry'
import { LeaseLost, wasFenced } from '../store/tables/matcher-lease'
import { type Command, type Committed, runBatch } from './batch'
import type { Forcing } from './forced-rows'
import { busyAccounts, DeskIsBusy, type DeskTime, type WaitingCommand, waitingRoom } from './queue'

/** Commands of one transaction. */
export const BATCH_MAX = 512
/**
 * Waiting commands; with more the desk is too busy to take another from a client [request.busy].
 */
export const QUEUE_MAX = 20_000

export interface Desk {
  /**
   * Rejects with DeskIsBusy or with the failure; then nothing has changed, unless it is an
   * OutcomeUnknown. `waitedMs`: how long the command waited before it came here.
   */
  submit<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome>
  /**
   * Resolves when every command decided before the instant has been committed or has failed; null
   * where there is none that is not.
   */
  committing(before: Instant): Promise<void> | null
  /** Commands of clients that have no answer yet. */
  readonly waiting: number
  /** Counts the batches that have begun: the last of them may not be committed yet. */
  readonly batchesBegun: number
  /** Resolves when every command has its answer. */
  drained(): Promise<void>
}

export interface DeskDeps extends DeskTime {
  readonly database: Database
  /** Null or left out: no test decides orders. */
  readonly forcing?: Forcing | null
  readonly now: () => Instant
  /**
   * Called after each batch with events, before its callers are answered. Null where the batch
   * failed: a COMMIT whose answer was lost may have been carried out all the same.
   */
  readonly onCommitted: (committed: Committed | null) => void
  /** Called after each batch that was committed, with its commands and how long it took. */
  readonly batchDone?: ((commands: number, ms: number) => void) | undefined
  /** Called for a failed batch whose callers no longer wait, so that the failure is not lost. */
  readonly failed: (error: unknown) => void
}

export type OrBusy<T> = T | Refused<DeskRefusal>

/**
 * For a client, these are refusals, since nothing was done: a busy desk, a database that did not
 * answer in time before a COMMIT was sent, and a full disk. [request.busy] [request.deadline]
 * [error.disk-full]
 */
export async function submitOrRefuse<T>(
  desk: Pick<Desk, 'submit'>,
  command: Command<T>,
  waitedMs: () => number = () => 0,
): Promise<OrBusy<T>> {
  try {
    return await desk.submit(command, waitedMs())
  } catch (error) {
    if (error instanceof DeskIsBusy || error instanceof Overdue) return refused('server-busy')
    if (isDiskFull(error)) return refused('storage-full')
    throw error
  }
}

/**
 * The callers that have just been answered soon come again. Were all others taken at once, they
 * would come back to a batch of their own, a single one of them: all would pay for two batches, and
 * nobody would be served while the large one commits. So the callers take turns by halves.
 */
const halfOf = (waiting: number, answered: number): number =>
  answered === 0 ? waiting : Math.ceil((waiting + answered) / 2)

const isDatabaseGone = (error: unknown): boolean =>
  isConnectionLoss(error) || error instanceof OutcomeUnknown

export function openDesk(deps: DeskDeps): Desk {
  const { database, now, forcing, onCommitted, batchDone, failed, ...time } = deps
  const room = waitingRoom(time)
  const held = busyAccounts(time.elapsedMs)
  let queue: WaitingCommand[] = []
  let working: Promise<void> | null = null
  let underWay: Promise<void> = Promise.resolve()
  let decidedAt: Instant | null = null
  let batchesBegun = 0
  /** Commands of the batch before, while the desk has been at work without a pause. */
  let taken = 0

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
      taken = batch.length
      underWay = commitBatch(batch)
      await underWay
      decidedAt = null
    }
    taken = 0
    working = null
    const inMs = held.tryAgainInMs
    if (inMs !== null) time.after(inMs, start)
  }

  function nextBatch(): readonly WaitingCommand[] {
    const batch = held.due(BATCH_MAX)
    const most = Math.min(BATCH_MAX, halfOf(queue.length, taken))
    let at = 0
    while (at < queue.length && batch.length < most) {
      const one = queue[at++]
      if (one !== undefined && !one.isAnswered && !held.joins(one)) batch.push(one)
    }
    queue = queue.slice(at)
    return batch
  }

  async function commitBatch(batch: readonly WaitingCommand[]): Promise<void> {
    const beganMs = time.elapsedMs()
    batchesBegun++
    const result = await runBatch(database, batch, decideNow, forcing).catch((error: unknown) => ({
      error,
    }))
    if (!('error' in result)) {
      batchDone?.(batch.length, time.elapsedMs() - beganMs)
      if (result.events.length > 0) onCommitted(result)
      for (const [index, one] of batch.entries()) {
        if (one.isDecided) one.answer(result.outcomes[index])
      }
      sortOut(batch, result.busyAccountIds)
    } else if (wasFenced(result.error)) await commitWithoutMarket(batch)
    else if (batch.length === 1 || isDatabaseGone(result.error)) {
      onCommitted(null)
      giveUp(batch, result.error)
    } else await commitEach(batch)
  }

  /** Commands that waited for an account that is free now come before those that came since. */
  function sortOut(batch: readonly WaitingCommand[], busyAccountIds: ReadonlySet<string>): void {
    for (const [accountId, tried] of Map.groupBy(batch, ({ command }) => command.accountId)) {
      if (busyAccountIds.has(accountId)) held.hold(accountId, tried)
      else {
        const waiting = held.free(accountId)
        if (waiting.length > 0) queue = [...waiting, ...queue]
      }
    }
  }

  function giveUp(batch: readonly WaitingCommand[], error: unknown): void {
    if (batch.every(({ isAnswered }) => isAnswered)) failed(error)
    // An undecided command has a known outcome: it was not carried out.
    const { again = [], over = [] } = Object.groupBy(batch, ({ isDecided }) =>
      error instanceof OutcomeUnknown && !isDecided ? 'again' : 'over',
    )
    for (const one of over) one.fail(error)
    queue = [...again, ...queue]
  }

  /** Another process moves the market now; the clients' commands are carried out all the same. */
  async function commitWithoutMarket(batch: readonly WaitingCommand[]): Promise<void> {
    const { markets = [], clients = [] } = Object.groupBy(batch, ({ command }) =>
      command.fence === undefined ? 'clients' : 'markets',
    )
    onCommitted(null)
    for (const { fail } of markets) fail(new LeaseLost())
    if (clients.length > 0) await commitBatch(clients)
  }

  /** One by one, each account's in their order. */
  async function commitEach(batch: readonly WaitingCommand[]): Promise<void> {
    for (const one of batch) {
      if (!one.isAnswered && !held.joins(one)) await commitBatch([one])
    }
  }

  return {
    submit: <Outcome>(command: Command<Outcome>, waitedMs = 0) =>
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
    committing: (before) => (decidedAt !== null && isBefore(decidedAt, before) ? underWay : null),
    get waiting() {
      return room.clients
    },
    get batchesBegun() {
      return batchesBegun
    },
    async drained() {
      await room.empty()
      while (working !== null) await working
    },
  }
}
