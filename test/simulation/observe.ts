/** What the database of a simulated world holds after a step, read behind the server's back. */
import type { StatementRunner } from '../../src/postgres/statement'
import type { Pin } from './oracle/prices'
import type { AccountRows } from './oracle/step'

/** As far as the ledger has read. */
export interface ReadTo {
  readonly accountId: string
  readonly seq: number
  readonly adjustments: number
}

export interface Observed {
  readonly accounts: readonly AccountRows[]
  readonly halted: boolean
  readonly suspended: ReadonlySet<string>
  readonly pins: readonly Pin[]
}

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`

const us = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`

const leg = (of: string): string => `json_build_object('groupId', ${of}.group_id,
    'leg', ${of}.leg, 'clientOrderId', ${of}.client_order_id, 'symbol', ${of}.symbol,
    'side', ${of}.side, 'type', ${of}.type, 'quantity', ${of}.quantity::text,
    'stop', ${of}.stop_price::text, 'limit', ${of}.limit_price::text,
    'trailAmount', ${of}.trail_amount::text, 'trailPercent', ${of}.trail_percent::text,
    'limitOffset', ${of}.limit_offset::text, 'timeInForce', ${of}.time_in_force,
    'triggerBy', ${of}.trigger_by, 'sessions', ${of}.sessions, 'status', ${of}.status,
    'filled', ${of}.filled_quantity::text, 'heldCash', ${of}.held_cash::text,
    'heldShares', ${of}.held_quantity::text, 'orderId', ${of}.order_id,
    'children', ${of}.children, 'mark', ${of}.mark::text,
    'watchedAfterMs', ${ms(`${of}.watched_after`)}, 'triggeredAtMs', ${ms(`${of}.triggered_at`)},
    'triggerPrice', ${of}.trigger_price::text, 'reason', ${of}.reason,
    'validUntilMs', ${ms(`${of}.valid_until`)})`

const TEXT = `
  with known as (
    select * from unnest($1::text::text[], $2::text::integer[], $3::text::integer[])
      as known (id, seq, adjustments)),
  new as (
    select e.*, f.price, f.quantity as shares, f.filled_at, f.fill_profile from known
      join order_events e on e.account_id = known.id and e.seq > known.seq
      left join fills f on f.account_id = e.account_id and f.fill_id = e.fill_id)
  select json_build_object(
    'halted', coalesce((select halted_at is not null from market_controls), false),
    'suspended', (select coalesce(json_agg(symbol order by symbol), '[]') from instruments
      where tradable <> 'TRADABLE'),
    'pins', (select coalesce(json_agg(json_build_object('symbol', symbol,
        'fromUs', ${us('pinned_at')}, 'untilUs', ${us('released_at')},
        'bid', (bid_price * 10000)::bigint, 'ask', (ask_price * 10000)::bigint,
        'bidSize', bid_size::float8, 'askSize', ask_size::float8) order by pinned_at), '[]')
      from pinned_quotes),
    'accounts', (select json_agg(json_build_object(
      'accountId', a.account_id, 'cash', a.cash::text, 'held', a.held_cash::text, 'seq', a.seq,
      'locked', a.locked_at is not null,
      'events', (select coalesce(json_agg(json_build_object('seq', e.seq, 'orderId', e.order_id,
          'status', e.status, 'filled', e.filled_quantity::text, 'paid', e.filled_amount::text,
          'price', e.price::text, 'quantity', e.shares::text, 'filledAtMs', ${ms('e.filled_at')},
          'profile', e.fill_profile, 'atMs', ${ms('e.occurred_at')},
          'leg', case when c.seq is not null then ${leg('c')} end) order by e.seq), '[]')
        from new e left join conditional_events c
          on c.account_id = e.account_id and c.seq = e.seq
        where e.account_id = a.account_id),
      'legs', (select coalesce(json_agg(${leg('l')} order by l.group_id, l.leg), '[]')
        from conditional_legs l where l.account_id = a.account_id and (
          l.status in ('PENDING', 'ARMED', 'TRIGGERED') or l.group_id in
            (select e.order_id from new e where e.account_id = a.account_id))),
      'orders', (select coalesce(json_agg(json_build_object('orderId', o.order_id,
          'clientOrderId', o.client_order_id, 'symbol', o.symbol, 'side', o.side,
          'orderType', o.order_type, 'timeInForce', o.time_in_force,
          'quantity', o.quantity::text, 'limitPrice', o.limit_price::text, 'status', o.status,
          'holdPrice', o.hold_price::text, 'replaces', o.replaces, 'replacedBy', o.replaced_by,
          'cancelReason', o.cancel_reason, 'sizing', o.sizing,
          'filled', o.filled_quantity::text, 'held', o.held_cash::text,
          'validUntilMs', ${ms('o.valid_until')}) order by o.order_id), '[]')
        from orders o where o.account_id = a.account_id and o.order_id in
          (select e.order_id from new e where e.account_id = a.account_id)),
      'adjustments', (select coalesce(json_agg(json_build_object('number', j.number,
          'seq', j.seq, 'symbol', j.symbol, 'quantity', j.quantity::text,
          'amount', j.amount::text) order by j.number), '[]')
        from adjustments j where j.account_id = a.account_id and j.number > known.adjustments),
      'forced', (select coalesce(json_agg(json_build_object('orderId', d.order_id,
          'stands', d.stands) order by d.order_id), '[]')
        from forced_orders d where d.account_id = a.account_id),
      'queues', (select coalesce(json_agg(json_build_object('orderId', o.order_id,
          'ahead', o.queue_ahead::text, 'movedAtMs', ${ms('o.queue_moved_at')})
          order by o.order_id), '[]')
        from orders o where a.fill_profile = 'strict@2' and o.account_id = a.account_id
          and o.status in ('SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL')),
      'holdings', (select coalesce(json_agg(json_build_object('symbol', h.symbol,
          'quantity', h.quantity::text, 'held', h.held_quantity::text,
          'purchase', h.purchase_amount::text) order by h.symbol), '[]')
        from holdings h where h.account_id = a.account_id)
    ) order by a.account_id) from accounts a join known on known.id = a.account_id)
  )::text`

const READ = {
  text: TEXT,
  names: ['ids', 'seqs', 'adjustments'],
  // safe: the text is built to this shape right above.
  decode: ([text]: readonly unknown[]) =>
    JSON.parse(String(text)) as Omit<Observed, 'suspended'> & { suspended: string[] },
  isLong: false,
} as const

export async function observe(
  runner: StatementRunner,
  readTo: readonly ReadTo[],
): Promise<Observed> {
  const list = (of: (one: ReadTo) => string | number) => `{${readTo.map(of).join(',')}}`
  const parameters = {
    ids: list(({ accountId }) => accountId),
    seqs: list(({ seq }) => seq),
    adjustments: list(({ adjustments }) => adjustments),
  }
  const [found] = await runner.all(READ, parameters)
  if (found === undefined) throw new Error('one row was read')
  return { ...found, suspended: new Set(found.suspended) }
}
