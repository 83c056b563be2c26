/**
 * Settings of the access of callers: the key of the sandbox, the client that a start makes, the
 * life of tokens, rate limits, and the cell [run.cell].
 */
import { clientIdPrefix, isCellName } from '../../core/ids'
import {
  RATE_LIMITS_DEFAULT,
  type RateGroup,
  type RateLimit,
  type RateLimits,
  TOKEN_LIFETIME_SECONDS_DEFAULT,
  TOKEN_LIFETIME_SECONDS_MAX,
} from '../../core/limits'
import { CLIENT_VARIABLES } from '../../lib/client-variables'
import { type ConfigFault, parseWholeNumber, type Setting, switchOf } from './setting'

const REQUESTS_MAX = 1_000_000
export const RATE_GROUPS: readonly RateGroup[] = ['orders', 'other', 'token']

/** `on`, `off`, or limits of some groups. [run.rate-limit] [rate-limit.off] */
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

/** The default of a group: `orders=50/100`. */
function limitText(group: RateGroup): string {
  const { perSecond, burst } = RATE_LIMITS_DEFAULT[group]
  return `${group}=${perSecond}/${burst}`
}

function limitsOf(text: string): RateLimits | undefined {
  const own = new Map<RateGroup, RateLimit>()
  for (const part of text.split(',')) {
    const [, name, rate, size] = /^(\w+)=(\d+)\/(\d+)$/.exec(part) ?? []
    const group = RATE_GROUPS.find((each) => each === name)
    const perSecond = parseWholeNumber(rate ?? '', 1, REQUESTS_MAX)
    const burst = parseWholeNumber(size ?? '', 1, REQUESTS_MAX)
    if (group === undefined || perSecond === undefined || burst === undefined) return undefined
    if (own.has(group)) return undefined
    own.set(group, { perSecond, burst })
  }
  return { ...RATE_LIMITS_DEFAULT, ...Object.fromEntries(own) }
}

/** The controls for tests [run.sandbox], and their key [sandbox.key]. */
export const SANDBOX = switchOf('SANDBOX', { on: true, off: false }, false)

export const SANDBOX_KEY: Setting<string | null> = {
  variable: 'SANDBOX_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

export interface ClientConfig {
  readonly clientId: string
  readonly clientSecret: string
}

/** The client that a start makes [run.client]. */
export const PAPER_CLIENT_ID: Setting<string | null> = {
  variable: CLIENT_VARIABLES.clientId,
  unset: null,
  allowed: '1 to 64 letters, digits, _ or -, together with PAPER_CLIENT_SECRET',
  read: (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
}

/**
 * The hash of a secret is a fast one [key.secret-once], so a short secret could be guessed from a
 * stolen database.
 */
export const PAPER_CLIENT_SECRET: Setting<string | null> = {
  variable: CLIENT_VARIABLES.clientSecret,
  unset: null,
  allowed: '16 to 256 visible ASCII characters, together with PAPER_CLIENT_ID',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

/** The lifetime of new tokens; existing tokens keep theirs. [run.token-lifetime] */
export const TOKEN_LIFETIME: Setting<number> = {
  variable: 'TOKEN_LIFETIME',
  unset: TOKEN_LIFETIME_SECONDS_DEFAULT,
  allowed: `a whole number of seconds from 1 to ${TOKEN_LIFETIME_SECONDS_MAX} (a year)`,
  read: (text) => parseWholeNumber(text, 1, TOKEN_LIFETIME_SECONDS_MAX),
}

/** Null for a deployment that is no cell, or the one without a name. */
export const CELL: Setting<string | null> = {
  variable: 'CELL',
  unset: null,
  allowed: '1 to 8 small letters and digits',
  read: (text) => (isCellName(text) ? text : undefined),
}

interface CellSettings {
  readonly cell: string | null
  readonly clientId: string | null
}

/** A client's id names its cell, since a proxy sends its sign-in there [run.cell-client]. */
export function cellFaults({ cell, clientId }: CellSettings): readonly ConfigFault[] {
  if (cell === null || clientId === null || clientId.startsWith(clientIdPrefix(cell))) return []
  const allowed = `an id that begins with ${clientIdPrefix(cell)}, since CELL is ${cell}`
  return [{ variable: PAPER_CLIENT_ID.variable, value: JSON.stringify(clientId), allowed }]
}
