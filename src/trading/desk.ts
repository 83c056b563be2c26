/**
 * The desk carries out every change to an account, by group commit: commands that arrived while one
 * batch was committing make the next. So many orders share one commit, and none waits for company.
 * Where it has two lanes, two batches are under way at once: while the database writes one, this
 * process decides the other.
 *
 * Promises: commands of an account are decided in the order of their arrival; an answer comes only
 * after the batch has committed [stream.after-commit]; a client's command that has waited for 5 s
 * is refused and never carried out later [request.deadline]; an account that another connection has
 * locked delays only its own commands; a batch that fails, unless the database is gone, is carried
 * out again command by command, so that only the one at fault fails. Does not promise an order
 * between accounts, nor between commands of several processes: row locks decide that.
 */
import { type DeskRefusal, type Refused, refused } from '../core/refusals'
import { type Instant, isBefore } from '../core/time'
import type { Lane } from '../store/database'
import { databaseRefusal } from '../store/database-refusal'
import type { Command, Committed, DeskDatabase } from './batch'
import type { Forcing } from './forced-rows'
import { openKeptRows } from './kept-rows'
import { type DeskLane, openLane } from './lane'
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
  /** Resolves when every command has its answer. */
  drained(): Promise<void>
}

export interface DeskDeps extends DeskTime {
  readonly database: DeskDatabase
  /** Each carries out a batch beside the others. Left out: one does. */
  readonly lanes?: readonly Lane[]
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
 * For a client, these are refusals, since nothing was done: a busy desk, a database that was lost,
 * or did not answer in time, before a COMMIT was sent, and a full disk. [request.busy]
 * [request.deadline] [error.disk-full]
 */
export const orRefuse = <T>(work: () => Promise<T>): Promise<OrBusy<T>> =>
  work().catch((error: unknown) => {
    const refusal = error instanceof DeskIsBusy ? refused('server-busy') : databaseRefusal(error)
    if (refusal === undefined) throw error
    return refusal
  })

export const submitOrRefuse = <T>(
  desk: Pick<Desk, 'submit'>,
  command: Command<T>,
  waitedMs: () => number = () => 0,
): Promise<OrBusy<T>> => orRefuse(() => desk.submit(command, waitedMs()))

/**
 * The callers that have just been answered soon come again. Were all others taken at once, they
 * would come back to a batch of their own, a single one of them: all would pay for two batches, and
 * nobody would be served while the large one commits. So the callers take turns by halves.
 */
const halfOf = (waiting: number, elsewhere: number): number =>
  elsewhere === 0 ? waiting : Math.ceil((waiting + elsewhere) / 2)

export function openDesk(deps: DeskDeps): Desk {
  const { lanes: laneNumbers = [0], now, ...given } = deps
  const { elapsedMs, after } = given
  const room = waitingRoom({ elapsedMs, after })
  const held = busyAccounts(elapsedMs)
  const { atOnce, connectionsLost } = given.database
  const kept = atOnce === undefined ? null : openKeptRows(connectionsLost)
  const lanes = laneNumbers.map((lane) => openLane(lane, { ...given, now, held, kept }))
  const working = new Map<DeskLane, Promise<void>>()
  let queue: WaitingCommand[] = []
  let isStarting = false
  /** Commands that were answered last, less those that have come since. */
  let returning = 0

  /** Callers whose commands are under way, or soon come again. */
  const elsewhere = (): number =>
    lanes.reduce((sum, { batch }) => sum + (batch?.commands ?? 0), returning)
  /** Beside another batch, half of the callers make the next: fewer would come back to fewer. */
  const pays = (): boolean => working.size === 0 || queue.length >= Math.max(1, elsewhere() - 1)

  /** After the requests that were read together, so that one batch takes them all. */
  function start(): void {
    if (isStarting || working.size === lanes.length || !pays()) return
    isStarting = true
    setImmediate(() => {
      isStarting = false
      begin()
    })
  }

  function begin(): void {
    for (const lane of lanes) {
      if (working.has(lane) || !pays()) continue
      const batch = nextBatch()
      if (batch.length > 0) working.set(lane, work(lane, batch))
    }
    const inMs = working.size === 0 ? held.tryAgainInMs : null
    if (inMs !== null) after(inMs, start)
  }

  async function work(lane: DeskLane, batch: readonly WaitingCommand[]): Promise<void> {
    await lane.carryOut(batch)
    const joined = lane.release()
    if (joined.length > 0) queue = [...joined, ...queue]
    returning = batch.length
    working.delete(lane)
    begin()
  }

  /** What must wait for a batch under way joins it, so that the queue is gone through once. */
  function nextBatch(): readonly WaitingCommand[] {
    const underWay = lanes.flatMap(({ batch }) => batch ?? [])
    const before = (one: WaitingCommand) => underWay.find((batch) => !batch.allows(one))
    const batch = held.due(BATCH_MAX, (one) => before(one) === undefined)
    const most = Math.min(BATCH_MAX, halfOf(queue.length, elsewhere()))
    let at = 0
    while (at < queue.length && batch.length < most) {
      const one = queue[at++]
      if (one === undefined || one.isAnswered) continue
      const mustEnd = before(one)
      if (mustEnd !== undefined) mustEnd.join(one)
      else if (!held.joins(one)) batch.push(one)
    }
    queue = queue.slice(at)
    return batch
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
        if (returning > 0) returning--
        start()
      }),
    committing(before) {
      const pending = lanes.flatMap((lane) => {
        const { decidedAt } = lane
        return decidedAt !== null && isBefore(decidedAt, before) ? (working.get(lane) ?? []) : []
      })
      return pending.length === 0 ? null : Promise.all(pending).then(() => {})
    },
    get waiting() {
      return room.clients
    },
    async drained() {
      await room.empty()
      while (working.size > 0) await Promise.all(working.values())
    },
  }
}
