/** The page "Market": the watch list, the search for instruments, and the calendar. */
import '../pages.css'
import { useState } from 'preact/hooks'
import { answered, type Client } from '../../../sdk'
import { marketNowMs } from '../../data/market'
import { polled, readAt, usePolled } from '../../data/polled'
import { watchSymbol } from '../../data/symbol'
import { addDays, msOf, newYorkMs } from '../../data/time'
import { SymbolSearch, WatchList } from '../../parts/instruments'
import { ClosedNow } from '../../parts/prices'
import { partsText } from '../../parts/text'
import { nameOfZone, ZONES } from '../../shell/zone'
import { Choice } from '../../ui/button'
import { Failed, Waiting } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import {
  clockTime,
  isoDate,
  NEW_YORK_ZONE,
  OWN_ZONE,
  weekdayAndDay,
  weekdayOf,
} from '../../ui/when'
import { marketText } from './text'

export function MarketPage() {
  const say = marketText()
  return (
    <div class="stack market-page">
      <h1 class="unseen">{say.title}</h1>
      <ClosedNow />
      <section class="panel">
        <div class="row heading">
          <h2>{partsText().watchList}</h2>
          <SymbolSearch label={say.add} onChoose={watchSymbol} />
        </div>
        <WatchList wide />
      </section>
      <Calendar />
    </div>
  )
}

const SESSIONS = ['DAY', 'PRE', 'REGULAR', 'AFTER'] as const

function Calendar() {
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

/** Milliseconds of noon in New York, far from both ends of the date. */
const noon = (date: string): number => newYorkMs(date, '12:00')

function columns(zone: string): readonly Column<ShownDay>[] {
  const say = marketText()
  return [
    {
      key: 'date',
      label: say.date,
      cell: ({ date }) => <b>{weekdayAndDay(noon(date), NEW_YORK_ZONE)}</b>,
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

/** `09:30`, with the weekday if the zone has another date then. */
function clock(ms: number, zone: string, date: string): string {
  const time = clockTime(ms, zone)
  return isoDate(ms, zone) === date ? time : `${weekdayOf(ms, zone)} ${time}`
}

const DAYS = 7
const EVERY_MS = 60_000

async function readWeek(client: Client) {
  const nowMs = marketNowMs.peek() ?? msOf((await answered(client.api.paper.clock.get())).now)
  const from = isoDate(nowMs, NEW_YORK_ZONE)
  const query = new URLSearchParams({ from, to: addDays(from, DAYS - 1) })
  return (await readAt<CalendarAnswer>(client, '/v1/market/calendar', query)).calendar
}

type Typed = Client['api']['v1']['market']['calendar']['get']
type CalendarAnswer = NonNullable<Awaited<ReturnType<Typed>>['data']>

export type ShownDay = Awaited<ReturnType<typeof readWeek>>[number]

const week = polled(readWeek, EVERY_MS)
