/** Carries out the calls of a burst as clients do, and looks at their answers afterwards. */
import { ask, type Check, checked, mayBeForced } from './asking'
import { type Call, limitNear, type Place } from './commands'
import { clock, control, fault, outcome, pin, reset } from './controls'
import { enter } from './entries'
import { askGroup } from './groups'
import {
  checkAccount,
  checkAvailable,
  checkCanceled,
  checkHoldings,
  checkOrder,
  checkPlaced,
  checkRefused,
  checkWalk,
  expectedReason,
  isAtRest,
  isRefusal,
  type Moments,
} from './oracle/answers'
import { cut, parse, text, times } from './oracle/fraction'
import { type Account, isOpen, must, sellable, type Terms } from './oracle/ledger'
import { decimalOf, SYMBOLS, shownAt } from './oracle/prices'
import type { Answer } from './process'
import { accountIdOf, type Sent, type World } from './world'

const CALM_AFTER_MS = 13_000

export async function burst(world: World, calls: readonly Call[]): Promise<void> {
  const { timeline, possible } = world
  const fromMs = world.marketNowMs
  const beganAtMs = timeline.nowMs
  await world.pass(world.drawn.int(40))
  const isAlone = calls.length === 1
  const checks = await world.settle(
    Promise.all(
      calls.map(async (call) => {
        await world.comeIn()
        return carryOut(world, call, isAlone)
      }),
    ),
  )
  await world.look()
  const isForced = world.accounts.some(
    ({ accountId }) => beganAtMs < world.faultsOf(accountId).untilMs,
  )
  const moments: Moments = {
    fromMs,
    toMs: world.marketNowMs,
    markets: world.markets,
    isTroubled: timeline.nowMs - world.calmSinceMs < CALM_AFTER_MS || isForced,
    tradable: (symbol) => [...(possible.tradable.get(symbol) ?? [])],
    locked: (accountId) => [...(possible.locked.get(accountId) ?? [])],
    halted: [...possible.halted],
  }
  for (const check of checks) check(moments)
}

function accountOf(world: World, index: number): Account {
  const found = world.accounts.find(({ accountId }) => accountId === accountIdOf(index))
  if (found === undefined) throw new Error('the account is there')
  return found
}

async function carryOut(world: World, call: Call, isAlone: boolean): Promise<Check> {
  const account = accountOf(world, call.account)
  switch (call.type) {
    case 'place':
      return placeAll(world, account, call, remember(world, account, termsOf(world, account, call)))
    case 'again':
      return again(world, account, call)
    case 'cancel':
      return cancel(world, account, call)
    case 'read':
      return read(world, account, call, isAlone)
    case 'walk':
      return walk(world, account, call)
    case 'account':
    case 'holdings':
      return view(world, account, call, isAlone)
    case 'preview':
      return preview(world, account, call, isAlone)
    case 'health':
      return health(world, call)
    case 'reset':
      return reset(world, account, call)
    case 'lock':
      possible(world.possible.locked, account.accountId).add(call.on)
      return control(world, account, call, `/accounts/${account.accountId}/lock`)
    case 'halt':
      world.possible.halted.add(call.on)
      return control(world, account, call, '/halt')
    case 'suspend': {
      possible(world.possible.tradable, call.symbol).add(!call.on)
      const body = JSON.stringify({ tradable: call.on ? 'SUSPENDED' : 'TRADABLE' })
      return control(world, account, { ...call, on: true }, `/instruments/${call.symbol}`, body)
    }
    case 'pin':
      return pin(world, account, call)
    case 'outcome':
      return outcome(world, account, call)
    case 'fault':
      return fault(world, account, call)
    case 'clock':
      return clock(world, account, call, isAlone)
    case 'stream':
    case 'cut':
    case 'stall':
      return follow(world, account, call)
    case 'amend':
    case 'cancel-all':
    case 'close':
    case 'amount':
      return enter(world, account, call)
    case 'group':
    case 'group-again':
    case 'group-amend':
    case 'group-cancel':
    case 'group-read':
    case 'groups':
    case 'close-all':
      return askGroup(world, account, call, isAlone)
  }
}

function possible(of: Map<string, Set<boolean>>, key: string): Set<boolean> {
  const found = of.get(key) ?? new Set()
  of.set(key, found)
  return found
}

function termsOf(world: World, account: Account, call: Place): Terms {
  const shown = shownAt(world.seed, call.symbol, world.marketNowMs)
  const [near, sign] = call.side === 'BUY' ? [shown.ask, 1] : [shown.bid, -1]
  const limit = limitNear(call.symbol, near, sign * call.away)
  return {
    clientOrderId: `order-${call.key}`,
    symbol: call.symbol,
    side: call.side,
    orderType: call.orderType,
    timeInForce: call.timeInForce,
    quantity: quantityOf(account, call),
    limitPrice: call.orderType === 'LIMIT' ? decimalOf(limit) : null,
  }
}

function quantityOf(account: Account, { side, symbol, quantity, ofSellable }: Place): string {
  if (side === 'BUY' || ofSellable === 0) return quantity
  const part = cut(times(sellable(account, symbol), parse(String(ofSellable / 1_000))), 0)
  return part.top === 0n ? quantity : text(part)
}

function remember(world: World, { accountId }: Account, terms: Terms): Sent {
  const sent: Sent = { terms, accountId, outcome: 'waits' }
  world.sent.push(sent)
  return sent
}

const bodyOf = ({ limitPrice, ...terms }: Terms): string =>
  JSON.stringify({ ...terms, ...(limitPrice !== null && { limitPrice }) })

async function placeAll(
  world: World,
  account: Account,
  { process, times, isAnswerLost }: { process: number; times: number; isAnswerLost: boolean },
  first: Sent,
): Promise<Check> {
  const { terms } = first
  const attempts = Array.from({ length: times }, (_, index) => ({
    sent: index === 0 ? first : remember(world, account, terms),
    process: process + index,
  }))
  const wasThere = account.byClientOrderId.has(terms.clientOrderId)
  const answers = await Promise.all(
    attempts.map(async ({ sent, process }): Promise<Answer | undefined> => {
      const outcome = await ask(world, account, process, 'POST', '/v1/orders', bodyOf(terms))
      if (outcome === 'not sent') sent.outcome = 'refused'
      else if (outcome === 'cut off' || isAnswerLost) sent.outcome = 'unknown'
      else if (mayBeForced(world, account, outcome)) {
        // What strikes after the COMMIT says nothing about it, nor does the server's own trouble,
        // which no answer without a code comes from.
        const isTroubled =
          'code' in outcome.body && world.timeline.nowMs - world.calmSinceMs < CALM_AFTER_MS
        const { mayComeLate } = world.faultsOf(account.accountId)
        sent.outcome = isTroubled || mayComeLate ? 'unknown' : 'refused'
      } else {
        const isDone = outcome.status === 200
        sent.outcome = isDone ? 'done' : isRefusal(outcome) ? 'refused' : 'unknown'
        return outcome
      }
      return undefined
    }),
  )
  return (moments) => {
    let made = wasThere ? 1 : 0
    for (const answer of answers) {
      if (answer === undefined) continue
      checkPlaced(account, terms, answer, moments)
      checkAvailable(account, answer)
      if (answer.status === 200 && !answer.replayed) made++
    }
    must(made <= 1, 'placed-twice', () => `${terms.clientOrderId} was placed twice`)
  }
}

async function again(
  world: World,
  account: Account,
  { pick, changed, process }: { pick: number; changed: boolean; process: number },
): Promise<Check> {
  const mine = world.sent.filter(({ accountId }) => accountId === account.accountId)
  const before = mine[pick % Math.max(mine.length, 1)]
  if (before === undefined) return () => {}
  const terms = changed ? { ...before.terms, quantity: '7' } : before.terms
  const sent = remember(world, account, terms)
  return placeAll(world, account, { process, times: 1, isAnswerLost: false }, sent)
}

async function cancel(
  world: World,
  account: Account,
  { pick, ofAnother, process }: { pick: number; ofAnother: boolean; process: number },
): Promise<Check> {
  const owner = ofAnother ? world.accounts.find((one) => one !== account) : account
  const all = [...(owner?.orders.values() ?? [])]
  const open = all.filter(({ status }) => isOpen(status))
  const from = open.length > 0 && pick % 5 > 0 ? open : all
  const order = from[pick % Math.max(from.length, 1)]
  if (order === undefined) return () => {}
  const { orderId } = order
  if (!ofAnother) world.wanted.add(orderId)
  const outcome = await ask(world, account, process, 'DELETE', `/v1/orders/${orderId}`)
  if (typeof outcome === 'string' || mayBeForced(world, account, outcome)) return () => {}
  return (moments) => checkCanceled(account.orders.get(orderId), orderId, outcome, moments)
}

async function read(
  world: World,
  account: Account,
  { pick, process }: { pick: number; process: number },
  isAlone: boolean,
): Promise<Check> {
  const all = [...account.orders.values()]
  const order = all[pick % Math.max(all.length, 1)]
  if (order === undefined) return () => {}
  const outcome = await ask(world, account, process, 'GET', `/v1/orders/${order.orderId}`)
  return checked(outcome, 'order-read', (answer) =>
    checkOrder(order, answer.body, isAlone && isAtRest(account)),
  )
}

async function view(
  world: World,
  account: Account,
  { type, process }: { type: 'account' | 'holdings'; process: number },
  isAlone: boolean,
): Promise<Check> {
  const path = type === 'account' ? '/v1/account' : '/v1/account/holdings'
  const outcome = await ask(world, account, process, 'GET', path)
  return checked(outcome, 'view', (answer) => {
    if (!isAlone) return
    if (type === 'account') checkAccount(account, answer)
    else if (isAtRest(account)) checkHoldings(account, answer)
  })
}

async function preview(
  world: World,
  account: Account,
  { place, process }: { place: Place; process: number },
  isAlone: boolean,
): Promise<Check> {
  const terms = termsOf(world, account, place)
  const outcome = await ask(world, account, process, 'POST', '/v1/orders/preview', bodyOf(terms))
  return checked(outcome, 'preview', (answer, moments) => {
    const { valid, rejectReason } = answer.body
    must(valid === (rejectReason === null), 'preview', () => JSON.stringify(answer.body))
    const fits = SYMBOLS.every((symbol) => moments.tradable(symbol).length === 1)
    const isKnown = isAlone && !moments.isTroubled && fits && moments.toMs % 1_000 < 900
    if (!isKnown || Math.floor(moments.fromMs / 1_000) !== Math.floor(moments.toMs / 1_000)) {
      // Another server's instruments are some seconds old.
      const isOld = moments.isTroubled && rejectReason === 'instrument-suspended'
      if (rejectReason !== null && !isOld) {
        checkRefused(account, terms, answer, moments, String(rejectReason))
      }
      return
    }
    const expected = expectedReason(account, terms, moments)
    must(
      expected === rejectReason,
      'preview',
      () => `${JSON.stringify(terms)} of ${account.accountId}: ${rejectReason}, not ${expected}`,
    )
  })
}

async function walk(
  world: World,
  account: Account,
  { what, limit, process }: { what: 'orders' | 'fills'; limit: number; process: number },
): Promise<Check> {
  const there = [...account.orders.keys()].sort()
  const ids: string[] = []
  const path = what === 'orders' ? '/v1/orders' : '/v1/orders/fills'
  const name = what === 'orders' ? 'orderId' : 'fillId'
  let cursor = ''
  // Each row is in the account's log, and some may have come since.
  const pagesMax = 100 + account.log.length
  for (let page = 0; page < pagesMax; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const at = `${path}?limit=${limit}${after}`
    const outcome = await ask(world, account, process, 'GET', at)
    if (typeof outcome === 'string') return () => {}
    if (outcome.status !== 200) return checked(outcome, 'walk', () => {})
    const rows = Array.isArray(outcome.body[what]) ? outcome.body[what] : []
    for (const row of rows) ids.push(String(Object.entries(row).find(([key]) => key === name)?.[1]))
    const { nextCursor } = outcome.body
    if (typeof nextCursor !== 'string') {
      return () => checkWalk(ids, what === 'orders' ? there : [], `${what} of ${account.accountId}`)
    }
    cursor = nextCursor
  }
  return () => must(false, 'page-endless', () => `${what} of ${account.accountId}`)
}

async function health(world: World, { process }: { process: number }): Promise<Check> {
  const server = world.running(process)
  const outcome = await server.call({ method: 'GET', path: '/livez', headers: {} })
  return checked(outcome, 'livez', () => {})
}

async function follow(
  world: World,
  account: Account,
  { type, process }: { type: 'stream' | 'cut' | 'stall'; process: number },
): Promise<Check> {
  const { brokerage } = world.running(process)
  const stream = world.followers.find(({ accountId }) => accountId === account.accountId)
  world.count(`streams: ${type}`)
  if (type === 'cut') stream?.cut()
  else if (type === 'stall') stream?.stall()
  else if (brokerage !== null) stream?.connect(brokerage, world.clientOf(account.accountId))
  return () => {}
}
