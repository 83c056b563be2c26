/** The market's state: its session, the next boundary, its time there, in Korea and here. */
import { useEffect } from 'preact/hooks'
import { type MarketTimeAnswer, marketClock, marketNowMs, runClock } from '../data/market-clock'
import { msOf } from '../data/time'
import { shownDecimal } from '../ui/decimal'
import { clockTime, KOREAN_ZONE, NEW_YORK_ZONE, OWN_ZONE, placeOf, spanOf } from '../ui/when'
import { shellText } from './text'
import './market-state.css'

export function MarketState() {
  const say = shellText()
  useEffect(runClock, [])
  const { value: shown } = marketClock.shown
  const nowMs = marketNowMs.value
  if (shown.state !== 'ready' || nowMs === null) return <div class="market-state" />
  const { value: market } = shown
  const zones = [NEW_YORK_ZONE, KOREAN_ZONE]
  if (!zones.includes(OWN_ZONE)) zones.push(OWN_ZONE)
  return (
    <section class="market-state" aria-label={say.marketState}>
      <span class={`session ${market.session.toLowerCase()}`}>
        <span class="dot" aria-hidden="true" />
        {market.session}
      </span>
      <span class="boundary">{boundary(market, nowMs)}</span>
      {zones.map((zone) => (
        <span key={zone} class={zone === NEW_YORK_ZONE ? 'time' : 'time other'}>
          <b>{clockTime(nowMs, zone)}</b> {nameOf(zone)}
        </span>
      ))}
      {market.simulated && <span class="speed">{pace(market)}</span>}
    </section>
  )
}

function nameOf(zone: string): string {
  const say = shellText()
  if (zone === NEW_YORK_ZONE) return say.newYork
  return zone === KOREAN_ZONE ? say.koreanTime : placeOf(zone)
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
