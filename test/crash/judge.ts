/** Compares what was answered with what the database has. */
import { databaseAt } from '../../src/postgres/drivers/postgres'
import { findingsIn } from '../support/audited'
import type { Follower, Seen } from './follower'
import { EXITS, type ExitRow, LEGS, type LegRow, wrongGroups } from './groups'
import { FINAL, type Journal, type Placement } from './journal'

export interface OrderRow {
  readonly client_order_id: string
  readonly account_id: string
  readonly order_id: string
  readonly status: string
  readonly quantity: string
  readonly filled_quantity: string
  readonly order_type: string
}

export interface EventRow {
  readonly account_id: string
  readonly seq: number
  readonly order_id: string
  readonly status: string
  readonly filled_quantity: string
}

const ORDERS = `select client_order_id, account_id, order_id, status, quantity::text,
  filled_quantity::text, order_type from orders`
const EVENTS = `select e.account_id, e.seq, e.order_id, e.status,
    coalesce(c.filled_quantity, e.filled_quantity)::text as filled_quantity
  from order_events e left join conditional_events c
    on c.account_id = e.account_id and c.seq = e.seq
  order by e.account_id, e.seq`

/** Every order that was answered is there, once and as it was answered, and no other. */
export function* wrongOrders(
  placements: ReadonlyMap<string, Placement>,
  rows: readonly OrderRow[],
): Generator<string> {
  const byId = Map.groupBy(rows, (row) => row.client_order_id)
  for (const [id, placement] of placements) {
    const [row, ...more] = byId.get(id) ?? []
    if (more.length > 0) yield `${id} is there ${more.length + 1} times`
    if (row === undefined) {
      if (placement.orderId !== null)
        yield `${id} was placed as ${placement.orderId} and is not there`
      continue
    }
    const isRefused = placement.refused > 0 && placement.orderId === null
    if (isRefused && placement.unknown === 0) yield `${id} was refused and is there`
    if (placement.orderId !== null && placement.orderId !== row.order_id) {
      yield `${id} was placed as ${placement.orderId} and is there as ${row.order_id}`
    }
    yield* wrongState(placement, row)
  }
  // An order that a conditional order has placed is judged with it.
  for (const id of byId.keys()) {
    if (!placements.has(id) && !id.includes(' ')) yield `${id} is there and was never sent`
  }
}

function* wrongState(placement: Placement, row: OrderRow): Generator<string> {
  const { clientOrderId: id, finalSeen, filledSeen, cancelled, terms } = placement
  const isFinal = FINAL.has(row.status)
  if (finalSeen !== null && finalSeen !== row.status)
    yield `${id} was ${finalSeen}, is ${row.status}`
  if (Number(row.filled_quantity) < filledSeen) yield `${id} had ${filledSeen} shares filled`
  if (cancelled && !isFinal) yield `${id} was cancelled and is ${row.status}`
  if (terms.orderType === 'MARKET' && !isFinal) yield `${id} is due and still ${row.status}`
  if (terms.timeInForce === 'IOC' && !isFinal) yield `${id} is due and still ${row.status}`
  if (Number(row.quantity) !== terms.quantity) yield `${id} is for ${row.quantity} shares`
}

/** Checks that the stream sent each event once, as it is in the log, up to the last. */
export function* wrongEvents(
  rows: readonly EventRow[],
  told: ReadonlyMap<string, readonly Seen[]>,
): Generator<string> {
  const logs = Map.groupBy(rows, (row) => row.account_id)
  for (const [accountId, seen] of told) {
    const log = logs.get(accountId) ?? []
    for (const [at, row] of log.entries()) {
      if (row.seq !== at + 1) yield `${accountId} has event ${row.seq} as its ${at + 1}th`
      const event = seen[at]
      const isTold =
        event?.orderId === row.order_id &&
        event.status === row.status &&
        event.filledQuantity === Number(row.filled_quantity)
      if (!isTold) yield `event ${row.seq} of ${accountId} was told as ${JSON.stringify(event)}`
    }
    if (seen.length > log.length) yield `${accountId} was told events that are not in its log`
  }
}

/** While nobody trades. */
export async function judge(
  ask: <Row>(text: string) => Promise<readonly Row[]>,
  databaseUrl: string,
  followers: readonly Follower[],
  journal: Journal,
): Promise<void> {
  for (const line of wrongOrders(journal.placements, await ask<OrderRow>(ORDERS)))
    journal.found(line)
  const legs = await ask<LegRow>(LEGS)
  const exits = await ask<ExitRow>(EXITS)
  for (const line of wrongGroups(journal.groups, legs, exits, journal.exits)) journal.found(line)
  const told = new Map(followers.map(({ accountId, seen }) => [accountId, seen]))
  for (const line of wrongEvents(await ask<EventRow>(EVENTS), told)) journal.found(line)
  const database = databaseAt(databaseUrl, 'cli')
  try {
    for (const { code, accountId, subject, expected, found } of await findingsIn(database)) {
      journal.found(`audit ${code} ${accountId} ${subject}: expected ${expected}, found ${found}`)
    }
  } finally {
    await database.close()
  }
}
