/** RATE_LIMIT: `on`, `off`, or some limits of its own (D8). */
import { type Setting, wholeNumber } from './setting'

/** Order writes; everything else under /v1; the token endpoint. */
export const RATE_GROUPS = ['orders', 'other', 'token'] as const
export type RateGroup = (typeof RATE_GROUPS)[number]

/** A token bucket: it holds `burst` requests and `perSecond` flow back into it. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>

export const DEFAULT_RATE_LIMITS: RateLimits = {
  orders: { perSecond: 50, burst: 100 },
  other: { perSecond: 100, burst: 200 },
  token: { perSecond: 5, burst: 20 },
}

const REQUESTS_MAX = 1_000_000

export const RATE_LIMIT: Setting<RateLimits | 'off'> = {
  variable: 'RATE_LIMIT',
  unset: DEFAULT_RATE_LIMITS,
  allowed:
    'on, off, or any of orders=50/100,other=100/200,token=5/20 ' +
    `(requests per second/burst, each from 1 to ${REQUESTS_MAX})`,
  read: (text) => {
    if (text === 'on') return DEFAULT_RATE_LIMITS
    return text === 'off' ? 'off' : limitsOf(text)
  },
}

function limitsOf(text: string): RateLimits | undefined {
  const own = new Map<RateGroup, RateLimit>()
  for (const part of text.split(',')) {
    const [, name, rate, size] = /^(\w+)=(\d+)\/(\d+)$/.exec(part) ?? []
    const group = RATE_GROUPS.find((known) => known === name)
    const perSecond = wholeNumber(rate ?? '', 1, REQUESTS_MAX)
    const burst = wholeNumber(size ?? '', 1, REQUESTS_MAX)
    if (group === undefined || perSecond === undefined || burst === undefined) return undefined
    if (own.has(group)) return undefined
    own.set(group, { perSecond, burst })
  }
  return { ...DEFAULT_RATE_LIMITS, ...Object.fromEntries(own) }
}
