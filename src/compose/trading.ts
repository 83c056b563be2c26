/** The desk and the matcher, each of which needs the other. */
import type { Config } from '../config/config'
import type { OrderEvent } from '../core/order/event'
import type { Lane } from '../store/database'
import { type Desk, type DeskDeps, openDesk } from '../trading/desk'
import { type Matcher, type MatcherDeps, openMatcher } from '../trading/matcher/matcher'

export interface TradingDeps {
  readonly desk: Omit<DeskDeps, 'onCommitted'>
  readonly matcher: Omit<MatcherDeps, 'desk'>
  /** Called after each commit that has changed an order, before its callers are answered. */
  readonly onCommitted: (events: readonly OrderEvent[]) => void
}

export interface Trading {
  readonly desk: Desk
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

/**
 * Two where the database has a connection for each. A snapshot of the sandbox is taken and brought
 * back by a transaction between two batches, so there it is one.
 */
export const lanesOf = ({ database, sandbox }: Config): readonly Lane[] =>
  database.kind === 'server' && !sandbox ? [0, 1] : [0]

export function openTrading(deps: TradingDeps): Trading {
  const desk = openDesk({
    ...deps.desk,
    onCommitted(committed) {
      matcher.orders.committed(committed)
      if (committed !== null) deps.onCommitted(committed.events)
    },
  })
  const matcher = openMatcher({ ...deps.matcher, desk })
  return { desk, matcher }
}
