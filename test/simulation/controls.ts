/** The sandbox of a simulated world: what a test sets, and what the ledger must know of it. */
import { Temporal } from '../../src/core/time'
import { ask, type Check, checked } from './asking'
import type { Call } from './commands'
import { type Account, must } from './oracle/ledger'
import { decimalOf, shownAt, stepOf } from './oracle/prices'
import type { AskedReset, World } from './world'

export async function reset(
  world: World,
  account: Account,
  { cash, process }: { cash: number; process: number },
): Promise<Check> {
  const { accountId } = account
  const asked: AskedReset = { accountId, cash: String(cash), isOver: false }
  world.possible.resets.add(asked)
  const path = `/sandbox/accounts/${accountId}/reset`
  const outcome = await ask(world, account, process, 'POST', path, JSON.stringify({ cash }))
  // Otherwise its commit may still come.
  asked.isOver = outcome === 'not sent' || (outcome !== 'cut off' && outcome.status !== 500)
  return checked(outcome, 'reset', () => world.count('resets'))
}

export async function pin(
  world: World,
  account: Account,
  { symbol, on, away, size, process }: Extract<Call, { type: 'pin' }>,
): Promise<Check> {
  const step = stepOf(symbol)
  const bid = Math.max(step, shownAt(world.seed, symbol, world.marketNowMs).bid + away * step)
  const body = JSON.stringify({
    bidPrice: Number(decimalOf(bid)),
    askPrice: Number(decimalOf(bid + 2 * step)),
    bidSize: size,
    askSize: size,
  })
  return control(world, account, { on, process }, `/quotes/${symbol}`, on ? body : undefined)
}

export async function outcome(
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
    result,
    ...(times && { times }),
    ...(symbol && { symbol }),
    ...(side && { side }),
    ...(accountId && { accountId }),
    ...(price && { price }),
    ...(parts && (result === 'fill' ? { parts } : { quantity: parts[0] })),
    ...(result === 'reject' && { code: 'insufficient-buying-power' }),
  }
  return control(world, account, { on, process }, '/outcomes', JSON.stringify(body))
}

/** Other servers follow within seconds. */
const FAULTS_GONE_AFTER_MS = 7_000

export async function fault(
  world: World,
  account: Account,
  { on, process, route, times, kind, at }: Extract<Call, { type: 'fault' }>,
): Promise<Check> {
  const { timeline } = world
  const faults = world.faultsOf(account.accountId)
  const EFFECTS = {
    busy: { code: 'server-busy', at },
    error: { code: 'internal-error', at },
    proxy: { status: 503, at },
    cut: { cut: at },
    delay: { delay: 'PT1.5S', at },
  }
  faults.asked++
  const { asked } = faults
  if (on) {
    const areOthersGone = faults.untilMs <= timeline.nowMs
    faults.mayComeLate = at === 'after-commit' || (faults.mayComeLate && !areOthersGone)
    faults.untilMs = Number.POSITIVE_INFINITY
    const body = JSON.stringify({ route, times, ...EFFECTS[kind] })
    return control(world, account, { on, process }, '/faults', body)
  }
  const path = '/sandbox/faults'
  const outcome = await ask(world, account, process, 'DELETE', path)
  return checked(outcome, 'control', () => {
    // Another may have been set meanwhile, before or after.
    if (faults.asked === asked) faults.untilMs = timeline.nowMs + FAULTS_GONE_AFTER_MS
  })
}

/** An advance goes exactly as far as was asked, and nothing but it moves a clock of speed 0. */
export async function clock(
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
  return checked(outcome, 'clock', ({ body: { now } }) => {
    world.count('clock moves')
    // The time of the answer counts, since the server may have ended meanwhile.
    const nowMs = Temporal.Instant.from(String(now)).epochMilliseconds
    const least = beganMs + (speed === null ? advance * 1_000 : 0)
    const isSo = stands && speed === null ? nowMs === least : nowMs >= least
    must(isSo, 'clock', () => `${body} took the clock from ${beganMs} to ${nowMs}`)
  })
}

export async function control(
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
