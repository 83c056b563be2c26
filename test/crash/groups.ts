/** Conditional orders of the crash suite: what clients send, and what must be so at the end. */
import { below, oneOf, type Random } from '../support/random'
import { FINAL, type GroupPlacement, type GroupTerms } from './journal'
import { fieldOf } from './requests'

/** Cents from the market: so near that many are triggered within seconds. */
const CENTS_MAX = 10

/** Close to the market, by a quote as it is answered; null: there is none. */
export function groupTermsNow(random: Random, symbol: string, quotes: unknown): GroupTerms | null {
  const listed = fieldOf(quotes, 'quotes')
  const [quote] = Array.isArray(listed) ? listed : []
  const bid = Number(fieldOf(quote, 'bidPrice'))
  if (!(bid > 1)) return null
  const side = random() < 0.7 ? ('SELL' as const) : ('BUY' as const)
  const sign = side === 'SELL' ? -1 : 1
  const away = (cents: number): string => (bid + (sign * cents) / 100).toFixed(2)
  const near = (): number => 1 + below(random, CENTS_MAX)
  const stop =
    random() < 0.5 ? { trailAmount: (near() / 100).toFixed(2) } : { stopPrice: away(near()) }
  const group = {
    symbol,
    side,
    quantity: 1 + below(random, 3),
    timeInForce: oneOf(random, ['DAY', 'GTC'] as const),
    triggerBy: oneOf(random, ['LAST', 'BID_ASK'] as const),
  }
  if (random() < 0.6) {
    return { ...group, type: 'OCO', takeProfit: { limitPrice: away(-near()) }, stopLoss: stop }
  }
  return { ...group, type: 'trailAmount' in stop ? 'TRAILING_STOP' : 'STOP', ...stop }
}

export interface LegRow {
  readonly client_order_id: string
  readonly group_id: string
  readonly leg: string
  readonly status: string
  readonly quantity: string
  readonly filled_quantity: string
}

/** What all orders of a conditional order have filled, and how many of them are open. */
export interface ExitRow {
  readonly group_id: string
  readonly filled: string
  readonly open: number
}

export const LEGS = `select client_order_id, group_id, leg, status, quantity::text,
  filled_quantity::text from conditional_legs`
export const EXITS = `select split_part(client_order_id, ' ', 1) as group_id,
    sum(filled_quantity)::text as filled,
    count(*) filter (where status not in ('FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'))::int as open
  from orders where client_order_id like 'cnd\\_% %' group by 1`

/**
 * Every conditional order that was answered is there, once, and no other. Its exits have never
 * filled more than its shares, by the orders and by what the streams have said; and no exit waits
 * alone.
 */
export function* wrongGroups(
  placements: ReadonlyMap<string, GroupPlacement>,
  legs: readonly LegRow[],
  exits: readonly ExitRow[],
  said: ReadonlyMap<string, number>,
): Generator<string> {
  const byKey = Map.groupBy(legs, (row) => row.client_order_id)
  const byGroup = new Map(exits.map((row) => [row.group_id, row]))
  for (const [id, placement] of placements) {
    const rows = byKey.get(id) ?? []
    const ids = new Set(rows.map((row) => row.group_id))
    const { orderId, refused, unknown } = placement
    if (ids.size > 1) yield `${id} is there ${ids.size} times`
    if (orderId !== null && !ids.has(orderId)) yield `${id} was placed as ${orderId} and is not`
    if (orderId === null && refused > 0 && unknown === 0 && rows.length > 0) {
      yield `${id} was refused and is there`
    }
    const [groupId] = ids
    if (groupId === undefined) continue
    yield* wrongExits(placement, rows, byGroup.get(groupId), said.get(groupId) ?? 0)
  }
  for (const id of byKey.keys()) if (!placements.has(id)) yield `${id} is there and was never sent`
}

function* wrongExits(
  { clientOrderId: id, cancelled, terms }: GroupPlacement,
  legs: readonly LegRow[],
  exit: ExitRow | undefined,
  said: number,
): Generator<string> {
  const filled = Number(exit?.filled ?? 0)
  const byLegs = legs.reduce((sum, leg) => sum + Number(leg.filled_quantity), 0)
  const open = legs.filter(({ status }) => !FINAL.has(status))
  if (filled > terms.quantity) yield `${id} has exited ${filled} of ${terms.quantity} shares`
  if (filled !== byLegs) yield `${id} has exited ${filled} shares, and its legs ${byLegs}`
  if (filled !== said) yield `${id} has exited ${filled} shares, and the stream said ${said}`
  if ((exit?.open ?? 0) > 1) yield `${id} has ${exit?.open} exits at work`
  if (legs.length !== (terms.type === 'OCO' ? 2 : 1)) yield `${id} has ${legs.length} legs`
  if (cancelled && open.length > 0) yield `${id} was cancelled and is open`
  const [only] = open
  const isAlone = legs.length === 2 && open.length === 1 && only?.status === 'ARMED'
  if (isAlone) yield `${id} has ended, and its ${only?.leg} waits`
  const isOver = open.length === 0 && (exit?.open ?? 0) > 0
  if (isOver) yield `${id} has ended, and its order goes on`
}
