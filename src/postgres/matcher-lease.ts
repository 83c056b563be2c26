/**
 * The lease of the matcher [run.lease]: one row names the process that moves the market, and its
 * term. When the holder stops renewing it, another process takes it with the next term. From then
 * on no statement that is bound to the old term changes anything, so a holder that was only asleep
 * changes nothing when it wakes. Times are the database's, so no process's clock matters; a renewal
 * in the future, which a clock that was set back leaves behind, does not count.
 */
import { sql } from 'drizzle-orm'
import type { Instant } from '../core/time'
import type { MatcherLease } from './database'
import { LEASE_MS, LEASE_RENEWED_EVERY_MS } from './options'
import { isRowLocked } from './retry'
import { marketProgress, matcherLease } from './schema'
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

/** Another process moves the market now; nothing was changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  readonly code = 'LEASE_LOST'
  constructor() {
    super('another server has taken over the market, so this one has left it alone')
  }
}

const isFree = sql.raw(`(holder is null
  or abs(extract(epoch from clock_timestamp() - renewed_at)) * 1000 > ${LEASE_MS})`)

const number = ([value]: readonly unknown[]): number => Number(value)
const nothing = (): null => null

/** The first holder makes the row. */
const takeIt = statement(
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
  number,
)

const renewIt = statement(
  ['term', 'carriedTo'],
  sql`update ${matcherLease}
    set renewed_at = clock_timestamp(),
      carried_to = coalesce(${parameter('carriedTo', 'timestamptz')}, carried_to)
    where term = ${parameter('term', 'integer')} and holder is not null
    returning true`,
  nothing,
)

/**
 * Renews the lease in a statement that is bound to it: a row is returned while the term stands. The
 * row stays locked until the statement has committed, so no other process takes over in between.
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

const releaseIt = statement(
  ['term'],
  sql`update ${matcherLease} set holder = null where term = ${parameter('term', 'integer')}`,
)

/** Takes the lease, in a term of its own; null: another process has it. */
export async function takeMatcherLease(
  runner: StatementRunner,
  holder: string,
): Promise<MatcherLease | null> {
  const taken = await runner.all(takeIt, { holder }).catch((error: unknown) => {
    // A transaction of the holder's is about to commit.
    if (isRowLocked(error)) return []
    throw error
  })
  const [number] = taken
  return number === undefined ? null : leaseOf(runner, String(number))
}

function leaseOf(runner: StatementRunner, term: string): MatcherLease {
  const orLost = (renewed: readonly unknown[]): void => {
    if (renewed.length === 0) throw new LeaseLost()
  }
  return {
    fence: { term },
    renewEveryMs: LEASE_RENEWED_EVERY_MS,
    async renew(carriedTo) {
      orLost(await runner.all(renewIt, { term, carriedTo: carriedTo?.toString() ?? null }))
    },
    async keepProgress(carriedTo) {
      orLost(await runner.all(keepProgress, { term, carriedTo: carriedTo.toString() }))
    },
    async release() {
      await runner.all(releaseIt, { term })
    },
  }
}

/** Where the database has one process only. */
export const soleLease = (runner: StatementRunner): MatcherLease => ({
  fence: { term: null },
  renewEveryMs: Number.POSITIVE_INFINITY,
  renew: async () => {},
  keepProgress: (carriedTo) => saveMarketCarriedTo(runner, carriedTo),
  release: async () => {},
})

/** The market, as its mover last reported it to the other processes. */
export interface MarketHeld {
  /** Null: no process moves it. */
  readonly holder: string | null
  readonly carriedTo: Instant | null
  /** Since its last renewal, by the database's clock. */
  readonly silentMs: number
}

const { holder, renewedAt, carriedTo } = matcherLease
const held = selection({ holder, carriedTo })
const readIt = statement(
  [],
  sql`select extract(epoch from clock_timestamp() - ${renewedAt}) * 1000, ${held.list}
    from ${matcherLease}`,
  ([silentMs, ...row]): MarketHeld => ({ ...held.decode(row), silentMs: Number(silentMs) }),
)

/** Undefined before the first holder. */
export async function marketHeld(runner: StatementRunner): Promise<MarketHeld | undefined> {
  const [found] = await runner.all(readIt, {})
  return found
}
