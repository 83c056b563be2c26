/**
 * A batch of commands from what is known to what is answered: recall, decide, and write, in one
 * statement, the accounts that are still as they were seen. Only those commands are answered, a
 * refusal and a replay like any other; the rest is handed back, to be decided again.
 *
 * A batch that fails is halved and tried again, so that only the command at fault fails. If the
 * answer to a statement was lost, what it has done is found out by the version that it writes.
 */
import type { AccountEvent, Leg } from '../core/conditional/leg'
import type { Order } from '../core/order/order'
import type { Instant } from '../core/time'
import type { Database } from '../postgres/database'
import { LeaseLost } from '../postgres/matcher-lease'
import { isConnectionLoss, isRowLocked, OutcomeUnknown } from '../postgres/retry'
import { drawVersion } from '../postgres/version-id'
import { type AccountCache, type Decided, keepCurrent } from './account-cache'
import type { Command } from './command'
import type { Forcing } from './forced-rows'
import type { Pending } from './pending'
import { type Recalled, recall } from './recall'
import type { Rows } from './rows'
import { areCurrent, lockedAmong, whatBecameOf } from './settle'
import { type Lease, type Proposal, writeIfCurrent, writtenBy } from './write-if-current'

/** What a batch has changed. */
export interface Committed {
  /** Each account's in the order of their numbers, without a gap. */
  readonly events: readonly AccountEvent[]
  /** The orders that it has added or changed, as it has left them. */
  readonly orders: readonly Order[]
  /** Likewise the legs of conditional orders. */
  readonly legs: readonly Leg[]
}

export interface CommitDeps {
  readonly database: Pick<Database, 'all' | 'read' | 'commit'>
  /** Null or left out: no test decides orders. */
  readonly forcing?: Forcing | null | undefined
  readonly now: () => Instant
  readonly elapsedMs: () => number
  /**
   * Called after each statement with events, before its callers are answered. Null if it is not
   * known what a statement has changed.
   */
  readonly onCommitted: (committed: Committed | null) => void
  /** Called after each statement that was committed, with its commands and how long it took. */
  readonly batchDone?: ((commands: number, ms: number) => void) | undefined
  /** Called for a failed batch whose callers no longer wait, so that the failure is not lost. */
  readonly failed: (error: unknown) => void
}

type Batch = readonly Pending[]

/** Returns the commands whose accounts were not current, in their order. */
export type Commit = (batch: Batch, decided: (at: Instant) => void) => Promise<Batch>

interface Decision extends Decided {
  readonly outcomes: ReadonlyMap<Pending, unknown>
  readonly proposal: Proposal
}

const NONE: Batch = []

class BatchCommit {
  readonly #cache: AccountCache
  readonly #deps: CommitDeps
  /** A session that is none of a server's has locked these; nobody waits for it twice. */
  readonly #locked = new Set<string>()

  constructor(deps: CommitDeps, cache: AccountCache) {
    this.#cache = cache
    this.#deps = deps
  }

  readonly commit = async (batch: Batch, decided: (at: Instant) => void): Promise<Batch> => {
    const lease = leaseOf(batch)
    const wanted = batch.filter((one) => one.isWanted())
    if (wanted.length === 0) return NONE
    if (this.#locked.size > 0 && wanted.some(this.#isLocked)) {
      return this.#commitUnlocked(wanted, decided)
    }
    const beganMs = this.#deps.elapsedMs()
    let seen: Recalled['seen'] | null = null
    let decision: Decision | null = null
    let ids: readonly string[] | null
    try {
      const commands = wanted.map(({ command }) => command)
      const recalled = await recall(commands, { ...this.#deps, cache: this.#cache })
      seen = recalled.seen
      const at = this.#deps.now()
      decided(at)
      decision = decide(wanted, recalled, at, lease)
      // Outcomes of a test are shared by accounts, of which some might not be current.
      if (decision.seen.size > 1 && isAnyForced(decision)) {
        return this.#commitHalves(wanted, decided)
      }
      ids = await this.#deps.database.commit(writeIfCurrent(decision.proposal), () => claim(wanted))
    } catch (error) {
      return this.#recover(wanted, decision, seen, error, decided)
    }
    // Some are not wanted any more: the others are decided without them.
    if (ids === null) return this.commit(wanted, decided)
    const { current, isLeaseHeld } = writtenBy(ids, lease)
    if (!isLeaseHeld) this.#loseLease(wanted)
    this.#deps.batchDone?.(wanted.length, this.#deps.elapsedMs() - beganMs)
    return this.#finish(decision, current)
  }

  /** What was decided of these accounts is kept, told and answered; the rest is handed back. */
  #finish(decision: Decision, current: ReadonlySet<string>): Batch {
    const { outcomes, changes, seen } = decision
    keepCurrent(this.#cache, decision, current)
    const isCurrent = ({ accountId }: { readonly accountId: string }) => current.has(accountId)
    const areAll = current.size === seen.size
    const events = areAll ? changes.events : changes.events.filter(isCurrent)
    const orders = areAll ? changes.orders : changes.orders.filter(isCurrent)
    const legs = areAll ? changes.legs : changes.legs.filter(isCurrent)
    if (events.length > 0) this.#deps.onCommitted({ events, orders, legs })
    const stale: Pending[] = []
    for (const [one, outcome] of outcomes) {
      if (isCurrent(one.command)) one.answer(outcome)
      else stale.push(one)
      one.release()
    }
    return stale
  }

  async #recover(
    batch: Batch,
    decision: Decision | null,
    seen: Recalled['seen'] | null,
    error: unknown,
    decided: (at: Instant) => void,
  ): Promise<Batch> {
    if (error instanceof OutcomeUnknown && decision !== null) {
      return this.#settle(batch, decision, error)
    }
    for (const one of batch) {
      one.release()
      this.#cache.forget(one.command.accountId)
    }
    if (isRowLocked(error)) {
      // Which of them it was is looked at before they are tried again.
      for (const { command } of batch) this.#locked.add(command.accountId)
      return batch
    }
    if (batch.length > 1 && !isConnectionLoss(error)) return this.#commitHalves(batch, decided)
    // Rows of which another server has changed some may not fit together: that is no fault.
    const isUndecided = decision === null && seen !== null
    if (isUndecided && !(await areCurrent(this.#deps.database, seen).catch(() => true))) {
      return batch
    }
    this.#giveUp(batch, error)
    return NONE
  }

  /** The first half before the other: an account's commands keep their order. */
  async #commitHalves(batch: Batch, decided: (at: Instant) => void): Promise<Batch> {
    const half = Math.ceil(batch.length / 2)
    const stale = await this.commit(batch.slice(0, half), decided)
    const isBehind = isOf(stale)
    const others = batch.slice(half)
    const left = await this.commit(
      others.filter((one) => !isBehind(one)),
      decided,
    )
    return [...stale, ...others.filter(isBehind), ...left]
  }

  readonly #isLocked = ({ command }: Pending): boolean => this.#locked.has(command.accountId)

  /** Without the accounts that another session still has locked. */
  async #commitUnlocked(batch: Batch, decided: (at: Instant) => void): Promise<Batch> {
    try {
      const asked = [...new Set(batch.filter(this.#isLocked).map(accountOf))]
      const held = new Set(await lockedAmong(this.#deps.database, asked))
      for (const accountId of asked) if (!held.has(accountId)) this.#locked.delete(accountId)
    } catch (error) {
      this.#giveUp(batch, error)
      return NONE
    }
    const left = await this.commit(
      batch.filter((one) => !this.#isLocked(one)),
      decided,
    )
    return [...batch.filter(this.#isLocked), ...left]
  }

  async #settle(batch: Batch, decision: Decision, error: OutcomeUnknown): Promise<Batch> {
    for (const accountId of decision.seen.keys()) this.#cache.forget(accountId)
    const became = await whatBecameOf(this.#deps.database, decision.proposal).catch(() => null)
    if (became === null) {
      this.#deps.onCommitted(null)
      this.#giveUp(batch, error)
      return NONE
    }
    const isLost = ({ command }: Pending): boolean => became.unknown.has(command.accountId)
    if (became.unknown.size > 0) this.#deps.onCommitted(null)
    this.#giveUp(batch.filter(isLost), error)
    return this.#finish(decision, became.written).filter((one) => !isLost(one))
  }

  #giveUp(batch: Batch, error: unknown): void {
    if (batch.length > 0 && batch.every(({ isAnswered }) => isAnswered)) this.#deps.failed(error)
    for (const one of batch) one.fail(error)
  }

  /** Another process moves the market now; the clients' commands are carried out all the same. */
  #loseLease(batch: Batch): void {
    this.#deps.onCommitted(null)
    for (const one of batch) if (one.command.fence !== undefined) one.fail(new LeaseLost())
  }
}

export const openCommit = (deps: CommitDeps, cache: AccountCache): Commit =>
  new BatchCommit(deps, cache).commit

const accountOf = ({ command }: Pending): string => command.accountId

function isOf(batch: Batch): (one: Pending) => boolean {
  const accountIds = new Set(batch.map(accountOf))
  return (one) => accountIds.has(accountOf(one))
}

/** Decides every command on what those before it have left. */
function decide(batch: Batch, recalled: Recalled, at: Instant, lease: Lease | null): Decision {
  const { rows, seen, assumesNew } = recalled
  const outcomes = new Map(batch.map((one) => [one, one.command.decide(rows, at)]))
  const changes = rows.changes()
  const consulted = rows.consulted()
  const assumedNew = batch.flatMap(({ command }) =>
    assumesNew(command) ? withoutOrder(rows, command) : [],
  )
  const version = drawVersion()
  const proposal = { version, seen, changes, consulted, assumedNew, lease }
  const commands = batch.map(({ command }) => command)
  return { commands, rows, seen, changes, consulted, version, outcomes, proposal }
}

/** The ids of which no order is known, here or in the statement. */
const withoutOrder = (rows: Rows, { accountId, clientOrderIds = [] }: Command<unknown>) =>
  clientOrderIds
    .filter((clientOrderId) => rows.orderByClientId(accountId, clientOrderId) === undefined)
    .map((clientOrderId) => ({ accountId, clientOrderId }))

/** Of the market's commands; those of an older term than the newest fail at once. */
function leaseOf(batch: Batch): Lease | null {
  const terms = batch.flatMap(({ command }) => command.fence?.term ?? [])
  if (terms.length === 0) return null
  const newest = terms.reduce((one, other) => (Number(other) > Number(one) ? other : one))
  const markets = batch.filter(({ command }) => command.fence !== undefined)
  for (const one of markets) if (one.command.fence?.term !== newest) one.fail(new LeaseLost())
  return { term: newest, accountIds: new Set(markets.map(accountOf)) }
}

/** False if one of them is not wanted any more: then nothing is sent. */
function claim(batch: Batch): boolean {
  for (const one of batch) one.release()
  if (!batch.every((one) => one.isWanted())) return false
  for (const one of batch) one.claim()
  return true
}

const isAnyForced = ({ changes: { forced } }: Decision): boolean =>
  forced !== null && forced.changedOutcomes().length > 0
