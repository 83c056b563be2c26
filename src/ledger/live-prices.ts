/** The live prices that servers share, and the facts that outlast a restart [live.shared]. */
import { sql } from 'drizzle-orm'
import { askedSymbols, liveFacts, livePrices } from '../postgres/schema/market'
import {
  conditionalLegs,
  holdings,
  isOpenLegRow,
  isOpenRow,
  orders,
} from '../postgres/schema/trading'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

/** The position up to which prices have been read; see pinned-quotes.ts. */
export type PricesReadTo = string

const snapshot = statement([], sql`select pg_snapshot_xmin(pg_current_snapshot())`, ([readTo]) =>
  String(readTo),
)

/** Returns the present position: earlier prices are not read [live.shared]. */
export async function livePricesNow(runner: StatementRunner): Promise<PricesReadTo> {
  const [readTo = '0'] = await runner.all(snapshot, {})
  return readTo
}

/** Prices that another server has shared. */
export interface LivePriceBatch {
  /** The server's name and the number of the batch. */
  readonly name: string
  /** Lines in the format of a recording. */
  readonly lines: string
}

const since = statement(
  ['readTo', 'server'],
  sql`select pg_snapshot_xmin(pg_current_snapshot()),
      ${livePrices.server} || ' ' || ${livePrices.ordinal},
      ${livePrices.lines}
    from ${livePrices}
    where ${livePrices.changedIn} >= ${parameter('readTo', 'xid8')}
      and ${livePrices.server} <> ${parameter('server', 'text')}
    order by ${livePrices.takenAt}, ${livePrices.ordinal}`,
  ([readTo, name, lines]) => ({
    readTo: String(readTo),
    batch: { name: String(name), lines: String(lines) },
  }),
)

/** Returns prices of other servers since the position; a few of them may come twice. */
export async function livePricesSince(
  runner: StatementRunner,
  readTo: PricesReadTo,
  server: string,
): Promise<{ readonly batches: readonly LivePriceBatch[]; readonly readTo: PricesReadTo }> {
  const rows = await runner.all(since, { readTo, server })
  return { batches: rows.map(({ batch }) => batch), readTo: rows[0]?.readTo ?? readTo }
}

/** A server that has not read prices for this long reads the bars instead. */
export const LIVE_PRICES_RETENTION_MS = 60_000

const share = statement(
  ['server', 'ordinal', 'lines', 'at', 'until'],
  sql`with deleted as (
      delete from ${livePrices} where ${livePrices.takenAt} < ${parameter('until', 'timestamptz')})
    insert into ${livePrices} (server, ordinal, lines, taken_at)
    values (${parameter('server', 'text')}, ${parameter('ordinal', 'integer')},
      ${parameter('lines', 'text')}, ${parameter('at', 'timestamptz')})`,
)

export interface NewLivePriceBatch {
  readonly server: string
  readonly ordinal: number
  readonly lines: string
  readonly at: string
  /** Batches from before this time are deleted. */
  readonly until: string
}

/** Writes a batch for the other servers, and deletes old ones. */
export async function shareLivePrices(
  runner: StatementRunner,
  batch: NewLivePriceBatch,
): Promise<void> {
  await runner.all(share, { ...batch, ordinal: String(batch.ordinal) })
}

export interface LiveFact {
  readonly key: string
  readonly at: string
  /** A line in the format of a recording. */
  readonly line: string
}

const save = statement(
  ['keys', 'ats', 'lines'],
  sql`insert into ${liveFacts} (key, taken_at, line)
    select * from unnest(${parameter('keys', 'text[]')}, ${parameter('ats', 'timestamptz[]')},
      ${parameter('lines', 'text[]')})
    on conflict (key) do update set taken_at = excluded.taken_at, line = excluded.line
    where ${liveFacts.takenAt} <= excluded.taken_at`,
)

/** Saves facts; no key may come twice. */
export async function saveLiveFacts(
  runner: StatementRunner,
  facts: readonly LiveFact[],
): Promise<void> {
  await runner.all(save, {
    keys: arrayLiteral(facts.map(({ key }) => key)),
    ats: arrayLiteral(facts.map(({ at }) => at)),
    lines: arrayLiteral(facts.map(({ line }) => line)),
  })
}

const facts = statement(
  [],
  sql`select ${liveFacts.line} from ${liveFacts} order by ${liveFacts.takenAt}, ${liveFacts.key}`,
  ([line]) => String(line),
)

/** Returns lines in the format of a recording, oldest first. */
export const readLiveFacts = (runner: StatementRunner): Promise<readonly string[]> =>
  runner.all(facts, {})

/** Which symbols need live prices [live.wanted]. */
const ask = statement(
  ['symbols', 'at'],
  sql`insert into ${askedSymbols} (symbol, asked_at)
    select symbol, ${parameter('at', 'timestamptz')}
      from unnest(${parameter('symbols', 'text[]')}) as asked (symbol)
    on conflict (symbol) do update
      set asked_at = greatest(${askedSymbols.askedAt}, excluded.asked_at)`,
)

/** Notes that clients have asked for these symbols; no symbol may come twice. */
export async function noteAsked(
  runner: StatementRunner,
  symbols: readonly string[],
  at: string,
): Promise<void> {
  await runner.all(ask, { symbols: arrayLiteral(symbols), at })
}

const wanted = statement(
  ['since', 'limit'],
  sql`select symbol from (
      select ${orders.symbol} as symbol, 0 as rank, null::timestamptz as asked_at from ${orders}
        where ${isOpenRow(orders.status)}
      union all
      select ${conditionalLegs.symbol}, 0, null from ${conditionalLegs}
        where ${isOpenLegRow(conditionalLegs.status)}
      union all
      select ${holdings.symbol}, 1, null from ${holdings} where ${holdings.quantity} > 0
      union all
      select ${askedSymbols.symbol}, 2, ${askedSymbols.askedAt} from ${askedSymbols}
        where ${askedSymbols.askedAt} >= ${parameter('since', 'timestamptz')}) as needed
    group by symbol order by min(rank), max(asked_at) desc nulls last, symbol
    limit ${parameter('limit', 'integer')}`,
  ([symbol]) => String(symbol),
)

/**
 * Returns symbols with open orders or waiting legs first, then held symbols, then the symbols that
 * were asked for since the instant, latest first.
 */
export const wantedSymbols = (
  runner: StatementRunner,
  since: string,
  limit: number,
): Promise<readonly string[]> => runner.all(wanted, { since, limit: String(limit) })
