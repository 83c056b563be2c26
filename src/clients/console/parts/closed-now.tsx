/** A note while the market is closed: what happens to orders, and how to trade now. */
import { marketClock } from '../data/market-clock'
import { session } from '../data/session'
import { partsText } from './text'
import './parts.css'

export function ClosedNow() {
  const say = partsText()
  const { value: shown } = marketClock.shown
  if (shown.state !== 'ready' || shown.value.session !== 'CLOSED') return null
  const signedIn = session.value
  const isHelped =
    !shown.value.simulated && signedIn.state === 'in' && signedIn.session.canStartOpen
  return (
    <p class="closed-now">
      {say.closedNow} {isHelped && say.closedHelp}
    </p>
  )
}
