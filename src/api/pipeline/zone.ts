/** Tells a caller how a time without an offset was read [time.assumed]. */
import { isReadAsKorean, Temporal } from '../../core/time'

export const ZONE_HEADER = 'x-time-zone-assumed'
export const ASSUMED_ZONE = 'Asia/Seoul'

/** Says so of the times of a body, as they were sent. */
export function noteKoreanTimes(
  headers: Record<string, string | number>,
  times: readonly (string | undefined)[],
): void {
  const areKorean = times.some((text) => text !== undefined && isReadAsKorean(text))
  if (areKorean) headers[ZONE_HEADER] = ASSUMED_ZONE
}

/** Whether a parameter that its schema has read as an instant came without an offset. */
export function hasKoreanTime(url: string, query: Readonly<Record<string, unknown>>): boolean {
  const times = Object.keys(query).filter((name) => query[name] instanceof Temporal.Instant)
  if (times.length === 0) return false
  const sent = new URLSearchParams(url.slice(url.indexOf('?')))
  return times.some((name) => isReadAsKorean((sent.get(name) ?? 'Z').replace(' ', '+')))
}
