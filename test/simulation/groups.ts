/** Carries out what clients ask of conditional orders, and looks at what they are answered. */
import { ask, type Check, checked, mayBeForced } from './asking'
import { limitNear } from './commands'
import type { Asked } from './entries'
import type { GroupCall, PlaceGroup } from './group-commands'
import { isRefusal } from './oracle/answers'
import type { CloseAll } from './oracle/entries'
import { cut, parse, text, times } from './oracle/fraction'
import {
  checkClosedAll,
  checkGroup,
  checkGroupCanceled,
  checkGroupPlaced,
  checkGroups,
} from './oracle/group-answers'
import { type Group, type GroupTerms, isLegOpen, type LegTerms } from './oracle/groups'
import { type Account, sellable } from './oracle/ledger'
import { decimalOf, shownAt, stepOf } from './oracle/prices'
import type { World } from './world'

export async function askGroup(
  world: World,
  account: Account,
  call: GroupCall,
  isAlone: boolean,
): Promise<Check> {
  switch (call.type) {
    case 'group':
      return placeAll(world, account, call, termsOf(world, account, call))
    case 'group-again':
      return again(world, account, call)
    case 'group-cancel':
      return cancel(world, account, call)
    case 'group-read':
      return read(world, account, call, isAlone)
    case 'groups':
      return list(world, account, call, isAlone)
    case 'close-all':
      return closeAll(world, account, call)
  }
}

/** In the terms of the ledger. */
function termsOf(world: World, account: Account, call: PlaceGroup): GroupTerms {
  const { symbol, side, triggerBy, timeInForce, sessions } = call
  return {
    clientOrderId: `group-${call.key}`,
    symbol,
    side,
    quantity: quantityOf(account, call),
    timeInForce,
    triggerBy,
    sessions,
    legs: legsOf(world, call),
  }
}

function legsOf(world: World, call: PlaceGroup): readonly LegTerms[] {
  const { symbol, side } = call
  const { bid, ask } = shownAt(world.seed, symbol, world.marketNowMs)
  // A SELL waits below the market, and profits above it.
  const [near, sign] = side === 'SELL' ? [bid, -1] : [ask, 1]
  const none = { stop: null, limit: null, trailAmount: null, trailPercent: null, limitOffset: null }
  const type = call.kind === 'OCO' ? call.stopKind : call.kind
  const leg = call.kind === 'OCO' ? ('STOP_LOSS' as const) : ('SINGLE' as const)
  const stop = limitNear(symbol, near, sign * call.stopAway)
  const steps = (count: number): string => decimalOf(count * stepOf(symbol))
  const waiting: LegTerms =
    type === 'TRAILING_STOP'
      ? {
          ...none,
          leg,
          type,
          trailAmount: call.trailSteps === null ? null : steps(call.trailSteps),
          trailPercent: call.trailSteps === null ? call.trailPercent : null,
          limitOffset: call.offsetSteps === null ? null : steps(call.offsetSteps),
        }
      : {
          ...none,
          leg,
          type,
          stop: decimalOf(stop),
          limit: type === 'STOP' ? null : decimalOf(limitNear(symbol, stop, sign * call.limitAway)),
        }
  if (call.kind !== 'OCO') return [waiting]
  const limit = decimalOf(limitNear(symbol, near, -sign * call.profitAway))
  return [{ ...none, leg: 'TAKE_PROFIT', type: 'LIMIT', limit }, waiting]
}

function quantityOf(account: Account, { side, symbol, quantity, ofSellable }: PlaceGroup): string {
  if (side === 'BUY' || ofSellable === 0) return quantity
  const part = cut(times(sellable(account, symbol), parse(String(ofSellable / 1_000))), 0)
  return part.top === 0n ? quantity : text(part)
}

/** A request's body. */
function bodyOf({ legs, ...group }: GroupTerms): string {
  const pricesOf = ({ stop, limit, trailAmount, trailPercent, limitOffset }: LegTerms) =>
    Object.fromEntries(
      Object.entries({
        stopPrice: stop,
        limitPrice: limit,
        trailAmount,
        trailPercent,
        limitOffset,
      }).filter(([, value]) => value !== null),
    )
  const [first, second] = legs
  if (first === undefined) throw new Error('a conditional order has a leg')
  return JSON.stringify(
    second === undefined
      ? { ...group, type: first.type, ...pricesOf(first) }
      : { ...group, type: 'OCO', takeProfit: pricesOf(first), stopLoss: pricesOf(second) },
  )
}

async function placeAll(
  world: World,
  account: Account,
  { process, times }: { readonly process: number; readonly times: number },
  terms: GroupTerms,
): Promise<Check> {
  const { accountId } = account
  const wasThere = groupNamed(account, terms.clientOrderId) !== undefined
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const sent: Asked<GroupTerms> = { accountId, asked: terms, isRefused: false }
      world.entries.groups.push(sent)
      const path = '/paper/conditional-orders'
      const outcome = await ask(world, account, process + index, 'POST', path, bodyOf(terms))
      if (outcome === 'not sent') sent.isRefused = true
      if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return undefined
      sent.isRefused = isRefusal(outcome)
      if (outcome.status === 200) world.count('conditional orders placed')
      return outcome
    }),
  )
  return (moments) => {
    const given = answers.filter((answer) => answer !== undefined)
    checkGroupPlaced(account, terms, given, wasThere, moments)
  }
}

const groupNamed = (account: Account, clientOrderId: string): Group | undefined =>
  [...account.groups.values()].find(({ terms }) => terms.clientOrderId === clientOrderId)

async function again(
  world: World,
  account: Account,
  { pick, changed, process }: Extract<GroupCall, { type: 'group-again' }>,
): Promise<Check> {
  const mine = world.entries.groups.filter(({ accountId }) => accountId === account.accountId)
  const before = mine[pick % Math.max(mine.length, 1)]?.asked
  if (before === undefined) return () => {}
  // Another symbol: the quantity of a stop loss is its own affair.
  const symbol = before.symbol === 'AAA' ? 'BBB' : 'AAA'
  const terms = changed ? { ...before, symbol, quantity: '7' } : before
  return placeAll(world, account, { process, times: 1 }, terms)
}

async function cancel(
  world: World,
  account: Account,
  { pick, ofAnother, process }: Extract<GroupCall, { type: 'group-cancel' }>,
): Promise<Check> {
  const owner = ofAnother ? world.accounts.find((one) => one !== account) : account
  const all = [...(owner?.groups.values() ?? [])]
  const open = all.filter(({ legs }) => legs.some(({ status }) => isLegOpen(status)))
  const from = open.length > 0 && pick % 5 > 0 ? open : all
  const group = from[pick % Math.max(from.length, 1)]
  if (group === undefined) return () => {}
  const { groupId } = group
  if (!ofAnother) world.entries.canceledGroups.add(groupId)
  const path = `/paper/conditional-orders/${groupId}`
  const outcome = await ask(world, account, process, 'DELETE', path)
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return () => {}
  if (outcome.status === 200) world.count('conditional orders canceled')
  return (moments) =>
    checkGroupCanceled(account, account.groups.get(groupId), groupId, outcome, moments)
}

async function read(
  world: World,
  account: Account,
  { pick, process }: Extract<GroupCall, { type: 'group-read' }>,
  isAlone: boolean,
): Promise<Check> {
  const all = [...account.groups.values()]
  const group = all[pick % Math.max(all.length, 1)]
  if (group === undefined) return () => {}
  const path = `/paper/conditional-orders/${group.groupId}`
  const outcome = await ask(world, account, process, 'GET', path)
  return checked(outcome, 'group-read', (answer) =>
    checkGroup(account, group, answer.body, isAlone),
  )
}

async function list(
  world: World,
  account: Account,
  { process }: Extract<GroupCall, { type: 'groups' }>,
  isAlone: boolean,
): Promise<Check> {
  const path = '/paper/conditional-orders?status=OPEN&limit=100'
  const outcome = await ask(world, account, process, 'GET', path)
  return checked(outcome, 'groups', (answer) => checkGroups(account, answer.body, isAlone))
}

async function closeAll(
  world: World,
  account: Account,
  { key, percent, again, process }: Extract<GroupCall, { type: 'close-all' }>,
): Promise<Check> {
  const { accountId } = account
  const before = world.entries.closeAlls.filter((each) => each.accountId === accountId)
  const fresh = { clientOrderId: `all-${key}`, percent }
  const request = again ? (before.at(-1)?.asked ?? fresh) : fresh
  const sent: Asked<CloseAll> = { accountId, asked: request, isRefused: false }
  world.entries.closeAlls.push(sent)
  const path = '/paper/holdings/close'
  const outcome = await ask(world, account, process, 'POST', path, JSON.stringify(request))
  if (outcome === 'not sent') sent.isRefused = true
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return () => {}
  sent.isRefused = isRefusal(outcome)
  if (outcome.status === 200) world.count('all holdings closed')
  return (moments) => checkClosedAll(account, request, outcome, moments)
}
