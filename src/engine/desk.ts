/**
 * The desk carries out every change to an account, by group commit: all commands that arrived while
 * one batch was committing make the next. So many orders share one commit, and none waits for
 * company.
 *
 * Promises: commands are decided in the order of their arrival; an outcome is told only after its
 * batch has committed; a batch that fails, unless the database is gone, is carried out again
 * command by command, so that only the one at fault fails. Does not promise an order between
 * commands of several processes: the row locks of the accounts decide that.
 */
import type { Posted } from '../core/post'
import type { Instant } from '../core/time'
import type { Database } from '../store/database'
import { LeaseLost, wasFenced } from '../store/matcher-lease'
import { isConnectionLoss, isHeld, OutcomeUnknown } from '../store/retry'
import { carryOut } from './carry-out'
import type { Command } from './command'

/** Commands of one transaction. */
export const BATCH_MAX = 512
/** Commands that wait; beyond them the desk is too busy to take another from a client. */
export const QUEUE_MAX = 20_000

export class DeskIsFull extends Error {
  override readonly name = 'DeskIsFull'
}

export interface Desk {
  /**
   * Rejects with DeskIsFull, or with what went wrong; then nothing has changed, unless the answer
   * to a COMMIT was lost.
   */
  carryOut<Outcome>(command: Command<Outcome>): Promise<Outcome>
  /** Resolves when everything that was taken has been answered. */
  drained(): Promise<void>
}

interface Waiting {
  readonly command: Command<unknown>
  readonly answer: (outcome: unknown) => void
  readonly fail: (error: unknown) => void
}

export interface DeskDeps {
  readonly database: Database
  readonly now: () => Instant
  /**
   * Told after each batch, before its callers are answered, what has certainly been booked. Nothing
   * where it failed; its COMMIT may have been carried out all the same.
   */
  readonly settled: (posted: readonly Posted[]) => void
}

const isDatabaseGone = (error: unknown): boolean =>
  isConnectionLoss(error) || error instanceof OutcomeUnknown

export function openDesk({ database, now, settled }: DeskDeps): Desk {
  let queue: Waiting[] = []
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX)
      queue = queue.slice(BATCH_MAX)
      await settle(batch)
    }
    working = null
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    const commands = batch.map(({ command }) => command)
    const result = await carryOut(database, commands, now).catch((error: unknown) => ({ error }))
    if (!('error' in result)) {
      settled(result.posted)
      for (const [index, { answer }] of batch.entries()) answer(result.outcomes[index])
    } else if (wasFenced(result.error)) await settleWithoutMarket(batch)
    else if (batch.length === 1 || isDatabaseGone(result.error)) {
      settled([])
      for (const { fail } of batch) fail(result.error)
    } else await settleEach(batch)
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

  /** One by one; an account that somebody holds is waited for once, not for each command. */
  async function settleEach(batch: readonly Waiting[]): Promise<void> {
    const held = new Map<string, unknown>()
    for (const { command, answer, fail } of batch) {
      const { accountId } = command
      const failOne = (error: unknown): void => {
        if (isHeld(error)) held.set(accountId, error)
        fail(error)
      }
      if (held.has(accountId)) fail(held.get(accountId))
      else await settle([{ command, answer, fail: failOne }])
    }
  }

  return {
    carryOut: <Outcome>(command: Command<Outcome>) =>
      new Promise<Outcome>((resolve, fail) => {
        if (queue.length >= QUEUE_MAX && command.fence === undefined) {
          fail(new DeskIsFull('too many commands are waiting'))
          return
        }
        // safe: the outcome at this command's place is what its own `decide` returned.
        queue.push({ command, answer: (outcome) => resolve(outcome as Outcome), fail })
        // After the requests that were read together with this one, so that one batch takes them
        // all.
        working ??= new Promise((begin) => setImmediate(begin)).then(work)
      }),
    drained: async () => {
      while (working !== null) await working
    },
  }
}
