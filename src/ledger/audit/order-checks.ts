/** The invariants of orders, their fills and their events. */
import { sql } from 'drizzle-orm'
import { ORDER_STATUSES, TRANSITIONS } from '../../core/order/order'
import { accounts, adjustments, fills, isOpenRow, orderEvents, orders } from '../../postgres/schema'
import { type Check, check, PAGE } from './check'
import { isOfLeg } from './conditional-checks'

/** Every status that may follow another, `SUBMITTED>FILLED`. */
const STEPS = sql.raw(
  ORDER_STATUSES.flatMap((status) =>
    Object.values(TRANSITIONS[status]).map((next) => `'${status}>${next}'`),
  ).join(', '),
)

const remaining = sql`(${orders.quantity} - ${orders.filledQuantity})`

/** Each event of the page's accounts beside the one before it of the same order. */
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
    // Each table is read once: no index leads from a fill to its event.
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
