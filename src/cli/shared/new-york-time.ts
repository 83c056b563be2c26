/** Instants as New York's clocks show them. */
import { type Instant, NEW_YORK, type Temporal } from '../../core/time'

export const inNewYork = (at: Instant): Temporal.ZonedDateTime => at.toZonedDateTimeISO(NEW_YORK)
