/**
 * Encodes the decisions of a batch for its statement (commit-statement.ts), and decodes what the
 * statement returns.
 */
import type { Order } from '../core/order/order'
import type { Beside, Fence } from '../postgres/database'
import type { BoundStatement } from '../postgres/statement'
import type { Version } from '../postgres/version-id'
import {
  answeredRows,
  assumed,
  compiledFor,
  type DecidedAccount,
  HELD,
  HITTING,
  hits,
  SECTIONS,
  traded,
} from './commit-statement'
import type { Consulted, RowChanges } from './rows'

/** What a batch proposes to write, or to answer. */
export interface Proposal {
  /** Drawn for this statement: it marks what the statement writes. */
  readonly version: Version
  /** The accounts that were decided on, with the version seen of each; null if it did not exist. */
  readonly seen: ReadonlyMap<string, Version | null>
  readonly changes: RowChanges
  readonly consulted: Consulted
  /** Ids assumed to be new, of commands that have made no order. */
  readonly assumedNew: readonly ClientOrderId[]
  /** Null if no command is the market's, or if no other process could move it. */
  readonly lease: Lease | null
}

export type ClientOrderId = Pick<Order, 'accountId' | 'clientOrderId'>

export interface Lease {
  readonly term: NonNullable<Fence['term']>
  /** Decisions on these accounts are written only while the term stands. */
  readonly accountIds: ReadonlySet<string>
}

export interface CommitResult {
  /** The accounts that were still as they were seen. */
  readonly current: ReadonlySet<string>
  /** False if another process moves the market now. */
  readonly isLeaseHeld: boolean
}

const changedHits = ({ changes }: Proposal) =>
  (changes.forced?.changedOutcomes() ?? []).map(({ before, after }) => ({
    outcomeId: before.outcomeId,
    ordinal: before.ordinal,
    hitsBefore: before.hits,
    missesBefore: before.misses,
    hits: after.hits,
    misses: after.misses,
    lastMiss: after.lastMiss,
  }))

/** The hits of a test's outcomes, apart from the rest; null if there are none. */
export function hitsBeside(proposal: Proposal): Beside | null {
  const changed = changedHits(proposal)
  const [accountId] = proposal.seen.keys()
  if (changed.length === 0 || accountId === undefined) return null
  const size = changed.length === 1 ? 'one' : 'many'
  const parameters = hits.parameters(changed, size)
  return { accountId, rows: changed.length, statement: HITTING[size], parameters }
}

/**
 * Leaves the hits of a test's outcomes out if they are `apart`. Throws if a value cannot be
 * encoded; then nothing was sent.
 */
export function writeIfCurrent(
  proposal: Proposal,
  hitsAre: 'within' | 'apart' = 'within',
): BoundStatement<string> {
  const { seen, changes, consulted, assumedNew, lease, version } = proposal
  const written = decidedAccounts(proposal)
  const writtenIds = new Set(written.map(({ accountId }) => accountId))
  const unwritten = [...seen].flatMap(([accountId, seen]) =>
    writtenIds.has(accountId) ? [] : [{ accountId, seen }],
  )
  const trades = [...consulted.instruments].map(([symbol, found]) => ({
    symbol,
    tradable: found?.tradable ?? null,
    dayMarketTradable: found?.dayMarketTradable ?? null,
  }))
  const hit = hitsAre === 'within' ? changedHits(proposal) : []
  const sections = SECTIONS.map(({ rows }) => rows(changes))
  const counts = [written, unwritten, trades, assumedNew, hit].map(({ length }) => length)
  const areOne = [...counts, ...sections.map(({ count }) => count)].every((count) => count <= 1)
  const size = areOne ? 'one' : 'many'
  const { statement, rows } = compiledFor({
    size,
    sections: [...sections.entries()].flatMap(([at, { count }]) => (count > 0 ? [at] : [])),
    decides: written.length > 0,
    answers: unwritten.length > 0,
    spends: isAnySpent(changes),
    locks: changes.locks.length > 0,
    isFirst: changes.firstConditionals.length > 0,
    trades: trades.length > 0,
    asksHalt: consulted.halted !== null,
    assumes: assumedNew.length > 0,
    hits: hit.length > 0,
    isFenced: lease !== null,
  })
  return {
    statement,
    parameters: {
      ...(written.length > 0 && rows.parameters(written, size)),
      ...(unwritten.length > 0 && answeredRows.parameters(unwritten, size)),
      ...(trades.length > 0 && traded.parameters(trades, size)),
      ...(assumedNew.length > 0 && assumed.parameters(assumedNew, size)),
      ...(hit.length > 0 && hits.parameters(hit, size)),
      ...Object.assign(
        {},
        ...sections.map(({ count, parameters }) => count > 0 && parameters(size)),
      ),
      version: String(version),
      halted: String(consulted.halted),
      hits: String(hit.length),
      term: lease?.term ?? null,
    },
  }
}

function decidedAccounts({ seen, changes, lease }: Proposal): readonly DecidedAccount[] {
  const locks = new Map(changes.locks.map((lock) => [lock.accountId, lock]))
  // Every server sorts by id, so that two servers cannot deadlock.
  return changes.accounts
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
    .map((account): DecidedAccount => {
      const { accountId, heldCash, seq, lastEventAt, cash } = account
      const lock = locks.get(accountId)
      return {
        accountId,
        heldCash,
        seq,
        lastEventAt,
        cash,
        seen: seen.get(accountId) ?? null,
        locks: lock === undefined ? null : lock.since !== null,
        lockedSince: lock?.since ?? null,
        isMarkets: lease?.accountIds.has(accountId) === true,
        isFirst: changes.firstConditionals.includes(accountId),
      }
    })
}

/** Returns whether any cash changes: an acceptance holds cash, and spends none. */
const isAnySpent = ({ changedOrders, otherEvents, adjustments }: RowChanges): boolean =>
  changedOrders.length + otherEvents.length + adjustments.length > 0

/** Decodes what the statement has returned. */
export const writtenBy = (ids: readonly string[], lease: Lease | null): CommitResult => {
  const current = new Set(ids)
  const isHeld = current.delete(HELD)
  return { current, isLeaseHeld: lease === null || isHeld }
}
