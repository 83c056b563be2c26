/** The invariants of accounts and holdings: what they have follows from what happened to them. */
import { type Column, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  accounts,
  adjustments,
  clientAccounts,
  conditionalLegs,
  fills,
  holdings,
  instruments,
  isOpenRow,
  orderEvents,
  orders,
} from '../../postgres/schema'
import { type Check, check, FINDINGS_MAX, PAGE } from './check'

const signed = sql`case ${fills.side} when 'BUY' then -1 else 1 end`
const notional = sql`${fills.quantity} * ${fills.price}`

/** Selling a part of a holding rounds its purchase amount to 10 places. */
const ROUNDED = sql`0.000001`

const held = sql`sum(${orders.quantity} - ${orders.filledQuantity})
  filter (where ${orders.side} = 'SELL' and ${isOpenRow(orders.status)})`

export const ACCOUNT_CHECKS: readonly Check[] = [
  check(
    'cash',
    'An account’s cash is its initial cash, its fills and its adjustments.',
    sql`select ${accounts.accountId}, null, ${accounts.initialCash} + coalesce(filled.cash, 0)
        + coalesce(adjusted.cash, 0) as expected, ${accounts.cash}
      from ${accounts}
      left join (select ${fills.accountId}, sum(${signed} * ${notional}) as cash
        from ${fills} where ${fills.accountId} = ${PAGE} group by 1) as filled
        on filled.account_id = ${accounts.accountId}
      left join (select ${adjustments.accountId}, sum(${adjustments.amount}) as cash
        from ${adjustments} where ${adjustments.accountId} = ${PAGE} group by 1) as adjusted
        on adjusted.account_id = ${accounts.accountId}
      where ${accounts.accountId} = ${PAGE} and ${accounts.cash} <> ${accounts.initialCash}
        + coalesce(filled.cash, 0) + coalesce(adjusted.cash, 0)`,
  ),
  check(
    'held-cash',
    'The cash that an account holds is what its orders and waiting legs hold, at most its cash.',
    sql`select ${accounts.accountId}, null, coalesce(ordered.cash, 0), ${accounts.heldCash}
      from ${accounts}
      left join (select account_id, sum(held_cash) as cash from (
          select ${orders.accountId}, ${orders.heldCash} from ${orders}
          where ${orders.accountId} = ${PAGE}
          union all select ${conditionalLegs.accountId}, ${conditionalLegs.heldCash}
          from ${conditionalLegs} where ${conditionalLegs.accountId} = ${PAGE}) as holds
        group by 1) as ordered
        on ordered.account_id = ${accounts.accountId}
      where ${accounts.accountId} = ${PAGE} and (${accounts.heldCash} <> coalesce(ordered.cash, 0)
        or ${accounts.heldCash} < 0 or ${accounts.heldCash} > ${accounts.cash})`,
  ),
  check(
    'shares',
    'The shares of a holding are those of its fills and adjustments.',
    sql`select account_id, symbol, sum(moved), sum(held) from (
        select ${fills.accountId}, ${fills.symbol}, -${signed} * ${fills.quantity} as moved,
          0 as held
        from ${fills} where ${fills.accountId} = ${PAGE}
        union all select ${adjustments.accountId}, ${adjustments.symbol},
          ${adjustments.quantity}, 0
        from ${adjustments} where ${adjustments.accountId} = ${PAGE}
          and ${adjustments.symbol} is not null
        union all select ${holdings.accountId}, ${holdings.symbol}, 0, ${holdings.quantity}
        from ${holdings} where ${holdings.accountId} = ${PAGE}
      ) as entries group by 1, 2 having sum(moved) <> sum(held)`,
  ),
  check(
    'held-shares',
    'The shares that a holding holds are those of its open SELL orders and legs, at most all.',
    sql`select account_id, symbol, sum(ordered), sum(held) from (
        select ${orders.accountId}, ${orders.symbol}, coalesce(${held}, 0) as ordered, 0 as held,
          0 as had
        from ${orders} where ${orders.accountId} = ${PAGE} group by 1, 2
        union all select ${conditionalLegs.accountId}, ${conditionalLegs.symbol},
          ${conditionalLegs.heldQuantity}, 0, 0
        from ${conditionalLegs} where ${conditionalLegs.accountId} = ${PAGE}
        union all select ${holdings.accountId}, ${holdings.symbol}, 0, ${holdings.heldQuantity},
          ${holdings.quantity}
        from ${holdings} where ${holdings.accountId} = ${PAGE}
      ) as entries group by 1, 2
      having sum(ordered) <> sum(held) or sum(held) > sum(had) or sum(held) < 0`,
  ),
  check(
    'purchase-amount',
    'A holding’s average cost lies between the lowest and the highest price that it bought at.',
    sql`select ${holdings.accountId}, ${holdings.symbol},
        coalesce(bought.lowest * ${holdings.quantity}, 0)::text || ' … ' ||
          coalesce(bought.highest * ${holdings.quantity}, 0)::text,
        ${holdings.purchaseAmount}
      from ${holdings}
      left join (select ${fills.accountId}, ${fills.symbol}, min(${fills.price}) as lowest,
          max(${fills.price}) as highest
        from ${fills} where ${fills.accountId} = ${PAGE} and ${fills.side} = 'BUY'
        group by 1, 2) as bought
        on bought.account_id = ${holdings.accountId} and bought.symbol = ${holdings.symbol}
      where ${holdings.accountId} = ${PAGE} and case
        when ${holdings.quantity} = 0 then ${holdings.purchaseAmount} <> 0
        else ${holdings.purchaseAmount} not between
          coalesce(bought.lowest * ${holdings.quantity}, 0) - ${ROUNDED}
          and coalesce(bought.highest * ${holdings.quantity}, 0) + ${ROUNDED} end`,
  ),
]

type OfAccount = PgTable & { readonly accountId: Column }

const text = (value: string): SQL => sql.raw(`'${value}'`)

/** `offset 0` makes it one look into the index for each account. */
const isNotThere = (accountId: SQL): SQL => sql`not exists (
  select from ${accounts} where ${accounts.accountId} = ${accountId} offset 0)`

/** Rows of a table that does not lead with its accounts, and has few of them. */
const grantedOfNone = sql`select ${clientAccounts.accountId}, ${clientAccounts.clientId}::text,
    'its account', ${text(getTableName(clientAccounts))}
  from ${clientAccounts} where ${isNotThere(sql`${clientAccounts.accountId}`)}`

/**
 * Goes by the accounts that a table names, which an index on them lists without reading each row:
 * there are a thousand times as many rows.
 */
const withoutAccount = (table: OfAccount, subject: Column): SQL => sql`(
  with recursive named (account_id) as (
    (select ${table.accountId} from ${table} order by 1 limit 1)
    union all
    select (select ${table.accountId} from ${table}
        where ${table.accountId} > named.account_id order by 1 limit 1)
      from named where named.account_id is not null)
  select named.account_id, subjects.subject, 'its account', ${text(getTableName(table))}
    from named cross join lateral (
      select ${subject}::text as subject from ${table} where ${table.accountId} = named.account_id
        limit ${sql.raw(String(FINDINGS_MAX))}) as subjects
    where ${isNotThere(sql`named.account_id`)})`

const withoutOrder = (table: OfAccount & { readonly orderId: Column }, subject: Column): SQL =>
  sql`select ${table.accountId}, ${subject}::text, 'its order', ${text(getTableName(table))}
    from ${table} where ${table.accountId} = ${PAGE}
      and ${table.orderId} not like 'cnd\\_%' and not exists (select from ${orders}
      where ${orders.accountId} = ${table.accountId} and ${orders.orderId} = ${table.orderId})`

const withoutInstrument = (table: OfAccount & { readonly symbol: Column }): SQL =>
  sql`select ${table.accountId}, ${table.symbol}, 'its instrument', ${text(getTableName(table))}
    from ${table} where ${table.accountId} = ${PAGE} and not exists (
      select from ${instruments} where ${instruments.symbol} = ${table.symbol})
      and ${table.symbol} is not null`

const all = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` union all `)

/** Checks all accounts at once: rows without an account belong to no page. */
export const ACCOUNT_THERE: Check = check(
  'account-there',
  'Orders, legs, fills, events, holdings, adjustments and grants are of an account that is there.',
  all([
    withoutAccount(orders, orders.orderId),
    withoutAccount(fills, fills.fillId),
    withoutAccount(orderEvents, orderEvents.seq),
    withoutAccount(holdings, holdings.symbol),
    withoutAccount(adjustments, adjustments.number),
    withoutAccount(conditionalLegs, conditionalLegs.groupId),
    grantedOfNone,
  ]),
)

export const ORPHAN_CHECKS: readonly Check[] = [
  check(
    'order-there',
    'Fills and events are of an order that is there.',
    all([withoutOrder(fills, fills.fillId), withoutOrder(orderEvents, orderEvents.seq)]),
  ),
  check(
    'instrument-there',
    'Orders, holdings, adjustments and legs are of an instrument that is there.',
    all([orders, holdings, adjustments, conditionalLegs].map((table) => withoutInstrument(table))),
  ),
]
