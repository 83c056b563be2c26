/** While the market is closed: what becomes of orders, and how to trade at once. */
import { marketClock } from '../data/market-clock'
import { partsText } from './text'
import './closed-now.css'

export function ClosedNow() {
  const say = partsText()
  const { value: shown } = marketClock.shown
  if (shown.state !== 'ready' || shown.value.session !== 'CLOSED') return null
  return (
    <p class="closed-now">
      {say.closedNow} {!shown.value.simulated && say.closedHelp}
    </p>
  )
}
