/** The sequencer and the matcher, each of which needs the other. */
import type { Config } from '../config/config'
import type { OrderEvent } from '../core/order/event'
import { type Matcher, type MatcherDeps, openMatcher } from '../trading/matcher/matcher'
import {
  openSequencer,
  type Sequencer,
  type SequencerDeps,
  WORKERS_MAX,
} from '../trading/sequencer'

export interface TradingDeps {
  readonly sequencer: Omit<SequencerDeps, 'onCommitted'>
  readonly matcher: Omit<MatcherDeps, 'sequencer'>
  /** Called after each commit that has changed an order, before its callers are answered. */
  readonly onCommitted: (events: readonly OrderEvent[]) => void
}

export interface Trading {
  readonly sequencer: Sequencer
  readonly matcher: Matcher
}

/**
 * The accounts are looked through after this long, for when a hint of another process is lost.
 * Without streams no process sends or hears any, and they are looked through at each step.
 */
const OTHERS_READ_EVERY_MS = 5_000
export function othersReadEveryMs({ database, stream }: Config): number {
  // An embedded database has no other process that could change it.
  if (database.kind !== 'server') return Number.POSITIVE_INFINITY
  return stream ? OTHERS_READ_EVERY_MS : 0
}

/** The embedded database carries out one thing at a time. */
export const workersOf = ({ database }: Config): number =>
  database.kind === 'server' ? WORKERS_MAX : 1

export function openTrading(deps: TradingDeps): Trading {
  const sequencer = openSequencer({
    ...deps.sequencer,
    onCommitted(committed) {
      matcher.orders.committed(committed)
      if (committed !== null) deps.onCommitted(committed.events)
    },
  })
  const matcher = openMatcher({ ...deps.matcher, sequencer })
  return { sequencer, matcher }
}
