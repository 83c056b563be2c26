/** Carries out the calls of a burst as clients do, and looks at their answers afterwards. */
import { type Call, limitNear, type Place } from './commands'
import {
  checkAccount,
  checkAvailable,
  checkCanceled,
  checkHoldings,
  checkOrder,
  checkPlaced,
  checkRefused,
  checkWalk,
  codeOf,
  expectedReason,
  isAtRest,
  isRefusal,
  type Moments,
} from './oracle/answers'
import { cut, parse, text, times } from './oracle/fraction'
import { type Account, isOpen, must, sellable, type Terms } from './oracle/ledger'
import { decimalOf, SYMBOLS, shownAt, stepOf } from './oracle/prices'
import type { Answer, Outcome } from './process'
import { accountIdOf, type Sent, type World } from './world'

/** Looks at an answer, once the ledger knows what happened. */
type Check = (moments: Moments) => void

const CALM_AFTER_MS = 13_000

export async function burst(world: World, calls: readonly Call[]): Promise<void> {
  const { timeline, possible } = world
  const fromMs = world.marketNowMs
  const beganAtMs = timeline.nowMs
  await world.pass(world.drawn.int(40))
  const isAlone = calls.length === 1
  const checks = await world.settle(
    Promise.all(calls.map((call) => carryOut(world, call, isAlone))),
  )
  await world.look()
  const moments: Moments = {
    ...{ fromMs, toMs: world.marketNowMs, markets: world.markets },
    isTroubled: timeline.nowMs - world.calmSinceMs < CALM_AFTER_MS || beganAtMs < world.faults.untilMs,
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
  }
}

function possible(of: Map<string, Set<boolean>>, key: string): Set<boolean> {
  const found = of.get(key) ?? new Set()
  of.set(key, found)
  return found
}

async function ask(
  world: World,
  account: Account,
  process: number,
  method: string,
  path: string,
  body?: string,
): Promise<Outcome> {
  const token = world.tokens.get(world.clientOf(account.accountId)) ?? ''
  const sent = world.running(process)
  world.count('requests')
  const outcome = await sent.call({
    ...{ method, path },
    headers: {
      authorization: `Bearer ${token}`,
      'x-service-request-id': `request-${world.counts.get('requests')}`,
      'x-service-account-id': account.accountId,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(body.length),
      }),
    },
    ...(body !== undefined && { body }),
  })
  const told = typeof outcome === 'string' ? outcome : `${outcome.status} ${codeOf(outcome)}`
  world.note(`${world.timeline.nowMs} ${sent.name} ${method} ${path} ${body ?? ''}: ${told}`)
  if (typeof outcome === 'string') world.count(outcome)
  else if (outcome.status !== 200) world.count(`refused ${codeOf(outcome)}`)
  return outcome
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
      else if (mayBeForced(world, outcome)) {
        // What strikes after the COMMIT says nothing about it.
        sent.outcome = world.faults.mayComeLate ? 'unknown' : 'refused'
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
  if (typeof outcome === 'string' || mayBeForced(world, outcome)) return () => {}
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
  return checked(outcome, 'order-read', (answer) => checkOrder(order, answer.body, isAlone && isAtRest(account)),
  )
}

/** A read must be answered unless faults strike. */
function checked(
  outcome: Outcome,
  kind: string,
  check: (answer: Answer, moments: Moments) => void,
): Check {
  if (typeof outcome === 'string') return () => {}
  return (moments) => {
    if (outcome.status === 200) return check(outcome, moments)
    must(
      moments.isTroubled && outcome.status >= 500,
      kind,
      () => `${outcome.status} ${JSON.stringify(outcome.body)}`,
    )
  }
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
      // Another server's instruments are those of some seconds ago.
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

const PAGES_MAX = 400

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
  for (let page = 0; page < PAGES_MAX; page++) {
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

async function reset(
  world: World,
  account: Account,
  { cash, process }: { cash: number; process: number },
): Promise<Check> {
  const asked = world.possible.resets.get(account.accountId) ?? []
  world.possible.resets.set(account.accountId, [...asked, String(cash)])
  const path = `/sandbox/accounts/${account.accountId}/reset`
  const outcome = await ask(world, account, process, 'POST', path, JSON.stringify({ cash }))
  return checked(outcome, 'reset', () => world.count('resets'))
}

async function control(
  world: World,
  account: Account,
  { on, process }: { on: boolean; process: number },
  path: string,
  body?: string,
): Promise<Check> {
  world.disturb()
  const outcome = await ask(world, account, process, on ? 'PUT' : 'DELETE', `/sandbox${path}`, body)
  return checked(outcome, 'control', () => world.count('controls'))
}

/** By a fault of the sandbox, as the server would by itself only where it is in trouble. */
const mayBeForced = ({ faults, timeline }: World, { status }: Answer): boolean =>
  status >= 500 && timeline.nowMs < faults.untilMs

async function pin(
  world: World,
  account: Account,
  { symbol, on, away, size, process }: Extract<Call, { type: 'pin' }>,
): Promise<Check> {
  const step = stepOf(symbol)
  const bid = Math.max(step, shownAt(world.seed, symbol, world.marketNowMs).bid + away * step)
  const body = JSON.stringify({
    ...{ bidPrice: Number(decimalOf(bid)), askPrice: Number(decimalOf(bid + 2 * step)) },
    ...{ bidSize: size, askSize: size },
  })
  return control(world, account, { on, process }, `/quotes/${symbol}`, on ? body : undefined)
}

async function outcome(
  world: World,
  account: Account,
  call: Extract<Call, { type: 'outcome' }>,
): Promise<Check> {
  const { on, process, result, symbol, side, times } = call
  if (!on) return control(world, account, { on, process }, '/outcomes')
  const isFill = result === 'fill' || result === 'lose-cancel'
  const { bid } = shownAt(world.seed, symbol ?? 'AAA', world.marketNowMs)
  const price = isFill && call.isPriced ? decimalOf(bid) : null
  const parts = isFill ? call.parts : null
  const accountId = call.ofAccount ? account.accountId : null
  const clientId = world.clientOf(account.accountId)
  world.outcomes.push({ clientId, accountId, symbol, side, result, price, parts })
  const body = {
    ...{ result, ...(times && { times }), ...(symbol && { symbol }), ...(side && { side }) },
    ...{ ...(accountId && { accountId }), ...(price && { price }) },
    ...(parts && (result === 'fill' ? { parts } : { quantity: parts[0] })),
    ...(result === 'reject' && { code: 'insufficient-buying-power' }),
  }
  return control(world, account, { on, process }, '/outcomes', JSON.stringify(body))
}

/** An advance goes exactly as far as was asked, and nothing but it moves a clock of speed 0. */
async function clock(
  world: World,
  account: Account,
  { advance, speed, process }: Extract<Call, { type: 'clock' }>,
  isAlone: boolean,
): Promise<Check> {
  const beganMs = world.marketNowMs
  const stands = world.speed === 0 && isAlone
  if (speed !== null) world.speed = null
  const body = JSON.stringify(speed === null ? { advance: `PT${advance}S` } : { speed })
  const outcome = await ask(world, account, process, 'POST', '/sandbox/clock', body)
  if (typeof outcome !== 'string' && outcome.status === 200 && isAlone) {
    world.speed = speed ?? world.speed
  }
  return checked(outcome, 'clock', () => {
    world.count('clock moves')
    const nowMs = world.marketNowMs
    const least = beganMs + (speed === null ? advance * 1_000 : 0)
    const isSo = stands && speed === null ? nowMs === least : nowMs >= least
    must(isSo, 'clock', () => `${body} took the clock from ${beganMs} to ${nowMs}`)
  })
}

/** Other servers follow within seconds. */
const FAULTS_GONE_AFTER_MS = 7_000

async function fault(
  world: World,
  account: Account,
  { on, process, route, times, kind, at }: Extract<Call, { type: 'fault' }>,
): Promise<Check> {
  const { faults, timeline } = world
  const EFFECTS = {
    busy: { code: 'server-busy', at },
    error: { code: 'internal-error', at },
    proxy: { status: 503, at },
    cut: { cut: at },
    delay: { delay: 'PT1.5S', at },
  }
  if (on) {
    faults.untilMs = Number.POSITIVE_INFINITY
    if (at === 'after-commit') faults.mayComeLate = true
    const body = JSON.stringify({ route, times, ...EFFECTS[kind] })
    return control(world, account, { on, process }, '/faults', body)
  }
  const path = '/sandbox/faults'
  const outcome = await ask(world, account, process, 'DELETE', path)
  return checked(outcome, 'control', () => {
    faults.untilMs = timeline.nowMs + FAULTS_GONE_AFTER_MS
  })
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
