/**
 * Stores pinned quotes [sandbox.quotes]: at most one pin per symbol is active, and none is deleted.
 */
import { getTableColumns, sql } from 'drizzle-orm'
import type { PinnedQuote } from '../core/quote'
import { type Instant, Temporal } from '../core/time'
import { pinnedQuotes } from '../postgres/schema/market'
import { parameter, type StatementRunner, selection, statement } from '../postgres/statement'

export type NewPin = Omit<PinnedQuote, 'releasedAt'>

/** The position up to which pins have been read; null before the first read. */
export type PinsReadTo = string | null

export interface PinChanges {
  /** The pins as they are now, in no order. */
  readonly pins: readonly PinnedQuote[]
  readonly readTo: PinsReadTo
}

const { changedIn, ...pinColumns } = getTableColumns(pinnedQuotes)
const pinned = selection(pinColumns)

/**
 * Finds pins newer than a position. The position is the lowest transaction that was still running
 * at the last read. All transactions before it had ended, so that read has seen their pins. The
 * newest transaction cannot serve as the position, since an earlier one may commit later. Market
 * time cannot either: each process has its own clock, and a pin may be overwritten at the same
 * instant. The pins are not sorted, because a generic plan could then scan all pins in that order.
 */
const changes = statement(
  ['readTo'],
  sql`select pg_snapshot_xmin(pg_current_snapshot()), ${pinned.list} from ${pinnedQuotes}
    where ${changedIn} >= coalesce(${parameter('readTo', 'xid8')}, '0')`,
  ([readTo, ...row]) => ({ readTo: String(readTo), pin: pinned.decode(row) }),
)

/** Returns the pins that were set, overwritten or released since; a few of them may come twice. */
export async function pinsChangedSince(
  runner: StatementRunner,
  readTo: PinsReadTo,
): Promise<PinChanges> {
  const rows = await runner.all(changes, { readTo })
  return { pins: rows.map(({ pin }) => pin), readTo: rows[0]?.readTo ?? readTo }
}

/** One statement, so that a symbol never has two pins at once. */
const pin = statement(
  ['symbol', 'pinnedAt', 'bidPrice', 'bidSize', 'askPrice', 'askSize'],
  sql`with released as (
      update ${pinnedQuotes} set released_at = ${parameter('pinnedAt', 'timestamptz')},
        changed_in = default
      where ${pinnedQuotes.symbol} = ${parameter('symbol', 'text')}
        and ${pinnedQuotes.releasedAt} is null
        and ${pinnedQuotes.pinnedAt} < ${parameter('pinnedAt', 'timestamptz')})
    insert into ${pinnedQuotes} (symbol, pinned_at, bid_price, bid_size, ask_price, ask_size)
    values (${parameter('symbol', 'text')}, ${parameter('pinnedAt', 'timestamptz')},
      ${parameter('bidPrice', 'numeric')}, ${parameter('bidSize', 'numeric')},
      ${parameter('askPrice', 'numeric')}, ${parameter('askSize', 'numeric')})
    on conflict (symbol, pinned_at) do update set released_at = null,
      bid_price = excluded.bid_price, bid_size = excluded.bid_size,
      ask_price = excluded.ask_price, ask_size = excluded.ask_size, changed_in = default`,
)

/** Replaces the symbol's pin; a pin of the same instant is overwritten. */
export async function pinQuote(runner: StatementRunner, set: NewPin): Promise<void> {
  await runner.all(pin, {
    symbol: set.symbol,
    pinnedAt: set.pinnedAt.toString(),
    bidPrice: set.bidPrice.toFixed(),
    bidSize: set.bidSize.toFixed(),
    askPrice: set.askPrice.toFixed(),
    askSize: set.askSize.toFixed(),
  })
}

const release = statement(
  ['symbol', 'at'],
  sql`update ${pinnedQuotes}
    set released_at = greatest(${parameter('at', 'timestamptz')}, ${pinnedQuotes.pinnedAt}),
      changed_in = default
    where ${pinnedQuotes.symbol} = ${parameter('symbol', 'text')}
      and ${pinnedQuotes.releasedAt} is null`,
)

/** Releases the symbol's pin; does nothing if it has none. */
export async function releaseQuote(
  runner: StatementRunner,
  symbol: string,
  at: Instant,
): Promise<void> {
  await runner.all(release, { symbol, at: at.toString() })
}

const latestChange = statement(
  [],
  sql`select max(greatest(${pinnedQuotes.pinnedAt}, ${pinnedQuotes.releasedAt}))
    from ${pinnedQuotes}`,
  ([latest]): Instant | null => (latest === null ? null : Temporal.Instant.from(String(latest))),
)

/** Returns when a quote was last pinned or released; null if none ever was. */
export async function latestPinChange(runner: StatementRunner): Promise<Instant | null> {
  const [latest] = await runner.all(latestChange, {})
  return latest ?? null
}
