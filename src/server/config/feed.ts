/** Prices from outside: the key of their door, when they are stale, and a file of them. */
import { FEED_STALE_MS_DEFAULT } from '../../core/limits'
import type { ClockConfig } from './clock'
import { type FeedName, MARKET_FEED } from './market'
import { type ConfigFault, parseWholeNumber, type Setting } from './setting'

/** What opens `/feed` [live.door]. */
export const FEED_KEY: Setting<string | null> = {
  variable: 'FEED_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters; needed with MARKET_FEED=live',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

const STALE_MS_MAX = 86_400_000

/** Milliseconds after which a quote is stale, in REGULAR and elsewhere [live.stale]. */
export const FEED_STALE_MS: Setting<{ readonly regular: number; readonly other: number }> = {
  variable: 'FEED_STALE_MS',
  unset: FEED_STALE_MS_DEFAULT,
  allowed:
    `milliseconds from 1 to ${STALE_MS_MAX}, as one number, or as two with a comma: those of ` +
    'REGULAR and those of other sessions',
  read(text) {
    const parts = text.split(',').map((part) => parseWholeNumber(part, 1, STALE_MS_MAX))
    const [regular, other] = parts.length === 1 ? [parts[0], parts[0]] : parts
    return regular === undefined || other === undefined || parts.length > 2
      ? undefined
      : { regular, other }
  },
}

/** What came in is kept there, or is played from there [live.record]. */
export const FEED_FILE: Setting<string | null> = {
  variable: 'FEED_FILE',
  unset: null,
  allowed: 'the path of a file; with MARKET_FEED=live or recorded',
  read: (text) => text,
}

export interface FeedSettings {
  readonly feed: FeedName
  readonly feedKey: string | null
  readonly feedFile: string | null
  readonly clock: ClockConfig
}

/** Whether MARKET_CLOCK=open is an answer to a closed market: live prices have no other time. */
export const canStartOpen = (feed: FeedName): boolean => feed !== 'live'

/** Prices of now belong to the time of now, and those of another day to that day [live.clock]. */
export function liveFaults(settings: FeedSettings): readonly ConfigFault[] {
  const { feed, feedKey, feedFile, clock } = settings
  const isLive = feed === 'live'
  const isRecorded = feed === 'recorded'
  const fault = (variable: string, value: string, allowed: string) => ({ variable, value, allowed })
  const unless = (isRight: boolean, found: ConfigFault): ConfigFault[] => (isRight ? [] : [found])
  return [
    ...unless(
      !isLive || clock.kind === 'system',
      fault(MARKET_FEED.variable, 'live with a simulated clock', 'live with MARKET_CLOCK=system'),
    ),
    ...unless(
      !isRecorded || clock.kind === 'simulated',
      fault(
        MARKET_FEED.variable,
        'recorded with the system clock',
        'recorded with a MARKET_CLOCK that starts within the recording',
      ),
    ),
    ...unless(!isLive || feedKey !== null, fault(FEED_KEY.variable, 'unset', FEED_KEY.allowed)),
    ...unless(
      !isRecorded || feedFile !== null,
      fault(FEED_FILE.variable, 'unset', 'the recording, with MARKET_FEED=recorded'),
    ),
    ...unless(
      feedFile === null || isLive || isRecorded,
      fault(FEED_FILE.variable, `set with MARKET_FEED=${feed}`, FEED_FILE.allowed),
    ),
  ]
}
