/**
 * A scenario as a plan: which control is called when, as requests of `/sandbox`, and what is
 * expected when. Pure.
 */
import { type Price, type Quantity, roundedTo, weighted, wireNumber } from '../money'
import { pricePlaces } from '../tick-size'
import type { Instant } from '../time'
import type {
  ClientFaultDeed,
  Deed,
  Expectation,
  OrderOutcomeDeed,
  RequestFaultDeed,
  Scenario,
  ScenarioRow,
  Sides,
} from './scenario'

/** A request of one of the controls. */
export interface ControlCall {
  readonly method: 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

export interface PlannedStep {
  /** Null: at the end. */
  readonly at: Instant | null
  readonly row: ScenarioRow
  readonly does: ControlCall | { readonly clientId: string | null; readonly expected: Expectation }
}

/** `bot`: the client that the word means; null: requests of every client. By time. */
export function planOf({ rows }: Scenario, bot: string | null): readonly PlannedStep[] {
  const steps = rows.flatMap((row) => stepsOf(row, bot))
  const timed = steps.filter(({ at }) => at !== null)
  return [...timed.toSorted(byTime), ...steps.filter(({ at }) => at === null)]
}

const byTime = (one: PlannedStep, other: PlannedStep): number =>
  (one.at?.epochMilliseconds ?? 0) - (other.at?.epochMilliseconds ?? 0)

function stepsOf(row: ScenarioRow, bot: string | null): readonly PlannedStep[] {
  const { at, deed } = row
  if (deed.kind === 'path' && at !== null) return pathSteps(row, at, deed)
  if (deed.kind === 'expect') {
    return [{ at, row, does: { clientId: deed.clientId, expected: deed.expected } }]
  }
  const call = callOf(deed, bot)
  return call === null ? [] : [{ at, row, does: call }]
}

function callOf(deed: Deed, bot: string | null): ControlCall | null {
  switch (deed.kind) {
    case 'pin':
      return pin(deed.symbol, deed.sides, deed.size)
    case 'unpin':
      return { method: 'DELETE', path: `/sandbox/quotes/${deed.symbol}` }
    case 'tradable':
      return put(`/sandbox/instruments/${deed.symbol}`, { tradable: deed.state })
    case 'halt':
      return { method: 'PUT', path: '/sandbox/halt' }
    case 'resume':
      return { method: 'DELETE', path: '/sandbox/halt' }
    case 'outcome':
      return put('/sandbox/outcomes', {
        ...sent({ symbol: deed.next.symbol, side: deed.next.side, times: deed.next.times }),
        ...outcomeBody(deed.outcome),
      })
    case 'fault': {
      const { clientId, route, times } = deed.next
      const match = sent({ clientId: clientId ?? bot, route, times })
      return put('/sandbox/faults', { ...match, ...faultBody(deed.fault) })
    }
    case 'client':
      return put('/sandbox/faults', {
        ...sent({ clientId: deed.clientId ?? bot }),
        ...clientBody(deed.fault),
      })
    default:
      return null
  }
}

const put = (path: string, body: Readonly<Record<string, unknown>>): ControlCall => ({
  method: 'PUT',
  path,
  body,
})

/** What is null is not sent. */
const sent = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

function pin(symbol: string, { bid, ask }: Sides, size: Quantity | null): ControlCall {
  const sizes = size === null ? {} : { bidSize: wireNumber(size), askSize: wireNumber(size) }
  const prices = { bidPrice: wireNumber(bid), askPrice: wireNumber(ask) }
  return put(`/sandbox/quotes/${symbol}`, { ...prices, ...sizes })
}

function outcomeBody(outcome: OrderOutcomeDeed): Readonly<Record<string, unknown>> {
  if (outcome.does === 'reject') return { result: 'reject', code: outcome.code }
  if (outcome.does !== 'fill') return { result: outcome.does }
  const { price, parts } = outcome
  return {
    result: 'fill',
    ...(price !== null && { price: price.toFixed() }),
    ...(parts.length > 0 && { parts: parts.map((part) => part.toFixed()) }),
  }
}

function faultBody(fault: RequestFaultDeed): Readonly<Record<string, unknown>> {
  switch (fault.fault) {
    case 'cut':
      return { cut: fault.at }
    case 'answer':
      return { code: fault.code, ...sent({ retryAfterSeconds: fault.retryAfter }) }
    case 'status':
      return { status: fault.status, ...sent({ retryAfterSeconds: fault.retryAfter }) }
    case 'delay':
      return { delay: fault.delay, at: fault.at }
  }
}

function clientBody(fault: ClientFaultDeed): Readonly<Record<string, unknown>> {
  switch (fault.fault) {
    case 'token':
      return { token: fault.end }
    case 'stream-cut':
      return { stream: 'cut', times: 1 }
    case 'stream-late':
      return { stream: 'late', delay: fault.delay }
  }
}

/** Straight from the first quote to the last, each on the tick. */
function pathSteps(
  row: ScenarioRow,
  at: Instant,
  { symbol, from, to, lasts, every }: Extract<Deed, { kind: 'path' }>,
): readonly PlannedStep[] {
  const everyMs = every.total('milliseconds')
  const count = Math.floor(lasts.total('milliseconds') / everyMs)
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: at.add({ milliseconds: Math.round(index * everyMs) }),
    row,
    does: pin(symbol, between(from, to, index, count), null),
  }))
}

const between = (from: Sides, to: Sides, index: number, count: number): Sides => ({
  bid: priceBetween(from.bid, to.bid, index, count),
  ask: priceBetween(from.ask, to.ask, index, count),
})

function priceBetween(from: Price, to: Price, index: number, count: number): Price {
  const price = weighted(from, to, index, count)
  return roundedTo(price, pricePlaces(price))
}
