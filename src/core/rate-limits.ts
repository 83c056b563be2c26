/** How many requests a client may send: the groups that are counted apart [rate-limit.buckets]. */

/** A token bucket: it holds `burst` requests and `perSecond` flow back into it. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** Order writes; everything else under /v1; the token endpoint, per client id and address. */
export const RATE_GROUPS = ['orders', 'other', 'token'] as const
export type RateGroup = (typeof RATE_GROUPS)[number]
export type RateLimits = Readonly<Record<RateGroup, RateLimit>>
