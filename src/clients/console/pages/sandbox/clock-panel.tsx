/** The market's clock: its speed, and buttons that move it forward. */
import { marketClock, marketNowMs } from '../../data/market-clock'
import { sessionName } from '../../shell/text'
import { Button, Choice } from '../../ui/button'
import { RefusalNote, Waiting } from '../../ui/states'
import { exactTime, NEW_YORK_ZONE, weekdayAndDate } from '../../ui/when'
import { sandboxText } from './text'
import { useSteering } from './use-steering'

const SPEEDS: readonly string[] = ['0', '1', '10', '60', '600']
const STEPS = [
  ['second', 'PT1S'],
  ['minute', 'PT1M'],
  ['hour', 'PT1H'],
  ['day', 'P1D'],
] as const

export function ClockPanel() {
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const { value: shown } = marketClock.shown
  if (shown.state !== 'ready') return <Waiting lines={4} />
  const { simulated, speed, speedReached, session, nextRegularOpeningAt, nextRegularClosingAt } =
    shown.value
  const nowMs = marketNowMs.value
  const move = (how: string, body: object) => void steer(say.didAdvance(how), 'POST', 'clock', body)
  const speedOf = (each: string) => (each === '0' ? say.pause : say.times(Number(each)))
  return (
    <section class="panel sandbox-clock">
      <h2>{say.clock}</h2>
      <p class="time" role="timer">
        {nowMs !== null && (
          <>
            <b>{exactTime(nowMs, NEW_YORK_ZONE)}</b>{' '}
            <span class="muted">
              {weekdayAndDate(nowMs, NEW_YORK_ZONE)} {say.newYork} · {sessionName(session)} ·{' '}
              {speed === 0 ? say.paused : say.times(speed)}
              {speedReached !== null &&
                speedReached < speed &&
                ` · ${say.reaches(speedReached.toFixed(0))}`}
            </span>
          </>
        )}
      </p>
      {!simulated && <p class="muted">{say.systemClock}</p>}
      {simulated && (
        <>
          <div class="row">
            <Choice
              label={say.setSpeed}
              name="speed"
              value={String(speed)}
              options={SPEEDS.map((each) => [each, speedOf(each)])}
              onChange={(each) =>
                void steer(say.didSpeed(speedOf(each)), 'POST', 'clock', { speed: Number(each) })
              }
            />
          </div>
          <div class="row">
            {STEPS.map(([name, advance]) => (
              <Button key={name} busy={busy} onClick={() => move(say[name], { advance })}>
                {say[name]}
              </Button>
            ))}
            {nextRegularOpeningAt !== null && (
              <Button busy={busy} onClick={() => move(say.toOpening, { to: nextRegularOpeningAt })}>
                {say.toOpening}
              </Button>
            )}
            {nextRegularClosingAt !== null && (
              <Button busy={busy} onClick={() => move(say.toClosing, { to: nextRegularClosingAt })}>
                {say.toClosing}
              </Button>
            )}
          </div>
        </>
      )}
      {fault !== null && <RefusalNote error={fault} />}
    </section>
  )
}
