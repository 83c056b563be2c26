/** The market's clock as lines. Pure. */
import { marketTime } from '../shared/new-york-time'
import { pairLines } from '../shared/table'

interface Edge {
  readonly session: string
  readonly at: string
}

interface ShownClock {
  readonly now: string
  readonly simulated: boolean
  readonly speed: number
  readonly session: string
  readonly tradingDate: string | null
  readonly nextOpening: Edge | null
  readonly nextClosing: Edge | null
}

export function clockText(clock: ShownClock): string {
  const { now, session, tradingDate, nextOpening, nextClosing } = clock
  const ends = session === 'CLOSED' ? nextOpening : nextClosing
  return pairLines([
    ['now', `${marketTime(now)} in New York, ${now} in Korea`],
    ['session', ends === null ? session : `${session}, until ${marketTime(ends.at)}`],
    ['trading date', tradingDate ?? 'none is ahead'],
    ['opens next', nextOpening === null ? '' : edgeText(nextOpening)],
    ['clock', clock.simulated ? `simulated, ${paceText(clock.speed)}` : "the system's"],
  ])
}

const edgeText = ({ session, at }: Edge): string => `${session}, ${marketTime(at)}`

const paceText = (speed: number): string =>
  speed === 0 ? 'stands still' : `${speed} market seconds per second`
