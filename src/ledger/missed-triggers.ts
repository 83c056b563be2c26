/**
 * Triggers that their accounts have missed: a tick reached the legs while another session had the
 * account locked, for example. They are saved, since the price may go back before the account is
 * free, and the server may end [conditional.survives].
 */
import { getTableColumns, sql } from 'drizzle-orm'
import type { TriggerPrices } from '../core/conditional/trigger'
import type { Price } from '../core/money'
import type { Instant } from '../core/time'
import { missedTriggers } from '../postgres/schema'
import { parameter, type StatementRunner, selection, statement } from '../postgres/statement'
import type { LegOfSymbol } from './conditional-orders'

export interface MissedTrigger extends LegOfSymbol {
  /** The time of the tick that reached the leg. */
  readonly at: Instant
  readonly prices: TriggerPrices
}

const missed = selection(getTableColumns(missedTriggers))

const read = statement(
  [],
  sql`select ${missed.list} from ${missedTriggers} order by ${missedTriggers.at}`,
  (row): MissedTrigger => {
    const { lastPrice, bidPrice, askPrice, ...trigger } = missed.decode(row)
    const prices = {
      LAST: lastPrice ?? undefined,
      SELL: bidPrice ?? undefined,
      BUY: askPrice ?? undefined,
    }
    return { ...trigger, prices }
  },
)

/** The triggers that the last server could not carry out, the earliest first. */
export const savedMissedTriggers = (runner: StatementRunner): Promise<readonly MissedTrigger[]> =>
  runner.all(read, {})

const { accountId, groupId, leg, at } = missedTriggers
const replace = statement(
  ['rows'],
  sql`with kept as (
      select * from json_populate_recordset(null::${missedTriggers}, ${parameter('rows', 'json')})
    ), done as (
      delete from ${missedTriggers} where (${accountId}, ${groupId}, ${leg}, ${at})
        not in (select account_id, group_id, leg, at from kept)
    )
    insert into ${missedTriggers} select * from kept on conflict do nothing`,
)

const textOf = (price: Price | undefined): string | null => price?.toFixed() ?? null

/** Saves these triggers in place of the saved ones. */
export async function saveMissedTriggers(
  runner: StatementRunner,
  triggers: readonly MissedTrigger[],
): Promise<void> {
  const rows = triggers.map(({ accountId, groupId, leg, symbol, at, prices }) => ({
    account_id: accountId,
    group_id: groupId,
    leg,
    symbol,
    at: at.toString(),
    last_price: textOf(prices.LAST),
    bid_price: textOf(prices.SELL),
    ask_price: textOf(prices.BUY),
  }))
  await runner.all(replace, { rows: JSON.stringify(rows) })
}
