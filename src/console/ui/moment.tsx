/** A time in a table: New York's, with the viewer's own and Korea's to be read on demand. */
import { msOf } from '../data/time'
import { dayOf, exactTime, KOREAN_ZONE, NEW_YORK_ZONE, OWN_ZONE, placeOf } from './when'

interface MomentProps {
  /** A time of the wire. */
  readonly at: string
  /** With its day. */
  readonly dated?: boolean
}

const inZone = (ms: number, zone: string): string =>
  `${placeOf(zone)} ${dayOf(ms, zone)} ${exactTime(ms, zone)}`

export function Moment({ at, dated = false }: MomentProps) {
  const ms = msOf(at)
  const zones = [...new Set([NEW_YORK_ZONE, KOREAN_ZONE, OWN_ZONE])]
  return (
    <time dateTime={at} title={zones.map((zone) => inZone(ms, zone)).join('\n')}>
      {dated && `${dayOf(ms, NEW_YORK_ZONE)} `}
      {exactTime(ms, NEW_YORK_ZONE)}
    </time>
  )
}
