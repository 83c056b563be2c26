/** Instants as New York's wall time, `2026-11-20 09:30`. */
import { type Instant, NEW_YORK, Temporal } from '../../src/core/time'

export const newYork = (text: string): Instant =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(NEW_YORK).toInstant()

export const inNewYork = (instant: Instant): string =>
  instant
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

export const plainDate = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
