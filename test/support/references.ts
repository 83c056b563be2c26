/**
 * What foreign keys would hold for the tables that have none (src/store/schema.ts): each row of an
 * order's life refers to rows that exist, and repeats what they say.
 */
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/store/database'

const WHERE_BROKEN = {
  'an order without its account': sql`from orders o where not exists
    (select 1 from accounts a where a.account_id = o.account_id)`,
  'an order without its instrument': sql`from orders o where not exists
    (select 1 from instruments i where i.symbol = o.symbol)`,
  'an order without the event of its acceptance': sql`from orders o where not exists
    (select 1 from order_events e where e.account_id = o.account_id and e.seq = o.seq
      and e.order_id = o.order_id and e.status = 'SUBMITTED' and e.fill_id is null
      and e.filled_quantity = 0 and e.filled_amount = 0 and e.occurred_at = o.requested_at)`,
  'an order that is not as its last event says': sql`from orders o join lateral
    (select * from order_events e where e.account_id = o.account_id and e.order_id = o.order_id
      order by e.seq desc limit 1) as e on true
    where (e.status, e.filled_quantity, e.filled_amount, e.occurred_at)
      is distinct from (o.status, o.filled_quantity, o.filled_amount, o.updated_at)`,
  'an event without its order': sql`from order_events e where not exists
    (select 1 from orders o where o.account_id = e.account_id and o.order_id = e.order_id)`,
  'an event without its fill': sql`from order_events e where e.fill_id is not null and not exists
    (select 1 from fills f where f.account_id = e.account_id and f.fill_id = e.fill_id)`,
  'a fill without its order': sql`from fills f where not exists
    (select 1 from orders o where o.account_id = f.account_id and o.order_id = f.order_id
      and o.symbol = f.symbol and o.side = f.side)`,
  'a fill without its event': sql`from fills f where not exists
    (select 1 from order_events e where e.account_id = f.account_id and e.fill_id = f.fill_id
      and e.order_id = f.order_id)`,
  'a log with a gap': sql`from accounts a where a.seq <> (select count(*) from order_events e
    where e.account_id = a.account_id and e.seq between 1 and a.seq)`,
}

/** What is broken, each with the number of its rows; empty where nothing is. */
export async function brokenReferences({ drizzle }: Database): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [what, where] of Object.entries(WHERE_BROKEN)) {
    const found: unknown = await drizzle.execute(sql`select count(*)::int as rows ${where}`)
    const [row] = rowsOf(found)
    if (row?.rows !== 0) broken.push(`${what}: ${row?.rows}`)
  }
  return broken
}

/** The two drivers hand rows over differently. */
function rowsOf(found: unknown): readonly { readonly rows: number }[] {
  const rows = Array.isArray(found) ? found : Object(found).rows
  return Array.isArray(rows) ? rows : []
}
