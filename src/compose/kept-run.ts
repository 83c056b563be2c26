/** A run that is recorded [exec.record]. */
import type { AppDeps } from '../api/app'
import { encodeEvent } from '../api/v1/stream/encode'
import type { OrderEvent } from '../core/order/event'

export type KeptRun = NonNullable<AppDeps['recorder']> & {
  /** An event of an order, as a stream sends it; called after its commit. */
  event(text: string): void
}

export function keepEvents(run: KeptRun | undefined, events: readonly OrderEvent[]): void {
  if (run !== undefined) for (const event of events) run.event(encodeEvent(event))
}
