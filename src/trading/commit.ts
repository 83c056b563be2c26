/**
 * Commits a batch of commands: recalls what they need, decides them, and writes, in one statement,
 * the accounts that are still as they were seen. Answers only the commands of these accounts,
 * whether with a refusal or a replay or an order, and returns the rest to be decided again.
 *
 * A batch that fails is halved and tried again, so that only the command at fault fails.
 *
 * If the answer to a statement was lost, `whatBecameOf` finds what it has done. Each batch draws a
 * version of its own, which marks the accounts that it has written. If an account still has the
 * version that was seen, it gets another one before the outcome is reported: then the statement can
 * no longer write the account. If the account has neither version, another server has changed it
 * since. Each event in the account's log has the version of its batch, so the log shows whether the
 * statement wrote the account before.
 */

import { sql } from 'drizzle-orm'
import type { AccountEvent, Leg } from '../core/conditional/leg'
import { REQUEST_WAIT_MS_MAX } from '../core/limits'
import type { Order } from '../core/order/order'
import type { Instant } from '../core/time'
import { accountsOf } from '../ledger/accounts'
import { loggedWith } from '../ledger/events/log'
import type { Feed } from '../market/feed'
import type { Database, Shard } from '../postgres/database'
import { isConnectionLoss, isRowLocked, OutcomeUnknown } from '../postgres/errors'
import { LeaseLost } from '../postgres/matcher-lease'
import { accounts } from '../postgres/schema/trading'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'
import { drawVersion, VERSION, type Version } from '../postgres/version-id'
import type { Pending, SequencerTime } from './command'
import { forceChildren } from './commands/forced'
import {
  hitsBeside,
  type Lease,
  type Proposal,
  writeIfCurrent,
  writtenBy,
} from './commit-statement'
import type { Forcing } from './forcing'
import { type AccountCache, type Decided, keepCurrent, type Recalled, recall } from './recall'
import type { RowChanges } from './rows'

/** The changes of a batch. */
export interface Committed {
  /** Each account's events in the order of their numbers, without a gap. */
  readonly events: readonly AccountEvent[]
  /** The orders that it has added or changed, in their new state. */
  readonly orders: readonly Order[]
  /** The legs that it has added or changed, in their new state. */
  readonly legs: readonly Leg[]
}

/** The whole database, or one shard. */
type CommitDatabase = Pick<Database, 'all' | 'read' | 'commit'> &
  Partial<Pick<Shard, 'commitBeside'>>

export interface CommitDeps extends SequencerTime {
  readonly database: CommitDatabase
  /** Null or omitted if no test decides orders. */
  readonly forcing?: Forcing | null | undefined
  readonly now: () => Instant
  /**
   * Called after each statement with events, before its callers are answered. Null if the outcome
   * of a statement is unknown.
   */
  readonly onCommitted: (committed: Committed | null) => void
  /**
   * Called after each statement that was committed, with the number of its commands and its
   * duration.
   */
  readonly batchDone?: ((commands: number, ms: number) => void) | undefined
  /** Called if a batch fails whose callers no longer wait, so that the failure is not lost. */
  readonly failed: (error: unknown) => void
}

type Batch = readonly Pending[]

/** Returns the commands whose accounts were not current, in their order. */
export type Commit = (batch: Batch, decided: (at: Instant) => void) => Promise<Batch>

interface Decision extends Decided {
  readonly changes: RowChanges
  readonly outcomes: ReadonlyMap<Pending, unknown>
  readonly proposal: Proposal
}

const NONE: Batch = []

/** The pause before the outcome of a lost answer is looked up again. */
const LOOK_UP_AGAIN_AFTER_MS = 100

class BatchCommit {
  readonly #cache: AccountCache
  readonly #deps: CommitDeps
  /** The accounts that a foreign session has locked; no command waits for such an account twice. */
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
      decision = decide(wanted, recalled, at, lease, this.#deps.forcing?.feed)
      // Accounts share the outcomes of a test, and some of them might not be current.
      if (decision.seen.size > 1 && isAnyForced(decision)) {
        return this.#commitHalves(wanted, decided)
      }
      ids = await write(this.#deps.database, decision.proposal, () => claim(wanted))
    } catch (error) {
      return this.#recover(wanted, decision, seen, error, decided)
    }
    // Some commands are no longer wanted: the others are decided without them.
    if (ids === null) return this.commit(wanted, decided)
    const { current, isLeaseHeld } = writtenBy(ids, lease)
    if (!isLeaseHeld) this.#loseLease(wanted)
    this.#deps.batchDone?.(wanted.length, this.#deps.elapsedMs() - beganMs)
    return this.#finish(decision, current)
  }

  /**
   * Caches, publishes and answers the decisions on these accounts, which are committed
   * [durability.answered]; returns the other commands.
   */
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
      // The next attempt first checks which accounts are locked.
      for (const { command } of batch) this.#locked.add(command.accountId)
      return batch
    }
    if (batch.length > 1 && !isConnectionLoss(error)) return this.#commitHalves(batch, decided)
    // Rows that another server has partly changed may not fit together: that is no fault.
    const isUndecided = decision === null && seen !== null
    if (isUndecided && !(await areCurrent(this.#deps.database, seen).catch(() => true))) {
      return batch
    }
    this.#giveUp(batch, error)
    return NONE
  }

  /** Commits the first half before the second: an account's commands keep their order. */
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

  /** Commits without the accounts that another session still has locked. */
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
    const became = await this.#lookUp(decision.proposal)
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

  /**
   * Returns the outcome; null if it cannot be found while a caller waits. The look-up writes, so a
   * session that has an account locked delays it, and so does a move of the account's shard.
   */
  async #lookUp(proposal: Proposal): Promise<Became | null> {
    const { database, elapsedMs, after } = this.#deps
    const untilMs = elapsedMs() + REQUEST_WAIT_MS_MAX
    for (;;) {
      try {
        return await whatBecameOf(database, proposal)
      } catch (error) {
        const isDelayed = isRowLocked(error) || isConnectionLoss(error)
        if (!isDelayed || elapsedMs() >= untilMs) return null
      }
      await new Promise<void>((next) => after(LOOK_UP_AGAIN_AFTER_MS, next))
    }
  }

  #giveUp(batch: Batch, error: unknown): void {
    if (batch.length > 0 && batch.every(({ isAnswered }) => isAnswered)) this.#deps.failed(error)
    for (const one of batch) one.fail(error)
  }

  /**
   * Fails the market's commands, since another process moves the market now; retries the clients'
   * commands.
   */
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

/** Decides every command on the rows as the commands before it have left them. */
function decide(
  batch: Batch,
  recalled: Recalled,
  at: Instant,
  lease: Lease | null,
  feed: Feed | undefined,
): Decision {
  const { rows, seen, assumesNew } = recalled
  const outcomes = new Map<Pending, unknown>()
  for (const one of batch) {
    outcomes.set(one, one.command.decide(rows, at))
    if (feed !== undefined) forceChildren(rows, feed)
  }
  const changes = rows.changes()
  const consulted = rows.consulted()
  const assumedNew: Proposal['assumedNew'][number][] = []
  for (const { command } of batch) {
    if (!assumesNew(command)) continue
    const { accountId, clientOrderIds = [] } = command
    // The client order ids without an order so far; the statement checks them again.
    for (const clientOrderId of clientOrderIds) {
      if (rows.orderByClientId(accountId, clientOrderId) !== undefined) continue
      assumedNew.push({ accountId, clientOrderId })
    }
  }
  const version = drawVersion()
  const proposal = { version, seen, changes, consulted, assumedNew, lease }
  const commands = batch.map(({ command }) => command)
  return { commands, rows, seen, changes, consulted, version, outcomes, proposal }
}

/**
 * Returns the lease of the market's commands; commands of an older term than the newest fail at
 * once.
 */
function leaseOf(batch: Batch): Lease | null {
  const terms = batch.flatMap(({ command }) => command.fence?.term ?? [])
  if (terms.length === 0) return null
  const newest = terms.reduce((one, other) => (Number(other) > Number(one) ? other : one))
  const markets = batch.filter(({ command }) => command.fence !== undefined)
  for (const one of markets) if (one.command.fence?.term !== newest) one.fail(new LeaseLost())
  return { term: newest, accountIds: new Set(markets.map(accountOf)) }
}

function write(
  database: CommitDatabase,
  proposal: Proposal,
  claim: () => boolean,
): Promise<readonly string[] | null> {
  if (database.commitBeside === undefined) return database.commit(writeIfCurrent(proposal), claim)
  const beside = hitsBeside(proposal)
  return beside === null
    ? database.commit(writeIfCurrent(proposal), claim)
    : database.commitBeside(beside, writeIfCurrent(proposal, 'apart'), claim)
}

/** Returns false if one of the commands is no longer wanted: then nothing is sent. */
function claim(batch: Batch): boolean {
  for (const one of batch) one.release()
  if (!batch.every((one) => one.isWanted())) return false
  for (const one of batch) one.claim()
  return true
}

const isAnyForced = ({ changes: { forced } }: Decision): boolean =>
  forced !== null && forced.changedOutcomes().length > 0

const replaceVersions = statement(
  ['accountIds', 'seen', 'version'],
  sql`update ${accounts} set version = ${VERSION}
    from unnest(${parameter('accountIds', 'text[]')}, ${parameter('seen', 'bigint[]')})
      as tried (account_id, seen)
    where ${accounts.accountId} = tried.account_id and ${accounts.version} = tried.seen
    returning ${accounts.accountId}`,
  ([accountId]) => String(accountId),
)

const inVersion = statement(
  ['accountIds', 'version'],
  sql`select ${accounts.accountId} from ${accounts}
    where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${accounts.version} = ${VERSION}`,
  ([accountId]) => String(accountId),
)

/** The accounts that the statement would have written. */
interface Became {
  readonly written: ReadonlySet<string>
  /** Accounts that others have changed since, of which the statement would have logged nothing. */
  readonly unknown: ReadonlySet<string>
}

/** Returns the outcome. Accounts in neither set were not written, and never will be. */
async function whatBecameOf(
  runner: StatementRunner,
  { version, changes, seen }: Pick<Proposal, 'version' | 'changes' | 'seen'>,
): Promise<Became> {
  const ids = changes.accounts.map(({ accountId }) => accountId)
  if (ids.length === 0) return { written: new Set(), unknown: new Set() }
  const replaced = new Set(
    await runner.all(replaceVersions, {
      accountIds: arrayLiteral(ids),
      seen: arrayLiteral(ids.map((id) => String(seen.get(id)))),
      version: String(drawVersion()),
    }),
  )
  const left = ids.filter((id) => !replaced.has(id))
  const written = new Set(
    left.length === 0
      ? []
      : await runner.all(inVersion, { accountIds: arrayLiteral(left), version: String(version) }),
  )
  const unknown = new Set(left.filter((id) => !written.has(id)))
  // The first event of each account that the statement would have logged.
  const first = [...Map.groupBy(changes.events, (event) => event.accountId)].flatMap(
    ([accountId, [event]]) => (event !== undefined && unknown.delete(accountId) ? [event] : []),
  )
  if (first.length > 0) {
    for (const accountId of await loggedWith(runner, version, first)) written.add(accountId)
  }
  return { written, unknown }
}

const locked = statement(
  ['accountIds'],
  sql`with free as materialized (select ${accounts.accountId} from ${accounts}
      where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      order by ${accounts.accountId} for no key update skip locked)
    select ${accounts.accountId} from ${accounts}
    where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${accounts.accountId} not in (select account_id from free)`,
  ([accountId]) => String(accountId),
)

/** Returns the accounts whose rows another session has locked now. */
const lockedAmong = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly string[]> => runner.all(locked, { accountIds: arrayLiteral(accountIds) })

/**
 * Returns whether the accounts are in the versions that were seen. A version of null means that the
 * account did not exist.
 */
async function areCurrent(
  runner: StatementRunner,
  seen: ReadonlyMap<string, Version | null>,
): Promise<boolean> {
  const found = await accountsOf(runner, [...seen.keys()])
  const versions = new Map(found.map(({ account, version }) => [account.accountId, version]))
  return [...seen].every(([accountId, version]) => (versions.get(accountId) ?? null) === version)
}
