/** Who may read the figures: this machine, or whoever has the key [run.metrics-key]. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Callers } from './callers'

export interface MetricsDoor {
  /** Null: only this machine may. */
  readonly key: string | null
}

/**
 * With a key it is asked of this machine too, since a proxy may hide who calls. Without one neither
 * a proxy nor a page that has made its own name lead here reads them.
 */
export const mayReadMetrics = (
  { key }: MetricsDoor,
  callers: Pick<Callers, 'isThisMachine'>,
  request: Request,
): boolean =>
  key === null
    ? callers.isThisMachine(request)
    : sameText(request.headers.get('authorization') ?? '', `Bearer ${key}`)

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time. */
const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other))
