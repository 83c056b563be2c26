/** The market's state: its session, the next boundary, its time there, in Korea and here. */
import { useEffect } from 'preact/hooks'
import { type MarketTimeAnswer, marketClock, marketNowMs, runClock } from '../data/market-clock'
import { msOf } from '../data/time'
import { shownDecimal } from '../ui/decimal'
import { clockTime, NEW_YORK_ZONE, spanOf } from '../ui/when'
import { shellText } from './text'
import { nameOfZone, ZONES } from './zone'
import './market-state.css'

export function MarketState() {
  const say = shellText()
  useEffect(runClock, [])
  const { value: shown } = marketClock.shown
  const nowMs = marketNowMs.value
  if (shown.state !== 'ready' || nowMs === null) return <div class="market-state" />
  const { value: market } = shown
  return (
    <section class="market-state" aria-label={say.marketState}>
      <span class={`session ${market.session.toLowerCase()}`}>
        <span class="dot" aria-hidden="true" />
        {market.session}
      </span>
      <span class="boundary">{boundary(market, nowMs)}</span>
      {ZONES.map((zone) => (
        <span key={zone} class={zone === NEW_YORK_ZONE ? 'time' : 'time other'}>
          <b>{clockTime(nowMs, zone)}</b> {nameOfZone(zone)}
        </span>
      ))}
      {market.simulated && <span class="speed">{pace(market)}</span>}
    </section>
  )
}

/** When the session that is on closes, or the next one opens. */
function boundary({ session, nextOpening, nextClosing }: MarketTimeAnswer, nowMs: number): string {
  const say = shellText()
  if (session !== 'CLOSED' && nextClosing !== null) {
    return say.closesIn(spanText(msOf(nextClosing.at) - nowMs))
  }
  if (nextOpening === null) return say.neverOpens
  return say.opensIn(nextOpening.session, spanText(msOf(nextOpening.at) - nowMs))
}

function spanText(ms: number): string {
  const say = shellText()
  const { days, hours, minutes, seconds } = spanOf(ms)
  if (days > 0) return say.days(days, hours)
  return hours > 0 ? say.hours(hours, minutes) : say.minutes(minutes, seconds)
}

function pace({ speed, speedReached }: MarketTimeAnswer): string {
  const say = shellText()
  if (speed === 0) return say.standing
  const text = say.simulated(shownDecimal(speed))
  const isSlow = speedReached !== null && speedReached < speed * 0.95
  return isSlow ? `${text}, ${say.slower(shownDecimal(speedReached))}` : text
}
