/** Which symbols need live prices [live.wanted]. */
import { sql } from 'drizzle-orm'
import {
  askedSymbols,
  conditionalLegs,
  holdings,
  isOpenLegRow,
  isOpenRow,
  orders,
} from '../postgres/schema'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

const ask = statement(
  ['symbols', 'at'],
  sql`insert into ${askedSymbols} (symbol, asked_at)
    select symbol, ${parameter('at', 'timestamptz')}
      from unnest(${parameter('symbols', 'text[]')}) as asked (symbol)
    on conflict (symbol) do update
      set asked_at = greatest(${askedSymbols.askedAt}, excluded.asked_at)`,
)

/** Each symbol once. */
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

/** With open orders or waiting legs, then held, then asked for since the instant, latest first. */
export const wantedSymbols = (
  runner: StatementRunner,
  since: string,
  limit: number,
): Promise<readonly string[]> => runner.all(wanted, { since, limit: String(limit) })
