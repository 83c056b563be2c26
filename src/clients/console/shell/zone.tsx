/** The time zone of tables: the market's, Korea's as in the API, or this machine's. */
import { computed, signal } from '@preact/signals'
import { msOf } from '../data/time'
import { dayOf, exactTime, KOREAN_ZONE, NEW_YORK_ZONE, OWN_ZONE, placeOf } from '../ui/when'
import { store, stored } from './preferences'
import { shellText } from './text'

/** Each zone once, since this machine's may be one of the others. */
export const ZONES = [...new Set([NEW_YORK_ZONE, KOREAN_ZONE, OWN_ZONE])]

export const shownZone = signal<string>(
  ZONES.find((zone) => zone === stored('zone')) ?? NEW_YORK_ZONE,
)

export function chooseZone(zone: string): void {
  shownZone.value = zone
  store('zone', zone)
}

export function nameOfZone(zone: string): string {
  const say = shellText()
  if (zone === NEW_YORK_ZONE) return say.newYork
  return zone === KOREAN_ZONE ? say.koreanTime : placeOf(zone)
}

export const shownZoneName = computed(() => nameOfZone(shownZone.value))

interface MomentProps {
  /** A time of the wire. */
  readonly at: string
  /** Shows the day as well. */
  readonly dated?: boolean
}

const inZone = (ms: number, zone: string): string =>
  `${nameOfZone(zone)} ${dayOf(ms, zone)} ${exactTime(ms, zone)}`

/** A time in a table, in the chosen zone; its tooltip has all zones. */
export function Moment({ at, dated = false }: MomentProps) {
  const ms = msOf(at)
  const zone = shownZone.value
  return (
    <time dateTime={at} title={ZONES.map((each) => inZone(ms, each)).join('\n')}>
      {dated && `${dayOf(ms, zone)} `}
      {exactTime(ms, zone)}
    </time>
  )
}
