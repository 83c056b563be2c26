/** Conditional orders of the crash suite: what clients send, and what must be so at the end. */
import { below, oneOf, type Random } from '../support/random'
import { FINAL, type GroupPlacement, type GroupTerms } from './journal'
import { fieldOf } from './requests'

/** Cents from the market: so near that many are triggered within seconds. */
const CENTS_MAX = 10

/** So many of them are entries with both exits. */
const BRACKETS_SHARE = 0.3

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
  if (random() < BRACKETS_SHARE) {
    const ofEntry = (cents: number): string => (bid + cents / 100).toFixed(2)
    const above = below(random, CENTS_MAX)
    const kind = random()
    const price = { [kind < 0.3 ? 'stopPrice' : 'limitPrice']: ofEntry(above + 1) }
    return {
      ...group,
      type: 'BRACKET',
      side: 'BUY',
      entry: kind < 0.5 ? price : {},
      takeProfit: { limitPrice: ofEntry(above + 1 + near()) },
      stopLoss: 'trailAmount' in stop ? stop : { stopPrice: ofEntry(above - near()) },
    }
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

/**
 * What all orders of a conditional order have filled, how much of it its entry has bought, and how
 * many of its exits are open.
 */
export interface ExitRow {
  readonly group_id: string
  readonly filled: string
  readonly bought: string
  readonly open: number
  /** Orders of its entry that are open. */
  readonly entering: number
}

export const LEGS = `select client_order_id, group_id, leg, status, quantity::text,
  filled_quantity::text from conditional_legs`
const IS_ENTRY = "client_order_id like '% ENTRY %'"
const IS_OPEN = "status not in ('FILLED', 'CANCELED', 'EXPIRED', 'REJECTED')"
export const EXITS = `select split_part(client_order_id, ' ', 1) as group_id,
    sum(filled_quantity)::text as filled,
    coalesce(sum(filled_quantity) filter (where ${IS_ENTRY}), 0)::text as bought,
    count(*) filter (where ${IS_OPEN} and not ${IS_ENTRY})::int as open,
    count(*) filter (where ${IS_OPEN} and ${IS_ENTRY})::int as entering
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
  const bought = Number(exit?.bought ?? 0)
  const hasEntry = terms.type === 'BRACKET'
  const sold = filled - bought
  const most = hasEntry ? bought : terms.quantity
  const byLegs = legs.reduce((sum, leg) => sum + Number(leg.filled_quantity), 0)
  const open = legs.filter(({ status }) => !FINAL.has(status))
  if (bought > terms.quantity) yield `${id} has bought ${bought} of ${terms.quantity} shares`
  if (sold > most) yield `${id} has exited ${sold} of ${most} shares`
  if (filled !== byLegs) yield `${id} has filled ${filled} shares, and its legs ${byLegs}`
  if (filled !== said) yield `${id} has filled ${filled} shares, and the stream said ${said}`
  if ((exit?.open ?? 0) > 1) yield `${id} has ${exit?.open} exits at work`
  if (legs.length !== LEGS_OF[terms.type]) yield `${id} has ${legs.length} legs`
  if (cancelled && open.length > 0) yield `${id} was cancelled and is open`
  const exits = open.filter(({ leg }) => leg !== 'ENTRY')
  const [only] = exits
  const isAlone = legs.length > 1 && exits.length === 1 && only?.status === 'ARMED'
  if (isAlone) yield `${id} has ended, and its ${only?.leg} waits`
  const isPending = exits.some(({ status }) => status === 'PENDING')
  const isBegun = hasEntry && (bought > 0 || exits.length === open.length)
  if (isPending && isBegun) yield `${id} has bought ${bought} shares, and its exits wait`
  const isOver = open.length === 0 && (exit?.open ?? 0) + (exit?.entering ?? 0) > 0
  if (isOver) yield `${id} has ended, and its order goes on`
}

const LEGS_OF = { STOP: 1, TRAILING_STOP: 1, OCO: 2, BRACKET: 3 } as const
