/** Carries out what clients ask of conditional orders, and looks at what they are answered. */
import { ask, type Check, checked, mayBeForced } from './asking'
import { limitNear } from './commands'
import type { Asked } from './entries'
import type { EntryDraw, GroupCall, PlaceGroup } from './group-commands'
import { isRefusal } from './oracle/answers'
import type { CloseAll } from './oracle/entries'
import { cut, parse, text, times } from './oracle/fraction'
import {
  checkClosedAll,
  checkGroup,
  checkGroupAmended,
  checkGroupCanceled,
  checkGroupPlaced,
  checkGroups,
} from './oracle/group-answers'
import {
  type Group,
  type GroupAmendment,
  type GroupTerms,
  isLegOpen,
  type Leg,
  type LegName,
  type LegTerms,
  type PriceChange,
} from './oracle/groups'
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
    case 'group-amend':
      return amend(world, account, call)
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

const NONE: PriceChange = {
  stop: null,
  limit: null,
  trailAmount: null,
  trailPercent: null,
  limitOffset: null,
}

function legsOf(world: World, call: PlaceGroup): readonly LegTerms[] {
  const { entry, kind, side, symbol } = call
  const { bid, ask } = shownAt(world.seed, symbol, world.marketNowMs)
  if (entry !== null) {
    const bought = entryOf(call, entry, ask)
    const near = entry.kind === 'TRAILING_STOP' ? ask : limitNear(symbol, ask, entry.away)
    const exits = [profitOf(call, near, 1), stopOf(call, 'STOP_LOSS', call.stopKind, near, -1)]
    const isWanted = ({ leg }: LegTerms): boolean =>
      kind === 'BRACKET' || (leg === 'TAKE_PROFIT') === entry.isForProfit
    return [bought, ...exits.filter(isWanted)]
  }
  // A SELL waits below the market, and profits above it.
  const [near, sign] = side === 'SELL' ? [bid, -1] : [ask, 1]
  if (kind === 'OCO') {
    return [profitOf(call, near, -sign), stopOf(call, 'STOP_LOSS', call.stopKind, near, sign)]
  }
  const type = kind === 'OTO' || kind === 'BRACKET' ? call.stopKind : kind
  return [stopOf(call, 'SINGLE', type, near, sign)]
}

function entryOf(call: PlaceGroup, { kind, away }: EntryDraw, ask: number): LegTerms {
  if (kind === 'MARKET') return { ...NONE, leg: 'ENTRY', type: kind }
  const limit = decimalOf(limitNear(call.symbol, ask, away))
  if (kind === 'LIMIT') return { ...NONE, leg: 'ENTRY', type: kind, limit }
  return stopOf({ ...call, stopAway: away }, 'ENTRY', kind, ask, 1)
}

const profitOf = ({ profitAway, symbol }: PlaceGroup, near: number, sign: number): LegTerms => ({
  ...NONE,
  leg: 'TAKE_PROFIT',
  type: 'LIMIT',
  limit: decimalOf(limitNear(symbol, near, sign * profitAway)),
})

function stopOf(
  call: PlaceGroup,
  leg: LegName,
  type: PlaceGroup['stopKind'],
  near: number,
  sign: number,
): LegTerms {
  const { symbol } = call
  const stop = limitNear(symbol, near, sign * call.stopAway)
  const steps = (count: number): string => decimalOf(count * stepOf(symbol))
  return type === 'TRAILING_STOP'
    ? {
        ...NONE,
        leg,
        type,
        trailAmount: call.trailSteps === null ? null : steps(call.trailSteps),
        trailPercent: call.trailSteps === null ? call.trailPercent : null,
        limitOffset: call.offsetSteps === null ? null : steps(call.offsetSteps),
      }
    : {
        ...NONE,
        leg,
        type,
        stop: decimalOf(stop),
        limit: type === 'STOP' ? null : decimalOf(limitNear(symbol, stop, sign * call.limitAway)),
      }
}

function quantityOf(account: Account, { side, symbol, quantity, ofSellable }: PlaceGroup): string {
  if (side === 'BUY' || ofSellable === 0) return quantity
  const part = cut(times(sellable(account, symbol), parse(String(ofSellable / 1_000))), 0)
  return part.top === 0n ? quantity : text(part)
}

const PARTS = { ENTRY: 'entry', TAKE_PROFIT: 'takeProfit', STOP_LOSS: 'stopLoss' } as const

/** As a request has them. */
const pricesOf = ({ stop, limit, trailAmount, trailPercent, limitOffset }: PriceChange) =>
  Object.fromEntries(
    Object.entries({
      stopPrice: stop,
      limitPrice: limit,
      trailAmount,
      trailPercent,
      limitOffset,
    }).filter(([, value]) => value !== null),
  )

/** A request's body. */
function bodyOf({ legs, ...group }: GroupTerms): string {
  const parts = legs.map((leg) =>
    leg.leg === 'SINGLE'
      ? { type: leg.type, ...pricesOf(leg) }
      : { [PARTS[leg.leg]]: pricesOf(leg) },
  )
  const hasEntry = legs.some(({ leg }) => leg === 'ENTRY')
  const ofEntry = legs.length === 3 ? 'BRACKET' : 'OTO'
  const type = hasEntry ? ofEntry : 'OCO'
  return JSON.stringify(Object.assign({ ...group, type }, ...parts))
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
  const symbol = before.symbol === 'AAA' ? 'BBB' : 'AAA'
  const terms = changed ? { ...before, symbol, quantity: '7' } : before
  return placeAll(world, account, { process, times: 1 }, terms)
}

async function amend(
  world: World,
  account: Account,
  call: Extract<GroupCall, { type: 'group-amend' }>,
): Promise<Check> {
  const { accountId } = account
  const all = [...account.groups.values()]
  const open = all.filter(({ legs }) => legs.some(({ status }) => isLegOpen(status)))
  const from = open.length > 0 && call.pick % 9 > 0 ? open : all
  const group = from[call.pick % Math.max(from.length, 1)]
  if (group === undefined) return () => {}
  const { groupId } = group
  const asked = amendmentOf(world, group, call)
  const sent: Asked<GroupAmendment> = { accountId, asked, isRefused: false }
  world.entries.amendedGroups.push(sent)
  const parts = Object.entries(asked.legs).map(([name, change]) => {
    const prices = pricesOf(change)
    return name === 'SINGLE' ? prices : { [PARTS[partOf(name)]]: prices }
  })
  const quantity = asked.quantity === null ? {} : { quantity: asked.quantity }
  const body = JSON.stringify(Object.assign(quantity, ...parts))
  const path = `/paper/conditional-orders/${groupId}`
  const outcome = await ask(world, account, call.process, 'PATCH', path, body)
  if (outcome === 'not sent') sent.isRefused = true
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return () => {}
  sent.isRefused = isRefusal(outcome)
  if (outcome.status === 200) world.count('conditional orders amended')
  return (moments) =>
    checkGroupAmended(account, account.groups.get(groupId), asked, outcome, moments)
}

const partOf = (name: string): keyof typeof PARTS =>
  name === 'ENTRY' || name === 'TAKE_PROFIT' ? name : 'STOP_LOSS'

function amendmentOf(
  world: World,
  { groupId, legs, terms }: Group,
  call: Extract<GroupCall, { type: 'group-amend' }>,
): GroupAmendment {
  const { bid, ask } = shownAt(world.seed, terms.symbol, world.marketNowMs)
  const changed = legs.filter((_, index) => ((call.which >> index) & 1) === 1)
  const changes = (changed.length > 0 ? changed : legs.slice(0, 1)).flatMap((leg) => {
    const change = changeOf(leg, call, leg.side === 'SELL' ? bid : ask)
    return Object.values(change).some((value) => value !== null) ? [[leg.name, change]] : []
  })
  const quantity = changes.length === 0 ? (call.quantity ?? '5') : call.quantity
  return { groupId, quantity, legs: Object.fromEntries(changes) }
}

/** Prices that a leg of its type has, so far from the market. */
function changeOf(
  { group, name, side, terms }: Leg,
  call: Extract<GroupCall, { type: 'group-amend' }>,
  near: number,
): PriceChange {
  const { symbol } = group.terms
  const { limitAway, offsetSteps, stopAway, trailPercent, trailSteps } = call
  const sign = side === 'SELL' ? -1 : 1
  const beyond = name === 'TAKE_PROFIT' ? -sign : sign
  const priceAt = (away: number | null): string | null =>
    away === null ? null : decimalOf(limitNear(symbol, near, beyond * away))
  const steps = (count: number | null): string | null =>
    count === null ? null : decimalOf(count * stepOf(symbol))
  switch (terms.type) {
    case 'MARKET':
      return NONE
    case 'LIMIT':
      return { ...NONE, limit: priceAt(limitAway) }
    case 'STOP':
      return { ...NONE, stop: priceAt(stopAway) }
    case 'STOP_LIMIT':
      return { ...NONE, stop: priceAt(stopAway), limit: priceAt(limitAway) }
    case 'TRAILING_STOP':
      return {
        ...NONE,
        trailAmount: steps(trailSteps),
        trailPercent,
        limitOffset: terms.limitOffset === null ? null : steps(offsetSteps),
      }
  }
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
