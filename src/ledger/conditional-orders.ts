/**
 * Legs of conditional orders, and their events. Legs are read only for accounts that have had
 * conditional orders. The matcher reads the legs that it watches page by page, like open orders.
 */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Leg, LegEvent, LegName, TriggerBy } from '../core/conditional/leg'
import type { TriggerPrices } from '../core/conditional/trigger'
import { NO_PRICE, type Price, price } from '../core/money'
import type { Side } from '../core/order/order'
import type { OpenSession } from '../core/session'
import type { Instant } from '../core/time'
import { byPairs, columnNames, insertRows, upsertRows } from '../postgres/bulk'
import {
  conditionalEvents,
  conditionalLegs,
  isOpenLegRow,
  missedTriggers,
  orderEvents,
} from '../postgres/schema/trading'
import {
  arrayLiteral,
  filteredList,
  parameter,
  type Selection,
  type StatementRunner,
  selection,
  sessionsIn,
  statement,
} from '../postgres/statement'
import { VERSION } from '../postgres/version-id'

const { accountId, groupId, clientOrderId, status, symbol } = conditionalLegs
const leg: Selection<Leg> = selection(getTableColumns(conditionalLegs))

const byGroupId = byPairs(conditionalLegs, [accountId, groupId], leg)
const byClientOrderId = byPairs(conditionalLegs, [accountId, clientOrderId], leg)

interface GroupKey {
  readonly accountId: string
  readonly groupId: string
}

/** All legs of these groups. */
export const legsOfGroups = (
  runner: StatementRunner,
  keys: readonly GroupKey[],
): Promise<readonly Leg[]> =>
  byGroupId(
    runner,
    keys.map(({ accountId, groupId }) => [accountId, groupId]),
  )

/** All legs of the groups with these client order ids. */
export const legsByClientOrderIds = (
  runner: StatementRunner,
  keys: readonly Pick<Leg, 'accountId' | 'clientOrderId'>[],
): Promise<readonly Leg[]> =>
  byClientOrderId(
    runner,
    keys.map(({ accountId, clientOrderId }) => [accountId, clientOrderId]),
  )

const openOfAccounts = statement(
  ['accountIds'],
  sql`select ${leg.list} from ${conditionalLegs}
    where (${accountId}, ${groupId}) in (select ${accountId}, ${groupId} from ${conditionalLegs}
      where ${accountId} = any(${parameter('accountIds', 'text[]')}) and ${isOpenLegRow(status)})`,
  leg.decode,
)

/** All legs of each group of the accounts that has an open leg. */
export const openLegsOf = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly Leg[]> => runner.all(openOfAccounts, { accountIds: arrayLiteral(accountIds) })

/** The columns that change during a leg's life. */
export const SAVED_LEGS = upsertRows('leg', conditionalLegs, [
  'status',
  'quantity',
  'stopPrice',
  'limitPrice',
  'trailAmount',
  'trailPercent',
  'limitOffset',
  'filledQuantity',
  'holdPrice',
  'heldPrice',
  'heldCash',
  'heldQuantity',
  'orderId',
  'children',
  'watchedAfter',
  'triggeredAt',
  'triggerPrice',
  'reason',
  'mark',
  'updatedAt',
])

/** The columns of a leg's event that the events of orders have too, with the event's number. */
const NUMBERED = [
  [orderEvents.accountId, conditionalEvents.accountId],
  [orderEvents.seq, conditionalEvents.seq],
  [orderEvents.orderId, conditionalEvents.groupId],
  [orderEvents.status, conditionalEvents.status],
  [orderEvents.occurredAt, conditionalEvents.updatedAt],
] as const
const NOTHING_FILLED = [orderEvents.filledQuantity, orderEvents.filledAmount]

/** Written in the transaction of the change that they record [stream.transaction]. */
export const INSERTED_LEG_EVENTS = insertRows('leg event', conditionalEvents, {
  derived: {
    columns: NUMBERED.map(([, from]) => from),
    write: (derived) => [
      sql`insert into ${orderEvents}
          (${columnNames([...NUMBERED.map(([to]) => to), ...NOTHING_FILLED, orderEvents.version])})
        select ${columnNames(NUMBERED.map(([, from]) => from))}, 0, 0, ${VERSION}
        from ${derived}`,
    ],
  },
})

export const legEventRow = ({ accountId, seq, leg }: LegEvent) => ({
  ...leg,
  accountId,
  seq,
  groupSeq: leg.seq,
})

const { seq: eventSeq, groupSeq, ...eventColumns } = getTableColumns(conditionalEvents)
const logged = selection({ ...eventColumns, seq: groupSeq })

function decodeEvent([seq, ...row]: readonly unknown[]): LegEvent {
  const found = logged.decode(row)
  return { accountId: found.accountId, seq: Number(seq), leg: found }
}

const eventsOf = statement(
  ['accountId', 'seqs'],
  sql`select ${eventSeq}, ${logged.list} from ${conditionalEvents}
    where ${conditionalEvents.accountId} = ${parameter('accountId', 'text')}
      and ${eventSeq} = any(${parameter('seqs', 'integer[]')})`,
  decodeEvent,
)

/** The events that have these numbers, if they are events of legs. */
export const legEventsOf = (
  runner: StatementRunner,
  accountId: string,
  seqs: readonly number[],
): Promise<readonly LegEvent[]> =>
  runner.all(eventsOf, { accountId, seqs: arrayLiteral(seqs.map(String)) })

const eventsOfOne = statement(
  ['accountId', 'groupId', 'groupSeq', 'limit'],
  sql`select ${eventSeq}, ${logged.list} from ${conditionalEvents}
    where ${conditionalEvents.accountId} = ${parameter('accountId', 'text')}
      and ${eventSeq} >= ${parameter('groupSeq', 'integer')}
      and ${conditionalEvents.groupId} = ${parameter('groupId', 'text')}
    order by ${eventSeq} limit ${parameter('limit', 'integer')}`,
  decodeEvent,
)

/** The oldest events of the group, at most `limit`, in the order of their numbers. */
export const eventsOfGroup = (
  runner: StatementRunner,
  { accountId, groupId, seq }: Pick<Leg, 'accountId' | 'groupId' | 'seq'>,
  limit: number,
): Promise<readonly LegEvent[]> =>
  runner.all(eventsOfOne, {
    accountId,
    groupId,
    groupSeq: String(seq),
    limit: String(limit),
  })

/**
 * All legs of these groups as they were accepted: a group's oldest events are the acceptances of
 * its legs.
 */
export async function acceptedLegsOf(
  runner: StatementRunner,
  legs: readonly Leg[],
): Promise<readonly Leg[]> {
  const groups = Map.groupBy(legs, ({ accountId, groupId }) => `${accountId} ${groupId}`)
  const events = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group
      return first === undefined ? [] : eventsOfGroup(runner, first, group.length)
    }),
  )
  return events.flat().map((event) => event.leg)
}

/** Names a leg, with its instrument. */
export type LegOfSymbol = Pick<Leg, 'accountId' | 'groupId' | 'leg' | 'symbol'>

/** A leg with the columns that the trigger book needs. Times are epoch milliseconds. */
export interface BookedLeg extends LegOfSymbol {
  readonly side: Side
  readonly triggerBy: TriggerBy
  readonly sessions: readonly OpenSession[]
  readonly stop: Price
  /** The mark of a trailing stop; null for any other leg. */
  readonly mark: Price | null
  readonly isArmed: boolean
  readonly watchedAfterMs: number
  readonly validUntilMs: number
}

export const bookedLeg = (leg: Leg): BookedLeg => ({
  accountId: leg.accountId,
  groupId: leg.groupId,
  leg: leg.leg,
  symbol: leg.symbol,
  side: leg.side,
  triggerBy: leg.triggerBy,
  sessions: leg.sessions,
  // Only a plain LIMIT leg has no stop, and it never waits.
  stop: leg.stopPrice ?? NO_PRICE,
  mark: leg.mark,
  isArmed: leg.status === 'ARMED',
  watchedAfterMs: leg.watchedAfter.epochMilliseconds,
  validUntilMs: leg.validUntil.epochMilliseconds,
})

const epochMs = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`
const { mark, stopPrice } = conditionalLegs
const booked = sql`${accountId}, ${groupId}, ${conditionalLegs.leg}, ${symbol},
  ${conditionalLegs.side}, ${conditionalLegs.triggerBy}, ${conditionalLegs.sessions}, ${stopPrice},
  ${mark}, ${status}, ${epochMs(sql`${conditionalLegs.watchedAfter}`)},
  ${epochMs(sql`${conditionalLegs.validUntil}`)}`

function decodeBooked(row: readonly unknown[]): BookedLeg {
  const [account, group, name, symbol, side, by, sessions, stop, best, now, seen, until] = row
  return {
    accountId: String(account),
    groupId: String(group),
    // safe: the columns of `booked`, whose texts the table checks.
    leg: name as LegName,
    triggerBy: by === 'LAST' ? 'LAST' : 'BID_ASK',
    symbol: String(symbol),
    side: side === 'BUY' ? 'BUY' : 'SELL',
    sessions: sessionsIn(String(sessions)),
    stop: stop === null ? NO_PRICE : price(String(stop)),
    mark: best === null ? null : price(String(best)),
    isArmed: now === 'ARMED',
    watchedAfterMs: Number(seen),
    validUntilMs: Number(until),
  }
}

/** Rows of one page: the process gets to its other work between two pages. */
const PAGE = 5_000

const openAfter = statement(
  ['afterAccountId', 'groupId', 'leg', 'limit'],
  sql`select ${booked} from ${conditionalLegs}
    where ${isOpenLegRow(status)} and (${accountId}, ${groupId}, ${conditionalLegs.leg}) >
      (${parameter('afterAccountId', 'text')}, ${parameter('groupId', 'text')},
        ${parameter('leg', 'text')})
    order by ${accountId}, ${groupId}, ${conditionalLegs.leg}
    limit ${parameter('limit', 'integer')}`,
  decodeBooked,
)

/** All open legs, by account and group. */
export async function* allOpenLegs(runner: StatementRunner): AsyncGenerator<readonly BookedLeg[]> {
  let after = { accountId: '', groupId: '', leg: '' }
  for (;;) {
    const { accountId, groupId, leg } = after
    const page = await runner.all(openAfter, {
      afterAccountId: accountId,
      groupId,
      leg,
      limit: String(PAGE),
    })
    yield page
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = last
  }
}

const bookedOf = statement(
  ['accountIds', 'groupIds'],
  sql`select ${booked}
    from (select unnest(${parameter('accountIds', 'text[]')}) as account_id,
        unnest(${parameter('groupIds', 'text[]')}) as group_id) as wanted
    cross join lateral (select * from ${conditionalLegs}
      where ${accountId} = wanted.account_id and ${groupId} = wanted.group_id
      offset 0) as ${conditionalLegs}`,
  decodeBooked,
)

/** The current legs of these groups, for the trigger book. */
export const bookedLegsOf = (
  runner: StatementRunner,
  keys: readonly GroupKey[],
): Promise<readonly BookedLeg[]> =>
  runner.all(bookedOf, {
    accountIds: arrayLiteral(keys.map(({ accountId }) => accountId)),
    groupIds: arrayLiteral(keys.map(({ groupId }) => groupId)),
  })

interface GroupFilter {
  readonly accountId: string
  readonly status: 'OPEN' | 'CLOSED' | null
  readonly symbol: string | null
  /** Selects groups older than this one; null selects all. */
  readonly before: string | null
  /** The largest number of groups returned. */
  readonly limit: number
}

const GROUP_FILTERS = {
  symbol: sql`${symbol} = ${parameter('symbol', 'text')}`,
  before: sql`${groupId} < ${parameter('before', 'text')}`,
}

const isAnyOpen = sql`bool_or(${isOpenLegRow(status)})`

/** Selects the groups of the page first, from the end of their index, then their legs. */
const listOf = (having: SQL) =>
  filteredList(GROUP_FILTERS, (given) =>
    statement(
      ['accountId', 'limit', 'symbol', 'before'],
      sql`select ${leg.list} from ${conditionalLegs}
        where ${accountId} = ${parameter('accountId', 'text')} and ${groupId} in (
          select ${groupId} from ${conditionalLegs}
          where ${sql.join(
            [sql`${accountId} = ${parameter('accountId', 'text')}`, ...given],
            sql` and `,
          )}
          group by ${groupId} having ${having}
          order by ${groupId} desc limit ${parameter('limit', 'bigint')})
        order by ${groupId} desc, ${conditionalLegs.leg}`,
      leg.decode,
    ),
  )

const lists = {
  ALL: listOf(sql`true`),
  OPEN: listOf(isAnyOpen),
  CLOSED: listOf(sql`not ${isAnyOpen}`),
}

/** The legs of the account's groups, newest first: group ids sort by time. */
export const listGroups = (
  runner: StatementRunner,
  { status, limit, ...filter }: GroupFilter,
): Promise<readonly Leg[]> => lists[status ?? 'ALL'](runner, { ...filter, limit: String(limit) })

/**
 * Triggers that their accounts have missed: a tick reached the legs while another session had the
 * account locked, for example. They are saved, since the price may go back before the account is
 * free, and the server may end [conditional.survives].
 */
interface MissedTrigger extends LegOfSymbol {
  /** The time of the tick that reached the leg. */
  readonly at: Instant
  readonly prices: TriggerPrices
}

const missed = selection(getTableColumns(missedTriggers))

const readMissed = statement(
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
  runner.all(readMissed, {})

const replaceMissed = statement(
  ['rows'],
  sql`with kept as (
      select * from json_populate_recordset(null::${missedTriggers}, ${parameter('rows', 'json')})
    ), done as (
      delete from ${missedTriggers}
      where (${missedTriggers.accountId}, ${missedTriggers.groupId}, ${missedTriggers.leg},
          ${missedTriggers.at}) not in (select account_id, group_id, leg, at from kept)
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
  await runner.all(replaceMissed, { rows: JSON.stringify(rows) })
}
