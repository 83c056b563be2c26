/** Checks the answers to a client about its conditional orders. */
import { type Answered, codeOf, failed, isAtRest, isHindered, type Moments } from './answers'
import { compare, isSame, largest, parse, times, ZERO } from './fraction'
import {
  areCrossed,
  type Group,
  type GroupAmendment,
  type GroupTerms,
  isLegOpen,
  type Leg,
  needsOf,
  sideOf,
  stopAt,
} from './groups'
import { isWatched } from './hours'
import { type Account, isOpen, must } from './ledger'
import { type Market, shownBy } from './prices'
import { priceOf, reaches } from './triggers'

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const legsIn = (body: unknown): readonly unknown[] => {
  const legs = field(body, 'legs')
  return Array.isArray(legs) ? legs : []
}

/** A conditional order as a client reads it; `exactly`: nothing was under way. */
export function checkGroup(account: Account, group: Group, shown: unknown, exactly: boolean): void {
  const what = (): string => `${group.groupId} shows ${JSON.stringify(shown)}`
  must(field(shown, 'conditionalOrderId') === group.groupId, 'group-view', what)
  const legs = legsIn(shown)
  must(legs.length === group.legs.length, 'group-view', what)
  for (const leg of group.legs) {
    const one = legs.find((each) => field(each, 'leg') === leg.name)
    const history: readonly unknown[] = leg.history
    must(history.includes(field(one, 'status')), 'group-view', what)
    if (!exactly || !isAtRest(account)) continue
    const isSo =
      field(one, 'status') === leg.status &&
      isNumber(field(one, 'quantity'), leg) &&
      (field(one, 'orderId') ?? null) === leg.orderId
    must(isSo, 'group-view', what)
  }
}

const isNumber = (shown: unknown, { quantity }: Leg): boolean =>
  isSame(parse(String(shown)), quantity)

/** The open ones, as they are listed. */
export function checkGroups(account: Account, body: unknown, isAlone: boolean): void {
  const shown = field(body, 'conditionalOrders')
  const listed = Array.isArray(shown) ? shown : []
  const ids = listed.map((each) => String(field(each, 'conditionalOrderId')))
  for (const [at, each] of listed.entries()) {
    const group = account.groups.get(ids[at] ?? '')
    must(group !== undefined, 'groups-view', () => `${ids[at]} is not there`)
    if (group !== undefined) checkGroup(account, group, each, isAlone)
  }
  if (!isAlone || !isAtRest(account)) return
  const open = [...account.groups.values()]
    .filter(({ legs }) => legs.some(({ status }) => isLegOpen(status)))
    .map(({ groupId }) => groupId)
  const isSo = open.toSorted().reverse().join() === ids.join()
  must(isSo, 'groups-view', () => `${ids.join()} are listed, and ${open.join()} are open`)
}

/** The answers to one that was sent once or more often. */
export function checkGroupPlaced(
  account: Account,
  terms: GroupTerms,
  answers: readonly (Answered & { readonly replayed: boolean })[],
  wasThere: boolean,
  moments: Moments,
): void {
  const what = `placing ${terms.clientOrderId} of ${account.accountId}`
  const group = [...account.groups.values()].find(
    (each) => each.terms.clientOrderId === terms.clientOrderId,
  )
  let made = wasThere ? 1 : 0
  for (const answer of answers) {
    if (answer.status === 200) {
      must(group !== undefined, 'acknowledged-gone', () => `${what}: and it is not there`)
      if (group === undefined) continue
      must(isAlike(group.terms, terms), 'replayed-other', () => what)
      checkGroup(account, group, answer.body, false)
      const isPossible = answer.replayed || met(moments).some(([, atMs]) => mayAct(terms, atMs))
      must(isPossible, 'never-triggered', () => `${what}: it could never be triggered`)
      if (!answer.replayed) made++
    } else if (!failed(answer, moments, what)) {
      const isSo = isRight(account, terms, answer, moments)
      must(isSo, 'refusal', () => `${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  must(made <= 1, 'placed-twice', () => `${what}: twice`)
}

const SECOND_MS = 1_000

/** Each market, and each second, that the request may have met. */
const met = (moments: Moments): readonly (readonly [Market, number])[] =>
  Array.from({ length: Math.ceil((moments.toMs - moments.fromMs) / SECOND_MS) + 1 }, (_, second) =>
    Math.min(moments.fromMs + second * SECOND_MS, moments.toMs),
  ).flatMap((atMs) => moments.markets(atMs).map((market) => [market, atMs] as const))

/** Whether each leg that waits for a trigger could be triggered before it ends. */
const mayAct = (terms: GroupTerms, atMs: number): boolean =>
  terms.legs.every(({ type }) => type === 'LIMIT' || type === 'MARKET') || isWatched(terms, atMs)

/** Compares all that `group-again` changes. */
const isAlike = (one: GroupTerms, other: GroupTerms): boolean =>
  one.symbol === other.symbol && compare(parse(one.quantity), parse(other.quantity)) === 0

function isRight(account: Account, terms: GroupTerms, answer: Answered, moments: Moments): boolean {
  const { clientOrderId, legs, side, symbol } = terms
  const code = codeOf(answer)
  const prices = (): readonly number[] =>
    met(moments).map(([market, atMs]) => priceOf(market, terms, atMs))
  const quantity = parse(terms.quantity)
  switch (code) {
    case 'idempotency-key-conflict': {
      const known = [...account.groups.values()].find(
        (each) => each.terms.clientOrderId === clientOrderId,
      )
      return known !== undefined && !isAlike(known.terms, terms)
    }
    case 'exits-crossed':
      return areCrossed(terms)
    case 'stop-already-reached':
      return legs.some(
        (leg) =>
          leg.stop !== null &&
          sideOf(terms, leg.leg) === side &&
          prices().some((price) => reaches(side, stopAt(side, leg, null), price)),
      )
    case 'market-ended':
      return met(moments).some(([, atMs]) => !mayAct(terms, atMs))
    case 'insufficient-buying-power':
      return (
        side === 'BUY' &&
        met(moments).some(([market, atMs]) => {
          const { ask } = shownBy(market, symbol, atMs)
          const price = priceOf(market, terms, atMs)
          const needs = needsOf(terms, ({ type }) => (type === 'MARKET' ? ask : price)).map(
            (each) => each ?? ZERO,
          )
          const most = times(needs.reduce(largest, ZERO), quantity)
          return account.moments.some(({ free }) => compare(most, free) > 0)
        })
      )
    case 'insufficient-holdings':
      return (
        side === 'SELL' &&
        account.moments.some(({ sellable }) => {
          const may = sellable.get(symbol)
          return may === undefined || compare(quantity, may) > 0
        })
      )
    default:
      return isHindered(account.accountId, { symbol, timeInForce: 'DAY' }, code, moments)
  }
}

/** `group` is undefined if it is not the account's. */
export function checkGroupAmended(
  account: Account,
  group: Group | undefined,
  { groupId, legs, quantity }: GroupAmendment,
  answer: Answered,
  moments: Moments,
): void {
  const what = `amending ${groupId} of ${account.accountId}`
  if (failed(answer, moments, what)) return
  if (answer.status === 200 && group !== undefined) {
    checkGroup(account, group, answer.body, false)
    return
  }
  const isRight = group !== undefined && isAmendRefusal(account, group, codeOf(answer))
  const hindrance = { symbol: group?.terms.symbol ?? '', timeInForce: 'DAY' }
  const isKept = isHindered(account.accountId, hindrance, codeOf(answer), moments)
  must(
    isRight || isKept,
    'refusal',
    () => `${what}: ${quantity} ${JSON.stringify(legs)}: ${JSON.stringify(answer.body)}`,
  )
}

function isAmendRefusal(account: Account, { groupId, legs, terms }: Group, code: string): boolean {
  const was = (status: string): boolean =>
    legs.some(({ history }) => history.some((one) => one === status))
  const orders = [...account.orders.values()].filter(
    ({ parent }) => parent?.group.groupId === groupId,
  )
  switch (code) {
    case 'conditional-order-ended':
      return legs.every(({ status }) => !isLegOpen(status))
    case 'leg-not-amendable':
      return was('TRIGGERED') || legs.some(({ status }) => !isLegOpen(status))
    case 'cancel-pending':
      return orders.some(({ history }) => history.includes('PENDING_CANCEL'))
    case 'exits-crossed':
      return legs.length > 1
    case 'stop-already-reached':
      return was('ARMED')
    case 'insufficient-buying-power':
      return terms.side === 'BUY'
    case 'insufficient-holdings':
      return legs.some(({ side }) => side === 'SELL')
    default:
      return false
  }
}

/** `group` is undefined if it is not the account's. */
export function checkGroupCanceled(
  account: Account,
  group: Group | undefined,
  groupId: string,
  answer: Answered,
  moments: Moments,
): void {
  const what = `canceling ${groupId} of ${account.accountId}`
  if (failed(answer, moments, what)) return
  const code = codeOf(answer)
  if (group === undefined) {
    must(code === 'conditional-order-not-found', 'foreign-group', () => `${what}: ${code}`)
    return
  }
  const open = group.legs.filter(({ status }) => isLegOpen(status))
  if (answer.status !== 200) {
    const isOver = code === 'conditional-order-ended' && open.length === 0
    must(isOver, 'refusal', () => `${what}: ${code}`)
    return
  }
  checkGroup(account, group, answer.body, false)
  for (const { name, orderId } of open) {
    const status = account.orders.get(orderId ?? '')?.status
    const isEnding = status !== undefined && (status === 'PENDING_CANCEL' || !isOpen(status))
    must(isEnding, 'cancel-kept', () => `${what}: ${name} goes on, its order ${status}`)
  }
}

const REFUSALS = ['insufficient-holdings', 'instrument-suspended', 'order-size-exceeded']

export function checkClosedAll(
  account: Account,
  { clientOrderId }: { readonly clientOrderId: string },
  answer: Answered,
  moments: Moments,
): void {
  const what = `closing all of ${account.accountId} by ${clientOrderId}`
  if (failed(answer, moments, what)) return
  if (answer.status !== 200) {
    const code = codeOf(answer)
    const isKept = isHindered(account.accountId, { symbol: '', timeInForce: 'DAY' }, code, moments)
    must(isKept, 'refusal', () => `${what}: ${JSON.stringify(answer.body)}`)
    return
  }
  const orders = field(answer.body, 'orders')
  for (const each of Array.isArray(orders) ? orders : []) {
    const order = account.orders.get(String(field(each, 'orderId')))
    const history: readonly unknown[] = order?.history ?? []
    const isSo =
      order?.terms.clientOrderId.startsWith(clientOrderId) === true &&
      history.includes(field(each, 'status'))
    must(isSo, 'entry-record', () => `${what}: ${JSON.stringify(each)}`)
  }
  const refusals = field(answer.body, 'refusals')
  for (const each of Array.isArray(refusals) ? refusals : []) {
    const code = String(field(each, 'code'))
    must(REFUSALS.includes(code), 'refusal', () => `${what}: ${JSON.stringify(each)}`)
  }
}
