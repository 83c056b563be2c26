/** What a client asks beside the contract, and what it is answered. */
import { ask, type Check, mayBeForced } from './asking'
import { type Entry, limitNear } from './commands'
import { type Answered, isRefusal } from './oracle/answers'
import type { Amendment, AmountOrder, AskedEntries, Close, CloseAll } from './oracle/entries'
import { checkAmended, checkCanceledAll, checkEntered } from './oracle/entry-answers'
import {
  type AskedGroups,
  type Group,
  type GroupAmendment,
  type GroupTerms,
  isWaiting,
  type Leg,
} from './oracle/groups'
import { type Account, isOpen, type Order } from './oracle/ledger'
import { decimalOf, shownAt } from './oracle/prices'
import type { Outcome } from './process'
import type { World } from './world'

/** A request, and whether it may have been carried out. */
export interface Asked<T> {
  readonly accountId: string
  readonly asked: T
  isRefused: boolean
}

/** The cancels of all, of each until when it may have come about. */
export interface CanceledAll {
  readonly accountId: string
  readonly symbol: string | null
  readonly side: string | null
  untilMs: number
}

export interface SentEntries {
  readonly amendments: Asked<Amendment>[]
  readonly closes: Asked<Close>[]
  readonly amounts: Asked<AmountOrder>[]
  readonly cancels: CanceledAll[]
  readonly closeAlls: Asked<CloseAll>[]
  readonly groups: Asked<GroupTerms>[]
  readonly amendedGroups: Asked<GroupAmendment>[]
  /** Conditional orders whose cancel was asked for. */
  readonly canceledGroups: Set<string>
}

export const noEntries = (): SentEntries => ({
  amendments: [],
  closes: [],
  amounts: [],
  cancels: [],
  closeAlls: [],
  groups: [],
  amendedGroups: [],
  canceledGroups: new Set(),
})

const among = <T extends { readonly clientOrderId: string }>(
  all: readonly Asked<T>[],
  accountId: string,
  clientOrderId: string,
): readonly T[] =>
  all
    .filter((each) => each.accountId === accountId && !each.isRefused)
    .map(({ asked }) => asked)
    .filter((asked) => asked.clientOrderId === clientOrderId)

export const askedEntries = (sent: SentEntries): AskedEntries => ({
  amendments: (accountId, id) => among(sent.amendments, accountId, id),
  closes: (accountId, id) => among(sent.closes, accountId, id),
  closeAlls: (accountId, id) => among(sent.closeAlls, accountId, id),
  amounts: (accountId, id) => among(sent.amounts, accountId, id),
})

/** A statement may be carried out so long after its client has given up. */
const LATE_MS_MAX = 15_000
/** The bound if the market has a clock of its own. */
const LATE_MARKET_MS_MAX = 3_600_000

export const isCanceledByAll = (
  { cancels }: SentEntries,
  { accountId }: Account,
  {
    terms,
    requestedAtMs,
  }: Pick<Order, 'requestedAtMs'> & {
    readonly terms: { readonly symbol: string; readonly side: string }
  },
): boolean =>
  cancels.some(
    (each) =>
      each.accountId === accountId &&
      (each.symbol ?? terms.symbol) === terms.symbol &&
      (each.side ?? terms.side) === terms.side &&
      requestedAtMs <= each.untilMs,
  )

/** A cancel of one side ends each conditional order that waits on it, with all of its legs. */
export const isGroupCanceled = (sent: SentEntries, account: Account, group: Group): boolean =>
  sent.canceledGroups.has(group.groupId) ||
  group.legs.some(({ side }) => {
    const { requestedAtMs } = group
    return isCanceledByAll(sent, account, { requestedAtMs, terms: { ...group.terms, side } })
  })

export const askedGroups = (sent: SentEntries): AskedGroups => ({
  placed: (accountId, id) => among(sent.groups, accountId, id),
  amended: (accountId, groupId) =>
    sent.amendedGroups
      .filter((each) => each.accountId === accountId && !each.isRefused)
      .map(({ asked }) => asked)
      .filter((asked) => asked.groupId === groupId),
  isCancelWanted: (account, group) => isGroupCanceled(sent, account, group),
})

export async function enter(world: World, account: Account, call: Entry): Promise<Check> {
  switch (call.type) {
    case 'amend':
      return amend(world, account, call)
    case 'cancel-all':
      return cancelAll(world, account, call)
    case 'close':
      return close(world, account, call)
    case 'amount':
      return amount(world, account, call)
  }
}

/** The answer, if there is one that says what was done. */
async function asked<T>(
  world: World,
  account: Account,
  process: number,
  path: string,
  body: object,
  sent: Asked<T>,
): Promise<Answered | undefined> {
  const outcome: Outcome = await ask(world, account, process, 'POST', path, JSON.stringify(body))
  if (outcome === 'not sent') sent.isRefused = true
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return undefined
  sent.isRefused = isRefusal(outcome)
  return outcome
}

async function amend(
  world: World,
  account: Account,
  call: Extract<Entry, { type: 'amend' }>,
): Promise<Check> {
  const { accountId } = account
  const before = world.entries.amendments.filter((each) => each.accountId === accountId)
  const again = call.isAgain ? before[call.pick % Math.max(before.length, 1)]?.asked : undefined
  const amendment = again ?? amendmentOf(world, account, call)
  if (amendment === undefined) return () => {}
  const sent: Asked<Amendment> = { accountId, asked: amendment, isRefused: false }
  world.entries.amendments.push(sent)
  const { orderId, ...terms } = amendment
  const body = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null))
  const path = `/paper/orders/${orderId}/replacement`
  const answer = await asked(world, account, call.process, path, body, sent)
  if (answer?.status === 200) world.count('orders amended')
  return (moments) => {
    if (answer !== undefined) checkAmended(account, amendment, answer, moments)
  }
}

function amendmentOf(
  world: World,
  account: Account,
  { key, pick, quantity, away, timeInForce }: Extract<Entry, { type: 'amend' }>,
): Amendment | undefined {
  const all = [...account.orders.values()]
  const open = all.filter(({ status }) => isOpen(status))
  const from = open.length > 0 && pick % 7 > 0 ? open : all
  const order = from[pick % Math.max(from.length, 1)]
  if (order === undefined) return undefined
  const { symbol, side, orderType } = order.terms
  const { bid, ask } = shownAt(world.seed, symbol, world.marketNowMs)
  const [near, sign] = side === 'BUY' ? [ask, 1] : [bid, -1]
  const limitPrice =
    away === null || orderType === 'MARKET' ? null : decimalOf(limitNear(symbol, near, sign * away))
  const isAny = quantity !== null || limitPrice !== null || timeInForce !== null
  return {
    clientOrderId: `amend-${key}`,
    orderId: order.orderId,
    quantity: isAny ? quantity : '5',
    limitPrice,
    timeInForce,
  }
}

async function cancelAll(
  world: World,
  account: Account,
  { process, symbol, side }: Extract<Entry, { type: 'cancel-all' }>,
): Promise<Check> {
  const { accountId } = account
  const sent: CanceledAll = { accountId, symbol, side, untilMs: Number.POSITIVE_INFINITY }
  world.entries.cancels.push(sent)
  const open = [...account.orders.values()].filter(
    ({ status, terms }) =>
      isOpen(status) &&
      (symbol ?? terms.symbol) === terms.symbol &&
      (side ?? terms.side) === terms.side,
  )
  const matches = (leg: Leg): boolean =>
    (symbol ?? leg.group.terms.symbol) === leg.group.terms.symbol && (side ?? leg.side) === leg.side
  const waiting = [...account.groups.values()].filter(({ legs }) =>
    legs.some((leg) => isWaiting(leg) && matches(leg)),
  )
  const given = { ...(symbol !== null && { symbol }), ...(side !== null && { side }) }
  const query = new URLSearchParams(given).toString()
  const path = query === '' ? '/paper/orders' : `/paper/orders?${query}`
  const outcome = await ask(world, account, process, 'DELETE', path)
  const lateMs = world.climate.speed === null ? LATE_MS_MAX : LATE_MARKET_MS_MAX
  sent.untilMs = world.marketNowMs + lateMs
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return () => {}
  if (outcome.status === 200) world.count('all orders canceled')
  return (moments) => checkCanceledAll(account, { open, waiting, matches }, outcome, moments)
}

async function close(
  world: World,
  account: Account,
  { key, process, symbol, percent }: Extract<Entry, { type: 'close' }>,
): Promise<Check> {
  const request = { clientOrderId: `close-${key}`, symbol, percent }
  const sent: Asked<Close> = { accountId: account.accountId, asked: request, isRefused: false }
  world.entries.closes.push(sent)
  const { symbol: _, ...body } = request
  const path = `/paper/holdings/${symbol}/close`
  const answer = await asked(world, account, process, path, body, sent)
  if (answer?.status === 200) world.count('holdings closed')
  return (moments) => {
    if (answer !== undefined) checkEntered(account, request, answer, moments)
  }
}

async function amount(
  world: World,
  account: Account,
  { key, process, symbol, side, usd }: Extract<Entry, { type: 'amount' }>,
): Promise<Check> {
  const request = { clientOrderId: `amount-${key}`, symbol, side, usd }
  const sent: Asked<AmountOrder> = {
    accountId: account.accountId,
    asked: request,
    isRefused: false,
  }
  world.entries.amounts.push(sent)
  const { usd: amount, ...terms } = request
  const answer = await asked(world, account, process, '/paper/orders', { ...terms, amount }, sent)
  if (answer?.status === 200) world.count('orders for an amount')
  return (moments) => {
    if (answer !== undefined) checkEntered(account, request, answer, moments)
  }
}
