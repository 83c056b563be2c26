/**
 * One lane of the desk: it carries out one batch after the other, on a connection of its own. A
 * batch that fails is carried out again command by command, unless the database is gone.
 *
 * An account is in one lane at a time: so its commands keep their order, and no lane meets a row
 * that another has locked. The market's own commands are in one lane at a time too, since each
 * transaction of theirs renews the same lease.
 */
import type { Instant } from '../core/time'
import type { Lane } from '../store/database'
import { isConnectionLoss, OutcomeUnknown } from '../store/pg/retry'
import { LeaseLost, wasFenced } from '../store/tables/matcher-lease'
import { type BatchDeps, type Committed, type DeskDatabase, runBatch } from './batch'
import { runOnKeptRows } from './kept-batch'
import type { KeptRows } from './kept-rows'
import type { BusyAccounts, WaitingCommand } from './queue'

export interface LaneDeps extends Omit<BatchDeps, 'lane'> {
  readonly database: DeskDatabase
  /** Null: each batch locks and loads. */
  readonly kept: KeptRows | null
  readonly held: BusyAccounts
  readonly elapsedMs: () => number
  readonly onCommitted: (committed: Committed | null) => void
  readonly batchDone?: ((commands: number, ms: number) => void) | undefined
  readonly failed: (error: unknown) => void
}

/** The batch of a lane, and the commands that must wait until it is over. */
export interface UnderWay {
  readonly commands: number
  /** False: the command must wait until this batch is over. */
  allows(one: WaitingCommand): boolean
  /** The command waits for the end of this batch. */
  join(one: WaitingCommand): void
  /** These commands of an account of the batch come before those that have joined. */
  joinFirst(accountId: string, first: readonly WaitingCommand[]): void
  /** All that have joined, each account's in their order. */
  joined(): readonly WaitingCommand[]
}

export interface DeskLane {
  /** Null: it is free. */
  readonly batch: UnderWay | null
  /** When the batch under way was decided; null: it is not yet. */
  readonly decidedAt: Instant | null
  carryOut(batch: readonly WaitingCommand[]): Promise<void>
  /** It is free again, and these commands, which have waited for its batch, come first. */
  release(): readonly WaitingCommand[]
}

const NONE: ReadonlySet<string> = new Set()

const isDatabaseGone = (error: unknown): boolean =>
  isConnectionLoss(error) || error instanceof OutcomeUnknown

const byAccount = (commands: readonly WaitingCommand[]) =>
  Map.groupBy(commands, ({ command }) => command.accountId)

function without(
  batch: readonly WaitingCommand[],
  those: readonly WaitingCommand[],
): readonly WaitingCommand[] {
  if (batch.length === those.length) return []
  const done = new Set(those)
  return batch.filter((one) => !done.has(one))
}

/** The commands of those accounts of which every command can be decided on kept rows. */
function onKeptRows(batch: readonly WaitingCommand[], kept: KeptRows): readonly WaitingCommand[] {
  const others = new Set<string>()
  for (const one of batch) {
    if (one.isAnswered || !kept.suffice(one.command)) others.add(one.command.accountId)
  }
  return others.size === 0 ? batch : batch.filter(({ command }) => !others.has(command.accountId))
}

export function openLane(lane: Lane, deps: LaneDeps): DeskLane {
  const { database, now, forcing, kept, held, elapsedMs, onCommitted, batchDone, failed } = deps
  let decidedAt: Instant | null = null
  let whole: UnderWay | null = null

  const decideNow = (): Instant => {
    decidedAt = now()
    return decidedAt
  }
  const batchDeps: BatchDeps = { database, forcing, lane, now: decideNow }

  async function commitBatch(batch: readonly WaitingCommand[]): Promise<void> {
    const beganMs = elapsedMs()
    const result = await runBatch(batchDeps, batch).catch((error: unknown) => ({ error }))
    if (!('error' in result)) {
      kept?.learn(result.read)
      tell(result, batch.length, beganMs)
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

  function tell(changed: Committed, commands: number, beganMs: number): void {
    batchDone?.(commands, elapsedMs() - beganMs)
    if (changed.events.length > 0) onCommitted(changed)
  }

  /** Returns the commands that are left for a batch that locks and loads. */
  async function commitOnKeptRows(
    batch: readonly WaitingCommand[],
  ): Promise<readonly WaitingCommand[]> {
    const { atOnce } = database
    if (kept === null || atOnce === undefined) return batch
    const beganMs = elapsedMs()
    const tried = onKeptRows(batch, kept)
    if (tried.length === 0) return batch
    const mayForce = forcing?.mayForce === true
    const result = await runOnKeptRows({ atOnce, kept, mayForce, now: decideNow }, tried).catch(
      (error: unknown) => ({ error }),
    )
    if (!('error' in result)) {
      const done = tried.filter((one) => result.outcomes.has(one))
      if (done.length > 0) tell(result, done.length, beganMs)
      for (const one of done) one.answer(result.outcomes.get(one))
      sortOut(done, NONE)
      return without(batch, done)
    }
    // Nothing has changed, and the other way tells whose fault it is.
    if (!isDatabaseGone(result.error)) return batch
    onCommitted(null)
    giveUp(tried, result.error)
    return without(batch, tried)
  }

  /** Commands that waited for an account that is free now come before those that came since. */
  function sortOut(batch: readonly WaitingCommand[], busyAccountIds: ReadonlySet<string>): void {
    if (busyAccountIds.size === 0 && held.isEmpty) return
    for (const [accountId, tried] of byAccount(batch)) {
      if (busyAccountIds.has(accountId)) held.hold(accountId, tried)
      else whole?.joinFirst(accountId, held.free(accountId))
    }
  }

  function giveUp(batch: readonly WaitingCommand[], error: unknown): void {
    if (batch.every(({ isAnswered }) => isAnswered)) failed(error)
    // An undecided command was not carried out: another session holds its account.
    const { again = [], over = [] } = Object.groupBy(batch, ({ isDecided }) =>
      error instanceof OutcomeUnknown && !isDecided ? 'again' : 'over',
    )
    for (const one of over) one.fail(error)
    for (const [accountId, tried] of byAccount(again)) held.hold(accountId, tried)
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
    get batch() {
      return whole
    },
    get decidedAt() {
      return decidedAt
    },
    async carryOut(batch) {
      whole = underWay(batch)
      const left = await commitOnKeptRows(batch)
      if (left.length > 0) await commitBatch(left)
    },
    release() {
      const joined = whole?.joined() ?? []
      whole = null
      decidedAt = null
      return joined
    },
  }
}

function underWay(batch: readonly WaitingCommand[]): UnderWay {
  const accounts = new Set(batch.map(({ command }) => command.accountId))
  const waiting = new Map<string, WaitingCommand[]>()
  const hasMarket = batch.some(isMarkets)
  return {
    commands: batch.length,
    allows(one) {
      const { accountId } = one.command
      // Where one command of an account waits, those that came after it do too.
      const isHere = accounts.has(accountId) || waiting.has(accountId)
      return !(isHere || (hasMarket && isMarkets(one)))
    },
    join(one) {
      const { accountId } = one.command
      const before = waiting.get(accountId)
      if (before === undefined) waiting.set(accountId, [one])
      else before.push(one)
    },
    joinFirst(accountId, first) {
      if (first.length > 0) waiting.set(accountId, [...first, ...(waiting.get(accountId) ?? [])])
    },
    joined: () => [...waiting.values()].flat(),
  }
}

const isMarkets = ({ command }: WaitingCommand): boolean => command.fence !== undefined
