/** The invariants of conditional orders: their holds, their children and their events. */
import { sql } from 'drizzle-orm'
import { LEG_STATUSES, LEG_TRANSITIONS } from '../../core/conditional/leg'
import {
  conditionalEvents,
  conditionalLegs,
  orderEvents,
  orders,
} from '../../postgres/schema/trading'
import { type Check, check, PAGE } from './check'

/** Every status change that may happen, such as `ARMED>TRIGGERED`. */
const STEPS = sql.raw(
  LEG_STATUSES.flatMap((status) =>
    Object.values(LEG_TRANSITIONS[status]).map((next) => `'${status}>${next}'`),
  ).join(', '),
)

/**
 * True for an event of a leg. In the table of orders' events it has the id of a conditional order.
 */
export const isOfLeg = sql`${orderEvents.orderId} like 'cnd\\_%'`

const legs = conditionalLegs
const events = conditionalEvents
const subject = sql`${legs.groupId} || ' ' || ${legs.leg}`
/** True for a leg that does not share the hold of a take profit. */
const isAlone = sql`not exists (select from ${legs} as profit
    where profit.account_id = ${legs.accountId} and profit.group_id = ${legs.groupId}
      and profit.leg = 'TAKE_PROFIT')`
const left = sql`(${legs.quantity} - ${legs.filledQuantity})`

/** Each event of the page's accounts, joined with the previous event of the same leg. */
const steps = sql`select ${events.accountId}, ${events.groupId}, ${events.leg}, ${events.seq},
    ${events.status}, ${events.filledQuantity} as filled, ${events.orderId},
    ${events.updatedAt} as occurred_at,
    lag(${events.status}) over each_leg as before,
    lead(${events.seq}) over each_leg is null as is_last
  from ${events} where ${events.accountId} = ${PAGE}
  window each_leg as (partition by ${events.accountId}, ${events.groupId}, ${events.leg}
    order by ${events.seq})`

export const CONDITIONAL_CHECKS: readonly Check[] = [
  check(
    'leg-hold',
    'A leg that waits holds what its order will hold, beyond what its group holds; no other does.',
    sql`select ${legs.accountId}, ${subject},
        case when ${legs.status} = 'ARMED' then 'its hold' else 'nothing' end,
        ${legs.heldCash} || ' USD, ' || ${legs.heldQuantity} || ' shares'
      from ${legs} where ${legs.accountId} = ${PAGE} and (${legs.heldCash}, ${legs.heldQuantity})
        is distinct from (case when ${legs.status} = 'ARMED'
            then coalesce(${legs.heldPrice}, 0) * ${left} else 0 end,
          case when ${legs.status} = 'ARMED' and ${legs.side} = 'SELL' and ${isAlone}
            then ${left} else 0 end)`,
  ),
  check(
    'leg-entry',
    'The exits of an entry have what it has filled, and it fills nothing more once one has begun.',
    sql`select exits.account_id, exits.group_id || ' ' || exits.leg,
        'an entry that is ' || entry.status || ' with ' || entry.filled_quantity,
        exits.status || ' with ' || exits.quantity || ', filled ' || exits.filled_quantity
      from ${legs} as exits join ${legs} as entry
        on entry.account_id = exits.account_id and entry.group_id = exits.group_id
          and entry.leg = 'ENTRY' and exits.leg <> 'ENTRY'
      left join ${legs} as profit on profit.account_id = exits.account_id
        and profit.group_id = exits.group_id and profit.leg = 'TAKE_PROFIT'
        and exits.leg <> 'TAKE_PROFIT'
      left join ${orders} as child on child.account_id = exits.account_id
        and child.order_id = coalesce(profit.order_id, exits.order_id)
      where exits.account_id = ${PAGE} and (
        (exits.status = 'PENDING'
          and (entry.filled_quantity > 0 or entry.status not in ('ARMED', 'TRIGGERED')))
        or (exits.status in ('ARMED', 'TRIGGERED') and exits.triggered_at is null
          and child.status is distinct from 'PENDING_CANCEL'
          and exits.quantity <> entry.filled_quantity - coalesce(profit.filled_quantity, 0))
        or ((exits.filled_quantity > 0 or exits.triggered_at is not null)
          and entry.status in ('ARMED', 'TRIGGERED')))`,
  ),
  check(
    'leg-children',
    'A leg is filled by as much as the orders that it has placed, and one works while it does.',
    sql`select ${legs.accountId}, ${subject},
        ${legs.filledQuantity} || ' by ' || ${legs.children} || ' orders',
        coalesce(placed.filled, 0) || ' by ' || coalesce(placed.children, 0) || ' orders'
      from ${legs}
      left join (select ${orders.accountId}, split_part(${orders.clientOrderId}, ' ', 1) as parent,
          split_part(${orders.clientOrderId}, ' ', 2) as of_leg, count(*) as children,
          sum(${orders.filledQuantity}) as filled, max(${orders.orderId}) as last_id
        from ${orders} where ${orders.accountId} = ${PAGE}
          and ${orders.clientOrderId} like 'cnd\\_% %' group by 1, 2, 3) as placed
        on placed.account_id = ${legs.accountId} and placed.parent = ${legs.groupId}
          and placed.of_leg = ${legs.leg}
      where ${legs.accountId} = ${PAGE}
        and (${legs.filledQuantity} <> coalesce(placed.filled, 0)
          or ${legs.children} <> coalesce(placed.children, 0)
          or ${legs.orderId} is distinct from placed.last_id)`,
  ),
  check(
    'leg-steps',
    'The events of a leg begin as it was placed, and each status may follow the one before.',
    sql`select account_id, group_id || ' ' || leg || ' ' || seq, coalesce(before, 'the first'),
        status
      from (${steps}) as steps
      where before is not null and before || '>' || status not in (${STEPS})`,
  ),
  check(
    'leg-last-event',
    'A leg stands as its last event left it.',
    sql`select ${legs.accountId}, ${subject}, coalesce(steps.status || ' ' || filled, 'an event'),
        ${legs.status} || ' ' || ${legs.filledQuantity}
      from ${legs} left join (select * from (${steps}) as all_steps where is_last) as steps
        on steps.account_id = ${legs.accountId} and steps.group_id = ${legs.groupId}
          and steps.leg = ${legs.leg}
      where ${legs.accountId} = ${PAGE} and (steps.status is distinct from ${legs.status}
        or filled <> ${legs.filledQuantity} or occurred_at <> ${legs.updatedAt}
        or steps.order_id is distinct from ${legs.orderId})`,
  ),
  check(
    'leg-events-numbered',
    'Each event of a leg has its number among the events of its account.',
    sql`select account_id, seq::text, 'two rows', max(place) from (
        select ${orderEvents.accountId}, ${orderEvents.seq}, 'order_events' as place
        from ${orderEvents} where ${orderEvents.accountId} = ${PAGE} and ${isOfLeg}
        union all select ${events.accountId}, ${events.seq}, 'conditional_events'
        from ${events} where ${events.accountId} = ${PAGE}) as rows
      group by 1, 2 having count(*) <> 2`,
  ),
]
