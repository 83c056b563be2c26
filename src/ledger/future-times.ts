/**
 * Brings back times that a wrong clock has set in the future. The times keep their order and are
 * one millisecond apart, and the last becomes now. It becomes later than now if the latest correct
 * time leaves too little room.
 */

import { type SQL, sql } from 'drizzle-orm'
import { type Instant, Temporal } from '../core/time'
import {
  marketControls,
  marketProgress,
  matcherLease,
  pinnedQuotes,
} from '../postgres/schema/market'
import {
  accounts,
  adjustments,
  conditionalEvents,
  conditionalLegs,
  fills,
  isOpenRow,
  missedTriggers,
  orderEvents,
  orders,
} from '../postgres/schema/trading'
import { parameter, type StatementRunner, statement } from '../postgres/statement'
import { drawVersion, VERSION } from '../postgres/version-id'

export interface FutureTimes {
  readonly orders: number
  /** The number of open orders among them: each keeps the end that it was accepted with. */
  readonly openOrders: number
  readonly fills: number
  readonly events: number
  /** The latest time in the future; null if there is none. */
  readonly latest: Instant | null
}

const now = parameter('now', 'timestamptz')

const countIt = statement(
  ['now'],
  sql`select
      (select count(*) from ${orders} where ${orders.updatedAt} > ${now}),
      (select count(*) from ${orders} where ${orders.updatedAt} > ${now}
        and ${isOpenRow(orders.status)}),
      (select count(*) from ${fills} where ${fills.filledAt} > ${now}),
      (select count(*) from ${orderEvents} where ${orderEvents.occurredAt} > ${now}),
      (select max(found) from (
        select max(${orders.updatedAt}) as found from ${orders}
        union all select max(${orderEvents.occurredAt}) from ${orderEvents}
        union all select max(${accounts.lastEventAt}) from ${accounts}
        union all select max(greatest(${pinnedQuotes.pinnedAt}, ${pinnedQuotes.releasedAt}))
          from ${pinnedQuotes}
        union all select ${marketProgress.carriedTo} from ${marketProgress}
      ) as latest where found > ${now})`,
  ([changed, open, filled, occurred, latest]): FutureTimes => ({
    orders: Number(changed),
    openOrders: Number(open),
    fills: Number(filled),
    events: Number(occurred),
    latest: latest === null ? null : Temporal.Instant.from(String(latest)),
  }),
  'long',
)

export async function futureTimes(runner: StatementRunner, at: Instant): Promise<FutureTimes> {
  const [counted] = await runner.all(countIt, { now: at.toString() })
  return counted ?? { orders: 0, openOrders: 0, fills: 0, events: 0, latest: null }
}

const COLUMNS = sql`(was timestamptz primary key, becomes timestamptz)`
const LIST = sql`moved_times`
const makeList = statement([], sql`create temporary table ${LIST} ${COLUMNS} on commit drop`)

/** The same list, with a copy on each server of a distributed database. */
const COPIES = sql`moved_times_copies`
const COPY = [
  statement([], sql`create table ${COPIES} ${COLUMNS}`),
  statement([], sql`select create_reference_table('moved_times_copies')`, () => null),
  statement([], sql`insert into ${COPIES} select * from ${LIST}`, undefined, 'long'),
]
const dropCopies = statement([], sql`drop table ${COPIES}`)

const times = sql`
  select ${orders.requestedAt} as was from ${orders}
  union select ${orders.updatedAt} from ${orders}
  union select ${orders.cancelRequestedAt} from ${orders}
  union select ${fills.filledAt} from ${fills}
  union select ${orderEvents.occurredAt} from ${orderEvents}
  union select ${accounts.lastEventAt} from ${accounts}
  union select ${adjustments.at} from ${adjustments}
  union select ${conditionalLegs.triggeredAt} from ${conditionalLegs}
  union select ${conditionalLegs.watchedAfter} from ${conditionalLegs}
  union select ${pinnedQuotes.pinnedAt} from ${pinnedQuotes}
  union select ${pinnedQuotes.releasedAt} from ${pinnedQuotes}`

const fillList = statement(
  ['now'],
  sql`with times as (${times}), future as (
      select was, row_number() over (order by was) as place, count(*) over () as places
      from times where was > ${now}
    ), past as (select max(was) as latest from times where was <= ${now})
    insert into moved_times
    select was, date_trunc('milliseconds', greatest(
        coalesce((select latest from past), '-infinity'),
        ${now} - places * interval '1 millisecond'
      )) + place * interval '1 millisecond'
    from future`,
  undefined,
  'long',
)

const movedIn =
  (list: SQL) =>
  (column: SQL): SQL =>
    sql`coalesce((select becomes from ${list} where was = ${column}), ${column})`
const moving = (text: SQL) => statement(['now'], text, undefined, 'long')

function movesOfTrading(list: SQL) {
  const moved = movedIn(list)
  return [
    moving(sql`update ${orders} set requested_at = ${moved(sql`requested_at`)},
        updated_at = ${moved(sql`updated_at`)},
        cancel_requested_at = ${moved(sql`cancel_requested_at`)}
      where greatest(requested_at, updated_at, cancel_requested_at) > ${now}`),
    moving(sql`update ${fills} set filled_at = ${moved(sql`filled_at`)} where filled_at > ${now}`),
    moving(sql`update ${orderEvents} set occurred_at = ${moved(sql`occurred_at`)}
      where occurred_at > ${now}`),
    ...[conditionalLegs, conditionalEvents].map((legs) =>
      moving(sql`update ${legs} set requested_at = ${moved(sql`requested_at`)},
          watched_after = ${moved(sql`watched_after`)},
          triggered_at = ${moved(sql`triggered_at`)}, updated_at = ${moved(sql`updated_at`)}
        where greatest(requested_at, watched_after, triggered_at, updated_at) > ${now}`),
    ),
    moving(sql`update ${accounts} set last_event_at = ${moved(sql`last_event_at`)}
      where last_event_at > ${now}`),
    moving(sql`update ${adjustments} set at = ${moved(sql`at`)} where at > ${now}`),
    moving(sql`update ${accounts} set created_at = ${now} where created_at > ${now}`),
  ]
}
const MOVES_OF_TRADING = movesOfTrading(LIST)
const MOVES_IN_SHARDS = movesOfTrading(COPIES)

const moved = movedIn(LIST)
const MOVES_OF_THE_MARKET = [
  moving(sql`update ${pinnedQuotes} set pinned_at = ${moved(sql`pinned_at`)},
      released_at = ${moved(sql`released_at`)}
    where greatest(pinned_at, released_at) > ${now}`),
  moving(sql`delete from ${missedTriggers} where ${missedTriggers.at} > ${now}`),
  moving(sql`update ${marketProgress} set carried_to = ${now} where carried_to > ${now}`),
  moving(sql`update ${matcherLease} set carried_to = null where carried_to > ${now}`),
  moving(sql`update ${marketControls} set halted_at = ${now} where halted_at > ${now}`),
]

const changeVersions = statement(
  ['version'],
  sql`update ${accounts} set version = ${VERSION}`,
  undefined,
  'long',
)

/** Runs in the caller's transaction, while no server runs. */
export async function bringBackTimes(
  runner: StatementRunner,
  at: Instant,
  isDistributed: boolean,
): Promise<void> {
  const parameters = { now: at.toString() }
  await runner.all(makeList, {})
  await runner.all(fillList, parameters)
  if (isDistributed) for (const each of COPY) await runner.all<never, unknown>(each, {})
  const moves = isDistributed ? MOVES_IN_SHARDS : MOVES_OF_TRADING
  for (const move of [...moves, ...MOVES_OF_THE_MARKET]) await runner.all(move, parameters)
  await runner.all(changeVersions, { version: String(drawVersion()) })
  if (isDistributed) await runner.all(dropCopies, {})
}
