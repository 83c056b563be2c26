/**
 * Days since 2005 on which the NYSE was closed outside its rules [calendar.holidays]. A new closure
 * is a new row. Halts within a day, such as the last four minutes of 2005-06-01, do not count.
 */
import type { Temporal } from '../../core/time'
import { dateKey } from './date-key'

const SPECIAL_CLOSURES: ReadonlyMap<number, string> = new Map([
  [2007_01_02, 'National Day of Mourning for President Ford'],
  [2012_10_29, 'Hurricane Sandy'],
  [2012_10_30, 'Hurricane Sandy'],
  [2018_12_05, 'National Day of Mourning for President George H. W. Bush'],
  [2025_01_09, 'National Day of Mourning for President Carter'],
])

/** Why the exchange stayed closed on this date; null where it did not. */
export const specialClosureOn = (date: Temporal.PlainDate): string | null =>
  SPECIAL_CLOSURES.get(dateKey(date)) ?? null
