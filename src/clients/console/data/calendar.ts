/** The market's calendar of the days that come. */
import { answered, type Client } from '../../sdk'
import { isoDate, NEW_YORK_ZONE } from '../ui/when'
import { marketNowMs } from './market-clock'
import { addDays } from './new-york'
import { polled } from './polled'
import { readAt } from './read'
import { msOf } from './time'

const DAYS = 7
/** It changes with the day. */
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

export const week = polled(readWeek, EVERY_MS)
