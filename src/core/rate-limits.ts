/** How many requests a client may send (D8): what is counted apart, and the limits of each. */

/** A token bucket: it holds `burst` requests and `perSecond` flow back into it. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** Order writes; everything else under /v1; the token endpoint, per client id and address. */
export const RATE_GROUPS = ['orders', 'other', 'token'] as const
export type RateGroup = (typeof RATE_GROUPS)[number]
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>

export const DEFAULT_RATE_LIMITS: RateLimits = {
  orders: { perSecond: 50, burst: 100 },
  other: { perSecond: 100, burst: 200 },
  token: { perSecond: 5, burst: 20 },
}
