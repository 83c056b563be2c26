import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { AdjustmentLine } from '../../core/account/adjustment'
import type { Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { arrayLiteral, parameter, statement, type Write } from '../pg/statement'
import { adjustments } from '../schema'

/** Numbers the lines of each account, under the account's lock. */
const insertLines = statement(
  ['accountIds', 'kinds', 'seqs', 'times', 'symbols', 'quantities', 'amounts', 'cash'],
  sql`insert into ${adjustments}
      (account_id, number, kind, seq, at, symbol, quantity, amount, cash)
    select account_id,
      coalesce((select max(${adjustments.number}) from ${adjustments}
        where ${adjustments.accountId} = line.account_id), 0)
        + row_number() over (partition by account_id order by place),
      kind, seq, at, symbol, quantity, amount, cash
    from unnest(${parameter('accountIds', 'text[]')}, ${parameter('kinds', 'text[]')},
      ${parameter('seqs', 'integer[]')}, ${parameter('times', 'timestamptz[]')},
      ${parameter('symbols', 'text[]')}, ${parameter('quantities', 'numeric[]')},
      ${parameter('amounts', 'numeric[]')}, ${parameter('cash', 'numeric[]')})
      with ordinality
      as line (account_id, kind, seq, at, symbol, quantity, amount, cash, place)`,
)

/** In the order of the lines. */
export function insertAdjustments(lines: readonly AdjustmentLine[]): readonly Write[] {
  const texts = (textOf: (line: AdjustmentLine) => string | null) => arrayLiteral(lines.map(textOf))
  const parameters = {
    accountIds: texts(({ accountId }) => accountId),
    kinds: texts(({ kind }) => kind),
    seqs: texts(({ seq }) => String(seq)),
    times: texts(({ at }) => at.toString()),
    symbols: texts(({ symbol }) => symbol),
    quantities: texts(({ quantity }) => quantity.toFixed()),
    amounts: texts(({ amount }) => amount.toFixed()),
    cash: texts(({ cash }) => cash.toFixed()),
  }
  return [{ statement: insertLines, parameters }]
}

const { number: _, ...lineColumns } = getTableColumns(adjustments)

/** Oldest first; `from` is inclusive and `to` exclusive. */
export const listAdjustments = (
  drizzle: Drizzle,
  accountId: string,
  { from, to }: { readonly from: Instant | null; readonly to: Instant },
): Promise<AdjustmentLine[]> =>
  drizzle
    .select(lineColumns)
    .from(adjustments)
    .where(
      and(
        eq(adjustments.accountId, accountId),
        from === null ? undefined : gte(adjustments.at, from),
        lt(adjustments.at, to),
      ),
    )
    .orderBy(asc(adjustments.number))
