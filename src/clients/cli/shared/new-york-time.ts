/** Instants as New York's clocks show them. */
import { type Instant, NEW_YORK, parseInstant, type Temporal } from '../../../core/time'

export const inNewYork = (at: Instant): Temporal.ZonedDateTime => at.toZonedDateTimeISO(NEW_YORK)

/** `2026-03-02 10:00:01` for a time of the API; another text as it is. */
export function marketTime(text: string): string {
  const instant = parseInstant(text)
  if (instant === undefined) return text
  return inNewYork(instant).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}
