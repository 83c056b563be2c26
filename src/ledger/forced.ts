/**
 * Stores what a test forces: outcomes on orders [outcome.force], and faults on requests and streams
 * [fault.force].
 */
import { and, asc, eq, getTableColumns, max, sql } from 'drizzle-orm'
import { assert } from '../core/assert'
import { type FaultEffect, type ForcedFault, type NewFault, strikesNth } from '../core/fault-rule'
import { type Quantity, quantity } from '../core/money'
import type { ForcedOutcome, ForcedPlan, ForcedResult, NewOutcome } from '../core/order/forced'
import { upsertRows } from '../postgres/bulk'
import type { Drizzle } from '../postgres/database'
import { fromEach, type ShardedSource } from '../postgres/each-shard'
import { OUTCOMES_LOCK } from '../postgres/options'
import { forcedFaults, forcedOrders, forcedOutcomes } from '../postgres/schema/sandbox'
import { isOpenRow, orders } from '../postgres/schema/trading'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../postgres/statement'

type Row = typeof forcedOutcomes.$inferSelect

const separated = (parts: readonly Quantity[]): string =>
  parts.map((part) => part.toFixed()).join(',')
const partsIn = (text: string): readonly Quantity[] =>
  text === '' ? [] : text.split(',').map(quantity)

const outcomeOf = (row: Row): ForcedOutcome => ({
  outcomeId: row.outcomeId,
  ordinal: row.ordinal,
  match: {
    ...(row.clientId !== null && { clientId: row.clientId }),
    ...(row.accountId !== null && { accountId: row.accountId }),
    ...(row.symbol !== null && { symbol: row.symbol }),
    ...(row.side !== null && { side: row.side }),
    ...(row.clientOrderId !== null && { clientOrderId: row.clientOrderId }),
    ...(row.leg !== null && { leg: row.leg }),
  },
  times: row.times,
  hits: row.hits,
  misses: row.misses,
  lastMiss: row.lastMiss,
  result: resultOf(row),
})

function resultOf({ kind, price, parts, rest, code, status, race }: Row): ForcedResult {
  const quantities = parts === null ? null : partsIn(parts)
  switch (kind) {
    case 'fill':
      return { kind, price, parts: quantities, rest: rest ?? 'hold' }
    case 'reject':
      assert(code !== null, 'a forced rejection has a code')
      return { kind, code }
    case 'end':
      assert(status !== null, 'a forced end has a status')
      return { kind, status }
    case 'hold':
      return { kind }
    case 'loseCancel':
      return { kind, price, quantity: quantities?.[0] ?? null, race: race ?? 'next-tick' }
  }
}

const NOTHING = { price: null, parts: null, rest: null, code: null, status: null, race: null }

function columnsOf(result: ForcedResult) {
  switch (result.kind) {
    case 'fill': {
      const { kind, price, parts, rest } = result
      return { ...NOTHING, kind, price, rest, parts: parts && separated(parts) }
    }
    case 'loseCancel': {
      const { kind, price, quantity: part, race } = result
      return { ...NOTHING, kind, price, race, parts: part && separated([part]) }
    }
    default:
      return { ...NOTHING, ...result }
  }
}

/** Replaces an outcome with the same id; the newest outcome is tried last. */
export const setOutcome = (drizzle: Drizzle, wanted: NewOutcome): Promise<ForcedOutcome> =>
  drizzle.transaction(async (tx) => {
    // One at a time, so that no two get the same number.
    await tx.execute(sql`select pg_advisory_xact_lock(${OUTCOMES_LOCK})`)
    const [last] = await tx.select({ ordinal: max(forcedOutcomes.ordinal) }).from(forcedOutcomes)
    const ordinal = (last?.ordinal ?? 0) + 1
    const { match, times, result, outcomeId = null } = wanted
    const values = {
      clientId: null,
      accountId: null,
      symbol: null,
      side: null,
      clientOrderId: null,
      leg: null,
      ...match,
      times,
      ordinal,
      hits: 0,
      misses: 0,
      lastMiss: null,
      ...columnsOf(result),
      outcomeId: outcomeId ?? `outcome-${ordinal}`,
    }
    const [row] = await tx
      .insert(forcedOutcomes)
      .values(values)
      .onConflictDoUpdate({ target: forcedOutcomes.outcomeId, set: values })
      .returning()
    assert(row !== undefined, 'an insert returns its row')
    return outcomeOf(row)
  })

export const listOutcomes = async (drizzle: Drizzle): Promise<readonly ForcedOutcome[]> =>
  (await drizzle.select().from(forcedOutcomes).orderBy(asc(forcedOutcomes.ordinal))).map(outcomeOf)

/** Returns the removed outcome; undefined if there is none. */
export async function removeOutcome(
  drizzle: Drizzle,
  outcomeId: string,
): Promise<ForcedOutcome | undefined> {
  const [row] = await drizzle
    .delete(forcedOutcomes)
    .where(eq(forcedOutcomes.outcomeId, outcomeId))
    .returning()
  return row && outcomeOf(row)
}

const outcome = selection(getTableColumns(forcedOutcomes))

const isUnspent = sql`(${forcedOutcomes.times} is null
  or ${forcedOutcomes.hits} < ${forcedOutcomes.times})`

const unspent = statement(
  [],
  sql`select ${outcome.list} from ${forcedOutcomes}
    where ${isUnspent} order by ${forcedOutcomes.ordinal}`,
  (row): ForcedOutcome => outcomeOf(outcome.decode(row)),
)

/** Outcomes that may still decide an order, in the order in which they are tried. */
export const unspentOutcomes = (runner: StatementRunner): Promise<readonly ForcedOutcome[]> =>
  runner.all(unspent, {})

const plan = selection(getTableColumns(forcedOrders))
const planOf = (row: readonly unknown[]): ForcedPlan => {
  const { parts, ...rest } = plan.decode(row)
  return { ...rest, parts: partsIn(parts) }
}

const standingPlans = sql`from ${forcedOrders} join ${orders}
    on ${orders.accountId} = ${forcedOrders.accountId}
      and ${orders.orderId} = ${forcedOrders.orderId}
  where ${forcedOrders.stands} and ${isOpenRow(orders.status)}`

const ofAccounts = statement(
  ['accountIds'],
  sql`select ${plan.list} ${standingPlans}
    and ${forcedOrders.accountId} = any(${parameter('accountIds', 'text[]')})
    and ${orders.accountId} = any(${parameter('accountIds', 'text[]')})`,
  planOf,
)

/** Plans for open orders of these accounts that an outcome controls. */
export const standingPlansOf = (runner: StatementRunner, accountIds: readonly string[]) =>
  runner.all(ofAccounts, { accountIds: arrayLiteral(accountIds) })

/** An open order that a test fills in part at the next tick. */
export interface DueForced {
  readonly accountId: string
  readonly orderId: string
  readonly symbol: string
}

const due = statement(
  [],
  sql`select ${orders.accountId}, ${orders.orderId}, ${orders.symbol} ${standingPlans}
    and ${forcedOrders.parts} <> ''`,
  ([accountId, orderId, symbol]): DueForced => ({
    accountId: String(accountId),
    orderId: String(orderId),
    symbol: String(symbol),
  }),
)

/** Sorted by account and order, without the orders of a shard that cannot be reached. */
export async function dueForcedOrders(source: ShardedSource): Promise<readonly DueForced[]> {
  const found: DueForced[] = []
  await fromEach(source, async (runner) => void found.push(...(await runner.all(due, {}))))
  const keyOf = ({ accountId, orderId }: DueForced): string => `${accountId} ${orderId}`
  return found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const held = statement(
  ['outcomeId'],
  sql`select ${plan.list} ${standingPlans}
    and ${forcedOrders.outcomeId} = ${parameter('outcomeId', 'text')}
    order by ${forcedOrders.accountId}`,
  planOf,
)

/** Plans for the open orders that the outcome controls. */
export const plansOfOutcome = (runner: StatementRunner, outcomeId: string) =>
  runner.all(held, { outcomeId })

export const SAVED_PLANS = upsertRows('plan', forcedOrders, [
  'outcomeId',
  'price',
  'parts',
  'rest',
  'stands',
])
export const planRow = (plan: ForcedPlan) => ({ ...plan, parts: separated(plan.parts) })

const mark = statement(
  [],
  sql`select exists (select 1 from ${forcedOutcomes}) or exists (select 1 ${standingPlans})`,
  ([some]): boolean => some === true,
)

/** Returns whether a test decides any order, now or later. */
export async function isAnyForced(runner: StatementRunner): Promise<boolean> {
  const [some] = await runner.all(mark, {})
  return some === true
}

/** Returns whether an outcome has decided the order, now or before [paper.explanation]. */
export async function isForcedOrder(
  drizzle: Drizzle,
  { accountId, orderId }: Pick<ForcedPlan, 'accountId' | 'orderId'>,
): Promise<boolean> {
  const found = await drizzle
    .select({ orderId: forcedOrders.orderId })
    .from(forcedOrders)
    .where(and(eq(forcedOrders.accountId, accountId), eq(forcedOrders.orderId, orderId)))
    .limit(1)
  return found.length > 0
}

type FaultRow = typeof forcedFaults.$inferSelect

const faultOf = (row: FaultRow): ForcedFault => ({
  faultId: row.faultId,
  match: {
    ...(row.clientId !== null && { clientId: row.clientId }),
    ...(row.route !== null && { route: row.route }),
  },
  times: row.times,
  share: row.share,
  seed: row.seed,
  seen: row.seen,
  hits: row.hits,
  effect: effectOf(row),
})

function effectOf(row: FaultRow): FaultEffect {
  const { kind, code, status, retryAfterSeconds } = row
  const at = row.moment ?? 'before'
  const delayMs = row.delayMs ?? 0
  const messages = row.messages ?? 'events'
  switch (kind) {
    case 'answer':
      assert(status !== null, 'a forced answer has a status')
      return { kind, at, code, status, retryAfterSeconds }
    case 'delay':
      return { kind, at, delayMs }
    case 'cut':
      return { kind, at }
    case 'stream-cut':
      return { kind, messages }
    case 'stream-delay':
      return { kind, messages, delayMs }
    case 'token':
      return { kind, end: row.tokenEnd ?? 'expired' }
    case 'client-disabled':
      return { kind }
  }
}

const NO_EFFECT = {
  moment: null,
  code: null,
  status: null,
  retryAfterSeconds: null,
  delayMs: null,
  messages: null,
  tokenEnd: null,
}

function effectColumnsOf(effect: FaultEffect) {
  switch (effect.kind) {
    case 'answer': {
      const { at: moment, ...answer } = effect
      return { ...NO_EFFECT, ...answer, moment }
    }
    case 'delay': {
      const { at: moment, ...delay } = effect
      return { ...NO_EFFECT, ...delay, moment }
    }
    case 'cut':
      return { ...NO_EFFECT, kind: effect.kind, moment: effect.at }
    case 'token':
      return { ...NO_EFFECT, kind: effect.kind, tokenEnd: effect.end }
    default:
      return { ...NO_EFFECT, ...effect }
  }
}

/** Replaces a fault with the same id; the newest fault is tried last. */
export const setFault = (drizzle: Drizzle, wanted: NewFault, hits = 0): Promise<ForcedFault> =>
  drizzle.transaction(async (tx) => {
    // One at a time, so that no two get the same number.
    await tx.execute(sql`lock table ${forcedFaults} in exclusive mode`)
    const [last] = await tx.select({ ordinal: max(forcedFaults.ordinal) }).from(forcedFaults)
    const ordinal = (last?.ordinal ?? 0) + 1
    const { match, times, share, seed, effect, faultId } = wanted
    const values = {
      clientId: null,
      route: null,
      ...match,
      times,
      share,
      seed,
      ordinal,
      seen: hits,
      hits,
      ...effectColumnsOf(effect),
      faultId: faultId ?? `fault-${ordinal}`,
    }
    const [row] = await tx
      .insert(forcedFaults)
      .values(values)
      .onConflictDoUpdate({ target: forcedFaults.faultId, set: values })
      .returning()
    assert(row !== undefined, 'an insert returns its row')
    return faultOf(row)
  })

export const listFaults = async (drizzle: Drizzle): Promise<readonly ForcedFault[]> =>
  (await drizzle.select().from(forcedFaults).orderBy(asc(forcedFaults.ordinal))).map(faultOf)

/** Returns the removed fault; undefined if there is none. */
export async function removeFault(
  drizzle: Drizzle,
  faultId: string,
): Promise<ForcedFault | undefined> {
  const [row] = await drizzle
    .delete(forcedFaults)
    .where(eq(forcedFaults.faultId, faultId))
    .returning()
  return row && faultOf(row)
}

export const isUnspentFault = ({ times, hits }: ForcedFault): boolean =>
  times === null || hits < times

/**
 * Counts a request that matches the fault. Returns whether the fault strikes it, and the fault
 * after that.
 */
export const meetFault = (
  drizzle: Drizzle,
  faultId: string,
): Promise<{ readonly strikes: boolean; readonly fault: ForcedFault } | undefined> =>
  drizzle.transaction(async (tx) => {
    const itself = eq(forcedFaults.faultId, faultId)
    const [row] = await tx.select().from(forcedFaults).where(itself).for('update')
    if (row === undefined) return undefined
    const known = faultOf(row)
    if (!isUnspentFault(known)) return { strikes: false, fault: known }
    const seen = known.seen + 1
    const strikes = strikesNth(known, seen)
    const hits = known.hits + (strikes ? 1 : 0)
    await tx.update(forcedFaults).set({ seen, hits }).where(itself)
    return { strikes, fault: { ...known, seen, hits } }
  })
