/** Times as people read them, in New York, in Korea and in the zone of this machine. */
import { language } from '../shell/preferences'

export const NEW_YORK_ZONE = 'America/New_York'
export const KOREAN_ZONE = 'Asia/Seoul'
/** The zone of this machine. */
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language.value, zone, options])
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(language.value === 'ko' ? 'ko-KR' : 'en-GB', {
    ...options,
    timeZone: zone,
    hourCycle: 'h23',
  })
  formats.set(key, format)
  return format
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const SECONDS = { ...CLOCK, second: '2-digit' } as const
const DAY = { month: 'short', day: 'numeric' } as const

/** `09:31` */
export const clockTime = (ms: number, zone: string): string => formatOf(zone, CLOCK).format(ms)
/** `09:31:04` */
export const exactTime = (ms: number, zone: string): string => formatOf(zone, SECONDS).format(ms)
/** `2 Mar` */
export const dayOf = (ms: number, zone: string): string => formatOf(zone, DAY).format(ms)
/** `Mon 2 Mar`, `3월 2일 (월)` */
export const weekdayAndDay = (ms: number, zone: string): string =>
  withWeekday(dayOf(ms, zone), ms, zone)
/** `Mon 2 Mar 2026`, `2026년 3월 2일 (월)` */
export const weekdayAndDate = (ms: number, zone: string): string =>
  withWeekday(dateOf(ms, zone), ms, zone)

function withWeekday(date: string, ms: number, zone: string): string {
  const weekday = weekdayOf(ms, zone)
  return language.value === 'ko' ? `${date} (${weekday})` : `${weekday} ${date}`
}

/** `Mon` */
export const weekdayOf = (ms: number, zone: string): string =>
  formatOf(zone, { weekday: 'short' }).format(ms)
/** `2 Mar 2026` */
export const dateOf = (ms: number, zone: string): string =>
  formatOf(zone, { ...DAY, year: 'numeric' }).format(ms)

/** `2026-03-02` */
export const isoDate = (ms: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(ms)

/** The city of a zone: `New York`. */
export const placeOf = (zone: string): string => zone.replace(/^.*\//, '').replace(/_/g, ' ')

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** A span of milliseconds in whole days, hours, minutes and seconds. */
export function spanOf(ms: number) {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  return {
    days: Math.floor(ms / DAY_MS),
    hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    minutes: minutes % 60,
    seconds: Math.max(0, Math.floor((ms % MINUTE_MS) / 1_000)),
  }
}
