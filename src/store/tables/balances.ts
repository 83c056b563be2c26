/** An account's cash and shares at past instants. */
import { eq, sql } from 'drizzle-orm'
import { firstFillIdAt } from '../../core/ids'
import {
  type Amount,
  add,
  amount,
  NO_AMOUNT,
  NO_QUANTITY,
  type Quantity,
  quantity,
  subtract,
} from '../../core/money'
import { atMs, type Instant, Temporal } from '../../core/time'
import type { Drizzle } from '../database'
import { arrayLiteral, parameter, type StatementRunner, statement } from '../pg/statement'
import { accounts, adjustments, fills, holdings, orderEvents } from '../schema'

export interface Balance {
  readonly at: Instant
  readonly cash: Amount
  /** By symbol; none is 0. */
  readonly shares: ReadonlyMap<string, Quantity>
}

/** The cash (`symbol` null) or the shares of an instrument: now, or what came after a mark. */
interface Moved {
  /** Null: what the account has now. Otherwise it came after this many of the instants. */
  readonly after: number | null
  readonly symbol: string | null
  readonly amount: Amount
  readonly quantity: Quantity
}

/**
 * What the account has, and what came after the first of the marks, by the marks that it came
 * after. One statement, so that all of it is of one moment. A mark is the millisecond after its
 * instant, since an instant's own fills belong to it.
 */
const movedSince = statement(
  ['accountId', 'marks', 'first'],
  sql`select null::integer, null, ${accounts.cash}, 0::numeric from ${accounts}
      where ${accounts.accountId} = ${parameter('accountId', 'text')}
    union all
    select null, ${holdings.symbol}, 0, ${holdings.quantity} from ${holdings}
      where ${holdings.accountId} = ${parameter('accountId', 'text')} and ${holdings.quantity} > 0
    union all
    select width_bucket(at, ${parameter('marks', 'timestamptz[]')}), symbol,
      sum(amount), sum(quantity)
    from (
      select ${fills.filledAt} as at, ${fills.symbol} as symbol,
        case ${fills.side} when 'BUY' then -1 else 1 end * ${fills.quantity} * ${fills.price}
          as amount,
        case ${fills.side} when 'BUY' then 1 else -1 end * ${fills.quantity} as quantity
      from ${fills} where ${fills.accountId} = ${parameter('accountId', 'text')}
        and ${fills.fillId} >= ${parameter('first', 'text')}
      union all
      select ${adjustments.at}, ${adjustments.symbol}, ${adjustments.amount},
        ${adjustments.quantity}
      from ${adjustments} where ${adjustments.accountId} = ${parameter('accountId', 'text')}
    ) as entries
    where at >= (${parameter('marks', 'timestamptz[]')})[1]
    group by 1, 2`,
  ([after, symbol, cash, shares]): Moved => ({
    after: after === null ? null : Number(after),
    symbol: symbol === null ? null : String(symbol),
    amount: amount(String(cash)),
    quantity: quantity(String(shares)),
  }),
)

/**
 * What the account had at each of the instants, its changes at that very millisecond included.
 * Found backwards from what it has now, so that the cost is that of the changes since the first.
 * The instants ascend and are distinct.
 */
export async function balancesAt(
  runner: StatementRunner,
  accountId: string,
  instants: readonly Instant[],
): Promise<readonly Balance[]> {
  const marks = instants.map((at) => atMs(at.epochMilliseconds + 1))
  const [first] = marks
  if (first === undefined) return []
  const moved = await runner.all(movedSince, {
    accountId,
    marks: arrayLiteral(marks.map(String)),
    first: firstFillIdAt(first),
  })
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
  /** When its first order event, fill or adjustment was; null without any. */
  readonly firstChangeAt: Instant | null
  /** By the system clock, which a simulated market's need not be near. */
  readonly createdAt: Instant
}

/** Undefined for an unknown account. */
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
