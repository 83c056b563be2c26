/** `paper clock`: shows the market's time. */
import { answered } from '../../sdk'
import { action, type CliCommand } from '../shared/command-line'
import { marketTime, pairLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const CLOCK_HELP = `\
Shows the market's time of a server, its session, and what opens and closes next.

  paper clock [--json]

  --json                prints the server's answer
${SERVER_HELP_LINES}`

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

const SYNTAX = { operands: [], options: { ...SERVER_OPTIONS, json: 'flag' } } as const

export const clockCommand: CliCommand = {
  name: 'clock',
  help: CLOCK_HELP,
  action: action(SYNTAX, (line, context) =>
    onServer(line, context, async ({ api }) => {
      const clock = await answered(api.paper.clock.get())
      context.terminal.say(line.flag('json') ? JSON.stringify(clock) : clockText(clock))
      return undefined
    }),
  ),
}
