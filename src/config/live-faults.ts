/** Settings that live and recorded prices need of each other. */
import type { ClockConfig } from './clock'
import { FEED_FILE, FEED_KEY } from './feed'
import { type FeedName, MARKET_FEED } from './market'
import type { ConfigFault } from './setting'

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
