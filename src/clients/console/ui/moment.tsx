/** A time in a table, in the zone that is chosen; a pointer shows it in the others too. */
import { msOf } from '../data/time'
import { nameOfZone, shownZone, ZONES } from '../shell/zone'
import { dayOf, exactTime } from './when'

interface MomentProps {
  /** A time of the wire. */
  readonly at: string
  /** With its day. */
  readonly dated?: boolean
}

const inZone = (ms: number, zone: string): string =>
  `${nameOfZone(zone)} ${dayOf(ms, zone)} ${exactTime(ms, zone)}`

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
