/** The invariants of accounts and holdings, and of orders with their fills and events. */
import { type Column, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ORDER_STATUSES, TRANSITIONS } from '../../core/order/order'
import { instruments } from '../../postgres/schema/market'
import {
  accounts,
  adjustments,
  clientAccounts,
  conditionalLegs,
  fills,
  holdings,
  isOpenRow,
  orderEvents,
  orders,
} from '../../postgres/schema/trading'
import { type Check, check, FINDINGS_MAX, PAGE } from './check'
import { isOfLeg } from './conditional-checks'

/**
 * The invariants of accounts and holdings: their state follows from their fills and adjustments.
 */
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
    'The shares of a holding are the sum of its fills and adjustments.',
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
    'The held shares of a holding are the sum of its open SELL orders and legs, at most all.',
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

/** `offset 0` makes it one index look-up for each account. */
const isNotThere = (accountId: SQL): SQL => sql`not exists (
  select from ${accounts} where ${accounts.accountId} = ${accountId} offset 0)`

/** Reads each row, of which there are few. A join, since the accounts may be on other servers. */
const grantedOfNone = sql`select ${clientAccounts.accountId}, ${clientAccounts.clientId}::text,
    'its account', ${text(getTableName(clientAccounts))}
  from ${clientAccounts} left join ${accounts}
    on ${accounts.accountId} = ${clientAccounts.accountId}
  where ${accounts.accountId} is null`

/**
 * Uses a table's index to list the distinct accounts that the table names, without reading each
 * row: a table has a thousand times as many rows as accounts.
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

const ofNone = [
  withoutAccount(orders, orders.orderId),
  withoutAccount(fills, fills.fillId),
  withoutAccount(orderEvents, orderEvents.seq),
  withoutAccount(holdings, holdings.symbol),
  withoutAccount(adjustments, adjustments.number),
  withoutAccount(conditionalLegs, conditionalLegs.groupId),
]
const accountThere = (wrong: readonly SQL[]): Check =>
  check(
    'account-there',
    'Orders, legs, fills, events, holdings, adjustments, grants are of an account that is there.',
    all(wrong),
  )

/** Checks all accounts at once: a row without an account belongs to no page. */
export const ACCOUNT_THERE = accountThere([...ofNone, grantedOfNone])
/** The two parts for a distributed database, whose grants are not in its shards. */
export const ACCOUNT_THERE_IN_SHARD = accountThere(ofNone)
export const GRANTED_ACCOUNT_THERE = accountThere([grantedOfNone])

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

/** Every status change that may happen, such as `SUBMITTED>FILLED`. */
const STEPS = sql.raw(
  ORDER_STATUSES.flatMap((status) =>
    Object.values(TRANSITIONS[status]).map((next) => `'${status}>${next}'`),
  ).join(', '),
)

const remaining = sql`(${orders.quantity} - ${orders.filledQuantity})`

/** Each event of the page's accounts, joined with the previous event of the same order. */
const steps = sql`select ${orderEvents.accountId}, ${orderEvents.orderId}, ${orderEvents.seq},
    ${orderEvents.status}, ${orderEvents.occurredAt}, ${orderEvents.filledQuantity} as filled,
    ${orderEvents.filledAmount} as paid, ${orderEvents.fillId},
    lag(${orderEvents.status}) over each_order as status_before,
    coalesce(lag(${orderEvents.filledQuantity}) over each_order, 0) as filled_before,
    coalesce(lag(${orderEvents.filledAmount}) over each_order, 0) as paid_before,
    lead(${orderEvents.seq}) over each_order is null as is_last
  from ${orderEvents} where ${orderEvents.accountId} = ${PAGE} and not (${isOfLeg})
  window each_order as (partition by ${orderEvents.accountId}, ${orderEvents.orderId}
    order by ${orderEvents.seq})`

export const ORDER_CHECKS: readonly Check[] = [
  check(
    'order-fills',
    'An order is filled by as much, and for as much money, as its fills say.',
    sql`select ${orders.accountId}, ${orders.orderId},
        coalesce(filled.quantity, 0) || ' for ' || coalesce(filled.amount, 0),
        ${orders.filledQuantity} || ' for ' || ${orders.filledAmount}
      from ${orders}
      left join (select ${fills.accountId}, ${fills.orderId}, sum(${fills.quantity}) as quantity,
          sum(${fills.quantity} * ${fills.price}) as amount
        from ${fills} where ${fills.accountId} = ${PAGE} group by 1, 2) as filled
        on filled.account_id = ${orders.accountId} and filled.order_id = ${orders.orderId}
      where ${orders.accountId} = ${PAGE}
        and (${orders.filledQuantity} <> coalesce(filled.quantity, 0)
          or ${orders.filledAmount} <> coalesce(filled.amount, 0)
          or ${orders.filledQuantity} > ${orders.quantity}
          or (${orders.filledQuantity} = ${orders.quantity}) <> (${orders.status} = 'FILLED'))`,
  ),
  check(
    'order-hold',
    'An open BUY holds cash for what is not filled, at most at its hold price; no other does.',
    sql`select ${orders.accountId}, ${orders.orderId},
        case when ${isOpenRow(orders.status)} then coalesce(${orders.holdPrice}, 0) * ${remaining}
          else 0 end,
        ${orders.heldCash}
      from ${orders} where ${orders.accountId} = ${PAGE} and case
        when not ${isOpenRow(orders.status)} or ${orders.side} = 'SELL'
          then ${orders.heldCash} <> 0
        when ${orders.holdPrice} is null then true
        when ${orders.orderType} = 'LIMIT'
          then ${orders.heldCash} <> ${orders.holdPrice} * ${remaining}
        else ${orders.heldCash} not between 0 and ${orders.holdPrice} * ${remaining} end`,
  ),
  check(
    'fill-terms',
    'A fill has its order’s terms, and is within its limit and not before its acceptance.',
    sql`select ${fills.accountId}, ${fills.fillId},
        ${orders.side} || ' ' || ${orders.symbol} || ' ' ||
          coalesce(${orders.limitPrice}::text, '') || ' ' || ${orders.clientOrderId},
        ${fills.side} || ' ' || ${fills.symbol} || ' ' || ${fills.price} || ' ' ||
          coalesce(${fills.clientOrderId}, '')
      from ${fills} join ${orders}
        on ${orders.accountId} = ${fills.accountId} and ${orders.orderId} = ${fills.orderId}
      where ${fills.accountId} = ${PAGE} and (${fills.symbol} <> ${orders.symbol}
        or ${fills.side} <> ${orders.side} or ${fills.filledAt} < ${orders.requestedAt}
        or ${fills.clientOrderId} <> ${orders.clientOrderId}
        or (${fills.side} = 'BUY' and ${fills.price} > ${orders.limitPrice})
        or (${fills.side} = 'SELL' and ${fills.price} < ${orders.limitPrice}))`,
  ),
  check(
    'events-without-gaps',
    'The events of an account are numbered from 1 to its last without gaps.',
    sql`select ${accounts.accountId}, null, '1 … ' || ${accounts.seq},
        coalesce(logged.first, 0) || ' … ' || coalesce(logged.last, 0) || ', ' ||
          coalesce(logged.events, 0) || ' events'
      from ${accounts}
      left join (select ${orderEvents.accountId}, min(${orderEvents.seq}) as first,
          max(${orderEvents.seq}) as last, count(*) as events
        from ${orderEvents} where ${orderEvents.accountId} = ${PAGE} group by 1) as logged
        on logged.account_id = ${accounts.accountId}
      where ${accounts.accountId} = ${PAGE} and (coalesce(logged.last, 0) <> ${accounts.seq}
        or coalesce(logged.events, 0) <> ${accounts.seq} or coalesce(logged.first, 1) <> 1)`,
  ),
  check(
    'event-times',
    'The times of an account’s events never run backwards, and its last is that of its books.',
    sql`select account_id, seq::text, 'not before ' || before, occurred_at::text from (
        select ${orderEvents.accountId}, ${orderEvents.seq}, ${orderEvents.occurredAt},
          lag(${orderEvents.occurredAt}) over (partition by ${orderEvents.accountId}
            order by ${orderEvents.seq}) as before
        from ${orderEvents} where ${orderEvents.accountId} = ${PAGE}) as logged
      where occurred_at < before
      union all select ${accounts.accountId}, null, ${accounts.lastEventAt}::text,
        last.at::text
      from ${accounts} left join (
          select account_id, max(at) as at from (
            select ${orderEvents.accountId}, ${orderEvents.occurredAt} as at
            from ${orderEvents} where ${orderEvents.accountId} = ${PAGE}
            union all select ${adjustments.accountId}, ${adjustments.at}
            from ${adjustments} where ${adjustments.accountId} = ${PAGE}) as times
          group by 1) as last
        on last.account_id = ${accounts.accountId}
      where ${accounts.accountId} = ${PAGE}
        and ${accounts.lastEventAt} is distinct from last.at`,
  ),
  check(
    'event-steps',
    'An order’s events begin with SUBMITTED, and each status may follow the one before.',
    sql`select account_id, order_id || ' ' || seq, coalesce(status_before, 'the first'), status
      from (${steps}) as steps
      where case when status_before is null then status <> 'SUBMITTED'
        else status_before || '>' || status not in (${STEPS}) end`,
  ),
  check(
    'acceptance',
    'An order’s acceptance is the event of its number, at its time, with nothing filled.',
    sql`select ${orders.accountId}, ${orders.orderId}, 'event ' || ${orders.seq}, 'none'
      from ${orders} where ${orders.accountId} = ${PAGE} and not exists (
        select from ${orderEvents} where ${orderEvents.accountId} = ${orders.accountId}
          and ${orderEvents.orderId} = ${orders.orderId} and ${orderEvents.seq} = ${orders.seq}
          and ${orderEvents.status} = 'SUBMITTED' and ${orderEvents.fillId} is null
          and ${orderEvents.filledQuantity} = 0 and ${orderEvents.filledAmount} = 0
          and ${orderEvents.occurredAt} = ${orders.requestedAt})`,
  ),
  check(
    'event-fills',
    'An event moves an order’s filled quantity and amount by exactly its fill.',
    sql`select steps.account_id, steps.order_id || ' ' || steps.seq,
        coalesce(${fills.quantity}, 0) || ' for ' ||
          coalesce(${fills.quantity} * ${fills.price}, 0),
        (filled - filled_before) || ' for ' || (paid - paid_before)
      from (${steps}) as steps
      left join ${fills} on ${fills.accountId} = steps.account_id
        and ${fills.fillId} = steps.fill_id and ${fills.orderId} = steps.order_id
      where filled - filled_before <> coalesce(${fills.quantity}, 0)
        or paid - paid_before <> coalesce(${fills.quantity} * ${fills.price}, 0)
        or (steps.fill_id is not null and ${fills.fillId} is null)`,
  ),
  check(
    'fill-event',
    'Each fill stands in exactly one event.',
    // Reads each table once: no index leads from a fill to its event.
    sql`select account_id, fill_id, '1', sum(events)::text from (
        select ${fills.accountId}, ${fills.fillId}, 1 as made, 0 as events
        from ${fills} where ${fills.accountId} = ${PAGE}
        union all select ${orderEvents.accountId}, ${orderEvents.fillId}, 0, 1
        from ${orderEvents} where ${orderEvents.accountId} = ${PAGE}
          and ${orderEvents.fillId} is not null
      ) as entries group by 1, 2 having sum(made) > 0 and sum(events) <> 1`,
  ),
  check(
    'last-event',
    'An order stands as its last event left it.',
    sql`select ${orders.accountId}, ${orders.orderId},
        coalesce(steps.status || ' ' || filled || ' for ' || paid, 'an event'),
        ${orders.status} || ' ' || ${orders.filledQuantity} || ' for ' || ${orders.filledAmount}
      from ${orders} left join (select * from (${steps}) as all_steps where is_last) as steps
        on steps.account_id = ${orders.accountId} and steps.order_id = ${orders.orderId}
      where ${orders.accountId} = ${PAGE} and (steps.status is distinct from ${orders.status}
        or occurred_at <> ${orders.updatedAt} or filled <> ${orders.filledQuantity}
        or paid <> ${orders.filledAmount})`,
  ),
]
