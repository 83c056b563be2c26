/** Who may read the figures: this machine, or whoever has the key [run.metrics-key]. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Listening } from './address'
import { asRequested } from './origins'

export interface MetricsDoor {
  /** Null: only this machine may. */
  readonly key: string | null
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/
/** A proxy on this machine calls from it, for anybody. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

/** With a key it is asked of this machine too, since a proxy may hide who calls. */
export function mayReadMetrics(
  { key }: MetricsDoor,
  server: Listening | null,
  request: Request,
): boolean {
  const { headers } = request
  if (key !== null) return sameText(headers.get('authorization') ?? '', `Bearer ${key}`)
  const address = server?.requestIP(request)?.address
  return (
    address !== undefined &&
    LOOPBACK.test(address) &&
    // A page may make its own name lead here, and then read what the browser gets.
    asRequested(request) !== '' &&
    !FORWARDED.some((header) => headers.has(header))
  )
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time. */
const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other))
