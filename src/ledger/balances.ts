/** An account's cash and shares at past instants. */
import { eq, sql } from 'drizzle-orm'
import { fillIdOf, firstFillIdAt } from '../core/ids'
import {
  type Amount,
  add,
  amount,
  NO_AMOUNT,
  NO_QUANTITY,
  type Quantity,
  quantity,
  subtract,
} from '../core/money'
import { atMs, type Instant, Temporal } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { type LongRead, PAGE_ROWS } from '../postgres/long-read'
import { accounts, adjustments, fills, holdings, orderEvents } from '../postgres/schema/trading'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../postgres/statement'

export interface Balance {
  readonly at: Instant
  readonly cash: Amount
  /** Shares by symbol, without zeros. */
  readonly shares: ReadonlyMap<string, Quantity>
}

/** Cash (if `symbol` is null) or shares of an instrument: the present amount, or a later change. */
interface Moved {
  /** The number of instants before the change; null for the amount that the account has now. */
  readonly after: number | null
  readonly symbol: string | null
  readonly amount: Amount
  readonly quantity: Quantity
}

/** Evaluated once: inside an expression, the text would be cast to an array for each row. */
const MARKS = sql`(select ${parameter('marks', 'timestamptz[]')})`

/**
 * The account's present amounts, and its adjustments after the first mark. A mark is the
 * millisecond after an instant, since an instant includes its own changes. Adjustments between the
 * same two marks are summed. All of it is one statement, and so of one moment. The first row has
 * the account's last event, which names that moment.
 */
const nowAndAdjusted = statement(
  ['accountId', 'marks'],
  sql`select null::integer, null, ${accounts.cash}, 0::numeric, ${accounts.seq},
      ${accounts.lastEventAt} from ${accounts}
      where ${accounts.accountId} = ${parameter('accountId', 'text')}
    union all
    select null, ${holdings.symbol}, 0, ${holdings.quantity}, null, null from ${holdings}
      where ${holdings.accountId} = ${parameter('accountId', 'text')} and ${holdings.quantity} > 0
    union all
    select width_bucket(${adjustments.at}, ${MARKS}), ${adjustments.symbol},
      sum(${adjustments.amount}), sum(${adjustments.quantity}), null, null
    from ${adjustments} where ${adjustments.accountId} = ${parameter('accountId', 'text')}
      and ${adjustments.at} >= (${MARKS})[1]
    group by 1, 2`,
  ([after, symbol, cash, shares, seq, lastEventAt]) => ({
    ...movedOf(after, symbol, cash, shares),
    lastEvent:
      typeof lastEventAt === 'string'
        ? { seq: Number(seq), at: Temporal.Instant.from(lastEventAt) }
        : null,
  }),
)

/** A page of the fills between two ids. Fills between the same two marks are summed. */
const movedByFills = statement(
  ['accountId', 'marks', 'from', 'to', 'limit'],
  sql`select width_bucket(at, ${MARKS}), symbol,
      sum(case side when 'BUY' then -quantity * price else quantity * price end),
      sum(case side when 'BUY' then quantity else -quantity end), count(*), max(id)
    from (select ${fills.fillId} as id, ${fills.filledAt} as at, ${fills.symbol} as symbol,
        ${fills.side} as side, ${fills.quantity} as quantity, ${fills.price} as price
      from ${fills} where ${fills.accountId} = ${parameter('accountId', 'text')}
        and ${fills.fillId} > ${parameter('from', 'text')}
        and ${fills.fillId} <= ${parameter('to', 'text')}
      order by ${fills.fillId} limit ${parameter('limit', 'integer')}) as page
    group by 1, 2`,
  ([after, symbol, cash, shares, count, lastId]) => ({
    ...movedOf(after, symbol, cash, shares),
    count: Number(count),
    lastId: String(lastId),
  }),
)

function movedOf(after: unknown, symbol: unknown, cash: unknown, shares: unknown): Moved {
  return {
    after: after === null ? null : Number(after),
    symbol: symbol === null ? null : String(symbol),
    amount: amount(String(cash)),
    quantity: quantity(String(shares)),
  }
}

/**
 * Returns what the account had at each of the instants, including changes at that very millisecond.
 * Counts back from what it has now, so the cost depends on the changes since the first instant. The
 * instants ascend and are distinct. The account's last event is read first, and fills only up to
 * that event. So fills that are committed during the call do not count.
 */
export async function balancesAt(
  runner: StatementRunner,
  accountId: string,
  instants: readonly Instant[],
  pageRead: LongRead,
): Promise<readonly Balance[]> {
  const [firstMark] = instants.map(markOf)
  if (firstMark === undefined) return []
  const marks = arrayLiteral(instants.map((at) => String(markOf(at))))
  const now = await runner.all(nowAndAdjusted, { accountId, marks })
  const moved: Moved[] = [...now]
  const lastEvent = now.find((each) => each.lastEvent !== null)?.lastEvent
  await pageRead(now.length)
  if (lastEvent) {
    const to = fillIdOf(accountId, lastEvent.at, lastEvent.seq)
    let from = firstFillIdAt(firstMark)
    for (;;) {
      const page = { accountId, marks, from, to, limit: String(PAGE_ROWS) }
      const found = await runner.all(movedByFills, page)
      moved.push(...found)
      const rows = found.reduce((sum, { count }) => sum + count, 0)
      await pageRead(rows)
      if (rows < PAGE_ROWS) break
      from =
        found
          .map(({ lastId }) => lastId)
          .toSorted()
          .at(-1) ?? to
    }
  }
  return balancesFrom(moved, instants)
}

const markOf = (at: Instant): Instant => atMs(at.epochMilliseconds + 1)

function balancesFrom(moved: readonly Moved[], instants: readonly Instant[]): readonly Balance[] {
  const byMark = Map.groupBy(moved, ({ after }) => after)
  const sum = openSum()
  for (const each of byMark.get(null) ?? []) sum.move(each, add)
  const balances: Balance[] = []
  for (const [index, at] of [...instants.entries()].reverse()) {
    for (const each of byMark.get(index + 1) ?? []) sum.move(each, subtract)
    balances.push({ at, ...sum.now() })
  }
  return balances.reverse()
}

function openSum() {
  const shares = new Map<string, Quantity>()
  let cash = NO_AMOUNT
  return {
    move({ symbol, amount, quantity }: Moved, by: typeof add): void {
      cash = by(cash, amount)
      if (symbol === null) return
      const held = by(shares.get(symbol) ?? NO_QUANTITY, quantity)
      if (held.eq(NO_QUANTITY)) shares.delete(symbol)
      else shares.set(symbol, held)
    },
    now: () => ({ cash, shares: new Map(shares) }),
  }
}

export interface AccountBeginning {
  readonly initialCash: Amount
  /** The time of its first order event, fill or adjustment; null if it has none. */
  readonly firstChangeAt: Instant | null
  /** System time, which may be far from a simulated market's time. */
  readonly createdAt: Instant
}

/** Returns undefined for an unknown account. */
export async function accountBeginning(
  drizzle: Drizzle,
  accountId: string,
): Promise<AccountBeginning | undefined> {
  const [found] = await drizzle
    .select({
      initialCash: accounts.initialCash,
      createdAt: accounts.createdAt,
      firstEventAt: sql<string | null>`(select ${orderEvents.occurredAt} from ${orderEvents}
        where ${orderEvents.accountId} = ${accounts.accountId}
        order by ${orderEvents.seq} limit 1)`,
      firstAdjustmentAt: sql<string | null>`(select ${adjustments.at} from ${adjustments}
        where ${adjustments.accountId} = ${accounts.accountId}
        order by ${adjustments.number} limit 1)`,
    })
    .from(accounts)
    .where(eq(accounts.accountId, accountId))
  if (found === undefined) return undefined
  const { firstEventAt, firstAdjustmentAt, ...beginning } = found
  const [firstChangeAt = null] = [firstEventAt, firstAdjustmentAt]
    .flatMap((text) => (text === null ? [] : [Temporal.Instant.from(text)]))
    .toSorted(Temporal.Instant.compare)
  return { ...beginning, firstChangeAt }
}
