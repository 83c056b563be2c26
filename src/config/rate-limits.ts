/** RATE_LIMIT: `on`, `off`, or some limits of its own. [run.rate-limit] [rate-limit.off] */
import { RATE_LIMITS_DEFAULT } from '../core/limits'
import { RATE_GROUPS, type RateGroup, type RateLimit, type RateLimits } from '../core/rate-limits'
import { parseWholeNumber, type Setting } from './setting'

const REQUESTS_MAX = 1_000_000

export const RATE_LIMIT: Setting<RateLimits | 'off'> = {
  variable: 'RATE_LIMIT',
  unset: RATE_LIMITS_DEFAULT,
  allowed:
    `on, off, or any of ${RATE_GROUPS.map(limitText)} ` +
    `(requests per second/burst, each from 1 to ${REQUESTS_MAX})`,
  read: (text) => {
    if (text === 'on') return RATE_LIMITS_DEFAULT
    return text === 'off' ? 'off' : limitsOf(text)
  },
}

/** A group as it is by default: `orders=50/100`. */
function limitText(group: RateGroup): string {
  const { perSecond, burst } = RATE_LIMITS_DEFAULT[group]
  return `${group}=${perSecond}/${burst}`
}

function limitsOf(text: string): RateLimits | undefined {
  const own = new Map<RateGroup, RateLimit>()
  for (const part of text.split(',')) {
    const [, name, rate, size] = /^(\w+)=(\d+)\/(\d+)$/.exec(part) ?? []
    const group = RATE_GROUPS.find((known) => known === name)
    const perSecond = parseWholeNumber(rate ?? '', 1, REQUESTS_MAX)
    const burst = parseWholeNumber(size ?? '', 1, REQUESTS_MAX)
    if (group === undefined || perSecond === undefined || burst === undefined) return undefined
    if (own.has(group)) return undefined
    own.set(group, { perSecond, burst })
  }
  return { ...RATE_LIMITS_DEFAULT, ...Object.fromEntries(own) }
}
