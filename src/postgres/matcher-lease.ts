/**
 * The lease of the matcher [run.lease]: one row names the process that moves the market, and its
 * term. If the holder stops renewing it, another process takes it with the next term. From then on
 * statements that are bound to the old term change nothing, so a holder that was only asleep does
 * no harm when it wakes. Times are the database's, so the clocks of processes do not matter. A
 * renewal in the future, left by a clock that was set back, does not count.
 */
import { sql } from 'drizzle-orm'
import type { Instant } from '../core/time'
import type { MatcherLease } from './database'
import { isRowLocked } from './errors'
import { LEASE_MS, LEASE_RENEWED_EVERY_MS } from './options'
import { marketProgress, matcherLease } from './schema/market'
import { parameter, type StatementRunner, selection, statement } from './statement'

const writeProgress = statement(
  ['carriedTo'],
  sql`insert into ${marketProgress} ("only", carried_to)
    values (true, ${parameter('carriedTo', 'timestamptz')})
    on conflict ("only") do update
      set carried_to = greatest(${marketProgress.carriedTo}, excluded.carried_to)`,
)

export async function saveMarketCarriedTo(runner: StatementRunner, at: Instant): Promise<void> {
  await runner.all(writeProgress, { carriedTo: at.toString() })
}

/** Another process moves the market now. Nothing was changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  readonly code = 'LEASE_LOST'
  constructor() {
    super('another server has taken over the market, so this one has left it alone')
  }
}

const isFree = sql.raw(`(holder is null
  or abs(extract(epoch from clock_timestamp() - renewed_at)) * 1000 > ${LEASE_MS})`)

const nothing = (): null => null

/** Takes the lease if it is free. The first holder makes the row. */
const takeLease = statement(
  ['holder'],
  sql`with taken as (
      update ${matcherLease}
      set term = term + 1, holder = ${parameter('holder', 'text')}, renewed_at = clock_timestamp()
      where ${isFree} returning term
    ), made as (
      insert into ${matcherLease} (term, holder, renewed_at)
      select 1, ${parameter('holder', 'text')}, clock_timestamp()
      where not exists (select from ${matcherLease})
      on conflict do nothing returning term
    )
    select term from taken union all select term from made`,
  ([term]): number => Number(term),
)

const renewLease = statement(
  ['term', 'carriedTo'],
  sql`update ${matcherLease}
    set renewed_at = clock_timestamp(),
      carried_to = coalesce(${parameter('carriedTo', 'timestamptz')}, carried_to)
    where term = ${parameter('term', 'integer')} and holder is not null
    returning true`,
  nothing,
)

/**
 * Renews the lease in a statement that is bound to it, and returns a row while the term lasts. The
 * row stays locked until the statement commits, so no other process takes over in between.
 */
export const RENEWED = sql`update ${matcherLease} set renewed_at = clock_timestamp()
  where term = ${parameter('term', 'integer')} and holder is not null returning term`

const keepProgress = statement(
  ['term', 'carriedTo'],
  sql`with renewed as (
      update ${matcherLease}
      set renewed_at = clock_timestamp(), carried_to = ${parameter('carriedTo', 'timestamptz')}
      where term = ${parameter('term', 'integer')} and holder is not null returning carried_to
    )
    insert into ${marketProgress} (carried_to) select carried_to from renewed
    on conflict ("only") do update
      set carried_to = greatest(${marketProgress.carriedTo}, excluded.carried_to)
    returning true`,
  nothing,
)

const releaseLease = statement(
  ['term'],
  sql`update ${matcherLease} set holder = null where term = ${parameter('term', 'integer')}`,
)

/** Takes the lease with a new term; null if another process has it. */
export async function takeMatcherLease(
  runner: StatementRunner,
  holder: string,
): Promise<MatcherLease | null> {
  const [term] = await runner.all(takeLease, { holder }).catch((error: unknown) => {
    // A transaction of the holder is about to commit.
    if (isRowLocked(error)) return []
    throw error
  })
  return term === undefined ? null : leaseOf(runner, String(term))
}

function leaseOf(runner: StatementRunner, term: string): MatcherLease {
  const throwIfLost = (rows: readonly unknown[]): void => {
    if (rows.length === 0) throw new LeaseLost()
  }
  return {
    fence: { term },
    renewEveryMs: LEASE_RENEWED_EVERY_MS,
    async renew(carriedTo) {
      throwIfLost(await runner.all(renewLease, { term, carriedTo: carriedTo?.toString() ?? null }))
    },
    async keepProgress(carriedTo) {
      throwIfLost(await runner.all(keepProgress, { term, carriedTo: carriedTo.toString() }))
    },
    async release() {
      await runner.all(releaseLease, { term })
    },
  }
}

/** The lease of a database that only one process can open. */
export const soleLease = (runner: StatementRunner): MatcherLease => ({
  fence: { term: null },
  renewEveryMs: Number.POSITIVE_INFINITY,
  renew: async () => {},
  keepProgress: (carriedTo) => saveMarketCarriedTo(runner, carriedTo),
  release: async () => {},
})

/** The row of the lease, as its holder last reported it. */
export interface LeaseState {
  /** Null if no process moves the market. */
  readonly holder: string | null
  readonly carriedTo: Instant | null
  /** The time since the last renewal, by the database's clock. */
  readonly silentMs: number
}

const { holder, renewedAt, carriedTo } = matcherLease
const columns = selection({ holder, carriedTo })
const readLease = statement(
  [],
  sql`select extract(epoch from clock_timestamp() - ${renewedAt}) * 1000, ${columns.list}
    from ${matcherLease}`,
  ([silentMs, ...row]): LeaseState => ({ ...columns.decode(row), silentMs: Number(silentMs) }),
)

/** Undefined before the first holder. */
export async function leaseState(runner: StatementRunner): Promise<LeaseState | undefined> {
  const [found] = await runner.all(readLease, {})
  return found
}
