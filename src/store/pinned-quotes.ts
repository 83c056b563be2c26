/** Pinned quotes (D11): at most one stands for each symbol, and none is ever forgotten. */
import { asc, sql } from 'drizzle-orm'
import type { PinnedQuote } from '../core/quote'
import { type Instant, Temporal } from '../core/time'
import type { Drizzle } from './database'
import { pinnedQuotes } from './schema'
import { parameter, type StatementRunner, statement } from './statement'

export type NewPin = Omit<PinnedQuote, 'releasedAt'>

/** By symbol, then by time. */
export const listPinnedQuotes = (drizzle: Drizzle): Promise<PinnedQuote[]> =>
  drizzle.select().from(pinnedQuotes).orderBy(asc(pinnedQuotes.symbol), asc(pinnedQuotes.pinnedAt))

/** One statement, so that no moment sees two quotes of a symbol standing. */
const pin = statement(
  ['symbol', 'pinnedAt', 'bidPrice', 'bidSize', 'askPrice', 'askSize'],
  sql`with released as (
      update ${pinnedQuotes} set released_at = ${parameter('pinnedAt', 'timestamptz')}
      where ${pinnedQuotes.symbol} = ${parameter('symbol', 'text')}
        and ${pinnedQuotes.releasedAt} is null
        and ${pinnedQuotes.pinnedAt} < ${parameter('pinnedAt', 'timestamptz')})
    insert into ${pinnedQuotes} (symbol, pinned_at, bid_price, bid_size, ask_price, ask_size)
    values (${parameter('symbol', 'text')}, ${parameter('pinnedAt', 'timestamptz')},
      ${parameter('bidPrice', 'numeric')}, ${parameter('bidSize', 'numeric')},
      ${parameter('askPrice', 'numeric')}, ${parameter('askSize', 'numeric')})
    on conflict (symbol, pinned_at) do update set released_at = null,
      bid_price = excluded.bid_price, bid_size = excluded.bid_size,
      ask_price = excluded.ask_price, ask_size = excluded.ask_size`,
)

/** Takes the place of the quote that stands; one pinned at the same instant is written over. */
export async function pinQuote(runner: StatementRunner, pinned: NewPin): Promise<void> {
  await runner.all(pin, {
    symbol: pinned.symbol,
    pinnedAt: pinned.pinnedAt.toString(),
    bidPrice: pinned.bidPrice.toFixed(),
    bidSize: pinned.bidSize.toFixed(),
    askPrice: pinned.askPrice.toFixed(),
    askSize: pinned.askSize.toFixed(),
  })
}

const release = statement(
  ['symbol', 'at'],
  sql`update ${pinnedQuotes}
    set released_at = greatest(${parameter('at', 'timestamptz')}, ${pinnedQuotes.pinnedAt})
    where ${pinnedQuotes.symbol} = ${parameter('symbol', 'text')}
      and ${pinnedQuotes.releasedAt} is null`,
)

/** Does nothing where none stands. */
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

/** When a quote was last pinned or released; null where none ever was. */
export async function latestPinChange(runner: StatementRunner): Promise<Instant | null> {
  const [latest] = await runner.all(latestChange, {})
  return latest ?? null
}
