/** The sessions of the next days, in the zone that is chosen. */
import { useState } from 'preact/hooks'
import { type ShownDay, week } from '../../data/calendar'
import { addDays, newYorkMs } from '../../data/new-york'
import { usePolled } from '../../data/polled'
import { nameOfZone, ZONES } from '../../shell/zone'
import { Choice } from '../../ui/button'
import { Failed, Waiting } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { clockTime, dayOf, isoDate, NEW_YORK_ZONE, OWN_ZONE, weekdayOf } from '../../ui/when'
import { marketText } from './text'

const SESSIONS = ['DAY', 'PRE', 'REGULAR', 'AFTER'] as const

export function Calendar() {
  const say = marketText()
  const [zone, setZone] = useState(OWN_ZONE)
  const shown = usePolled(week)
  return (
    <section class="panel">
      <div class="row heading">
        <h2>{say.calendar}</h2>
        <Choice
          label={say.zone}
          name="zone"
          value={zone}
          options={ZONES.map((each) => [each, nameOfZone(each)])}
          onChange={setZone}
        />
      </div>
      {shown.state === 'loading' && <Waiting lines={7} />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={week.reload} />}
      {shown.state === 'ready' && (
        <Table
          caption={say.calendar}
          columns={columns(zone)}
          rows={shown.value}
          keyOf={({ date }) => date}
        />
      )}
    </section>
  )
}

/** Noon, so that every zone has the same date. */
const noon = (date: string): number => newYorkMs(date, '12:00')

function columns(zone: string): readonly Column<ShownDay>[] {
  const say = marketText()
  return [
    {
      key: 'date',
      label: say.date,
      cell: ({ date }) => (
        <b>
          {weekdayOf(noon(date), NEW_YORK_ZONE)} {dayOf(noon(date), NEW_YORK_ZONE)}
        </b>
      ),
    },
    {
      key: 'status',
      label: say.status,
      cell: ({ status, holidayName }) => (
        <>
          {say[status]} {holidayName !== null && <span class="muted">{holidayName}</span>}
        </>
      ),
    },
    ...SESSIONS.map((type) => ({
      key: type,
      label: say[type],
      cell: (day: ShownDay) => <Hours day={day} type={type} zone={zone} />,
    })),
  ]
}

interface HoursProps {
  readonly day: ShownDay
  readonly type: (typeof SESSIONS)[number]
  readonly zone: string
}

function Hours({ day: { date, sessions }, type, zone }: HoursProps) {
  const session = sessions.find((each) => each.type === type)
  if (session === undefined) return <span class="none">–</span>
  // DAY opens on the evening before.
  const opensOn = type === 'DAY' ? addDays(date, -1) : date
  const [openMs, closeMs] = [newYorkMs(opensOn, session.open), newYorkMs(date, session.close)]
  return (
    <span class="hours">
      {clock(openMs, zone, date)} – {clock(closeMs, zone, date)}
    </span>
  )
}

/** With its weekday where it is another day there. */
function clock(ms: number, zone: string, date: string): string {
  const time = clockTime(ms, zone)
  return isoDate(ms, zone) === date ? time : `${weekdayOf(ms, zone)} ${time}`
}
