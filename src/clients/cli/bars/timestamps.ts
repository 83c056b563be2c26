/** Reads the times of rows in the formats that files use. */
import { atMs, DAY_MS, Temporal } from '../../../core/time'
import { memoize } from '../../../market/memoize'
import { inNewYork } from '../shared/new-york-time'

/** `day`: a date alone. `local`: without an offset. `offset`: an instant. */
export type WrittenTime =
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'local' | 'offset'; readonly ms: number; readonly date: string }

/** `2026-03-02` or `20260302`, optionally with a time, which may have an offset or `Z`. */
const DATE = /(\d{4})-?(\d\d)-?(\d\d)/
const TIME = /(\d\d?):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?/
const OFFSET = /(Z|[+-]\d\d(?::?\d\d)?)/
const DATE_TIME = new RegExp(`^${DATE.source}(?:[T ]+${TIME.source} ?${OFFSET.source}?)?$`)
const UNIX = /^(\d{10})(\d{3})?$/
const DATES_CACHED = 64

export interface TimeReader {
  /** Returns undefined for a text that is no time, or a time that does not exist. */
  read(text: string): WrittenTime | undefined
}

/** Reads times without an offset in this zone. */
export function timeReader(zone: string): TimeReader {
  const dates = memoize(
    DATES_CACHED,
    (text: string) => text,
    (text) => dateIn(zone, text),
  )
  return {
    read(text) {
      const unix = UNIX.exec(text)
      if (unix !== null) return offsetTime(Number(unix[1]) * 1_000 + Number(unix[2] ?? 0))
      const written = DATE_TIME.exec(text)
      if (written === null) return undefined
      const [, year, month, day, hours, minutes = '', seconds = '0', offset] = written
      const date = `${year}-${month}-${day}`
      const known = dates(date)
      if (known.startsMs === null) return undefined
      if (hours === undefined) return { kind: 'day', date }
      const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
      if (hour > 23 || minute > 59 || second > 59) return undefined
      const timeMs = ((hour * 60 + minute) * 60 + second) * 1_000
      if (offset !== undefined) {
        return offsetTime(known.epochDayMs + timeMs - offsetMs(offset))
      }
      const ms = known.even ? known.startsMs + timeMs : localMs(zone, date, [hour, minute, second])
      return { kind: 'local', ms, date }
    },
  }
}

const offsetTime = (ms: number): WrittenTime => ({
  kind: 'offset',
  ms,
  date: inNewYork(atMs(ms)).toPlainDate().toString(),
})

export const isZone = (zone: string): boolean => {
  try {
    return atMs(0).toZonedDateTimeISO(zone).timeZoneId !== ''
  } catch {
    return false
  }
}

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))]
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** The start of a date in the zone. `even`: the zone's clocks do not change on that day. */
function dateIn(zone: string, text: string) {
  try {
    const date = Temporal.PlainDate.from(text)
    const startsMs = date.toZonedDateTime(zone).epochMilliseconds
    const endsMs = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
    const epochDayMs = date.toZonedDateTime('UTC').epochMilliseconds
    return { startsMs, epochDayMs, even: endsMs - startsMs === DAY_MS }
  } catch {
    return { startsMs: null, epochDayMs: 0, even: false }
  }
}

const localMs = (
  timeZone: string,
  date: string,
  [hour, minute, second]: readonly [number, number, number],
): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from({ hour, minute, second }),
  }).epochMilliseconds
