/** Writes a scenario as the table that parse.ts reads. */
import { NEW_YORK } from '../time'
import type {
  ClientFaultDeed,
  Deed,
  Expectation,
  OrderOutcomeDeed,
  RequestFaultDeed,
  Scenario,
  Sides,
} from './scenario'

export function printScenario({ settings, rows }: Scenario): string {
  const { clock, seed, profile, cash } = settings
  const header = [
    ...(clock === undefined ? [] : [`clock ${clock.toString({ timeZone: NEW_YORK })}`]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(cash === undefined ? [] : [`cash ${cash.toFixed()}`]),
  ]
  const lines = rows.map(({ at, deed }) => {
    const time = at === null ? [] : [at.toString({ timeZone: NEW_YORK })]
    return [...time, ...wordsOf(deed)].join(' ')
  })
  return `${[...header, ...lines].join('\n')}\n`
}

function wordsOf(deed: Deed): readonly string[] {
  switch (deed.kind) {
    case 'pin': {
      const size = deed.size === null ? [] : ['size', deed.size.toFixed()]
      return [deed.symbol, 'pin', sides(deed.sides), ...size]
    }
    case 'path': {
      const { symbol, from, to, lasts, every } = deed
      const times = ['in', lasts.toString(), 'every', every.toString()]
      return [symbol, 'path', sides(from), 'to', sides(to), ...times]
    }
    case 'unpin':
      return [deed.symbol, 'unpin']
    case 'tradable':
      return [deed.symbol, STATE_WORDS[deed.state]]
    case 'halt':
    case 'resume':
      return ['market', deed.kind]
    case 'outcome': {
      const { symbol, side, times } = deed.next
      const orders = [next(times), ...(side === null ? [] : [side])]
      return [symbol ?? 'market', deed.outcome.does, ...orders, ...outcome(deed.outcome)]
    }
    case 'fault': {
      const { clientId, route, times } = deed.next
      const requests = [next(times), ...(route === null ? [] : [route]), ':']
      return [clientId ?? 'bot', ...requests, ...requestFault(deed.fault)]
    }
    case 'client':
      return [deed.clientId ?? 'bot', ...clientFault(deed.fault)]
    case 'expect':
      return ['expect', deed.clientId ?? 'bot', ...expectation(deed.expected)]
  }
}

const STATE_WORDS = {
  SUSPENDED: 'suspend',
  TRADABLE: 'trade',
  BUY_ONLY: 'buy-only',
  SELL_ONLY: 'sell-only',
} as const

const sides = ({ bid, ask }: Sides): string => `${bid.toFixed()} / ${ask.toFixed()}`

const next = (times: number | null): string => (times === null ? 'every' : `next ${times}`)

function outcome(made: OrderOutcomeDeed): readonly string[] {
  if (made.does === 'reject') return [made.code]
  if (made.does !== 'fill') return []
  const parts = made.parts.map((part) => part.toFixed()).join(', ')
  return [
    ...(made.price === null ? [] : ['at', made.price.toFixed()]),
    ...(parts === '' ? [] : ['in', 'parts', parts]),
  ]
}

const MOMENTS = { before: 'before', 'after-commit': 'after commit' } as const

function requestFault(fault: RequestFaultDeed): readonly string[] {
  switch (fault.fault) {
    case 'cut':
      return ['cut', MOMENTS[fault.at]]
    case 'answer':
      return ['answer', fault.code, ...retryAfter(fault.retryAfter)]
    case 'status':
      return ['status', String(fault.status), ...retryAfter(fault.retryAfter)]
    case 'delay':
      return ['delay', fault.delay, MOMENTS[fault.at]]
  }
}

const retryAfter = (seconds: number | null): readonly string[] =>
  seconds === null ? [] : ['retry-after', String(seconds)]

function clientFault(fault: ClientFaultDeed): readonly string[] {
  switch (fault.fault) {
    case 'token':
      return ['token', fault.end === 'expired' ? 'expires' : 'revoked']
    case 'stream-cut':
      return ['stream', 'cut']
    case 'stream-late':
      return ['stream', 'late', fault.delay]
  }
}

function expectation(expected: Expectation): readonly string[] {
  switch (expected.of) {
    case 'orders': {
      const { of, count, status, side, quantity, symbol } = expected
      return [of, String(count), ...given(status, side, quantity?.toFixed() ?? null, symbol)]
    }
    case 'fills':
      return [expected.of, String(expected.count), ...given(expected.symbol)]
    case 'holds':
      return [expected.of, expected.quantity.toFixed(), expected.symbol]
    case 'cash':
    case 'buying-power':
      return [expected.of, expected.comparison, expected.amount.toFixed()]
  }
}

const given = (...words: readonly (string | null)[]): readonly string[] =>
  words.filter((word) => word !== null)
