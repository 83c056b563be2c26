/** What a brokerage tells of a run that is recorded [exec.record]. */
import type { AppDeps } from '../../api/app'
import { encodeEvent } from '../../api/v1/stream/wire'
import type { Overrides } from './brokerage'

export interface KeptRun {
  readonly calls: NonNullable<AppDeps['recorder']>
  /** An event of an order, as a stream sends it; called after its commit. */
  event(text: string): void
}

export const keptBy = ({ calls, event }: KeptRun): Overrides => ({
  recorder: calls,
  onCommitted(events) {
    for (const each of events) event(encodeEvent(each))
  },
})
