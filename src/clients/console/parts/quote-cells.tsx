/** Parts of a quote, each of which follows the market, and a note while the market is closed. */
import { useQuote } from '../data/quotes'
import { quoteAgeSeconds } from '../data/time'
import { Change, Count, Money } from '../ui/number'
import { partsText } from './text'
import './parts.css'
import { marketClock } from '../data/market-clock'
import { session } from '../data/session'

interface OfSymbol {
  readonly symbol: string
}

/** The age of a quote on a live market; elsewhere a quote has none [live.seen]. */
function QuoteAge({ symbol }: OfSymbol) {
  const seconds = quoteAgeSeconds(useQuote(symbol).value)
  return seconds === null ? null : <small class="muted"> {partsText().secondsOld(seconds)} </small>
}

/** The last price, unless it is stale [live.seen]. */
export function LastPrice({ symbol }: OfSymbol) {
  const quote = useQuote(symbol).value
  const say = partsText()
  if (quote?.outcome === 'NO_DATA') return <span class="muted">{say.noFreshPrice}</span>
  return (
    <>
      <QuoteAge symbol={symbol} />
      <Money value={quote?.price} live />
    </>
  )
}

/** Marks a quote that the sandbox has pinned [quote.pinned]. */
export function PinnedMark({ symbol }: OfSymbol) {
  if (useQuote(symbol).value?.pinned !== true) return null
  return <span class="pinned-mark">{partsText().pinned}</span>
}

export const DayChange = ({ symbol }: OfSymbol) => (
  <Change value={useQuote(symbol).value?.changeRate} unit="%" />
)

export const BidPrice = ({ symbol }: OfSymbol) => <Money value={useQuote(symbol).value?.bidPrice} />
export const AskPrice = ({ symbol }: OfSymbol) => <Money value={useQuote(symbol).value?.askPrice} />

interface BidAskProps extends OfSymbol {
  /** Called with a price that is pressed. */
  readonly onPrice?: (price: string) => void
  /** Names the button of a price, read aloud. */
  readonly priceLabel?: (price: string) => string
}

/** `224.76 (100) × 224.78 (200)`: the prices with their shown sizes. */
export function BidAsk({ symbol, onPrice, priceLabel }: BidAskProps) {
  const quote = useQuote(symbol).value
  const cell = (price: string | null | undefined) =>
    price === null || price === undefined || onPrice === undefined ? (
      <Money value={price} />
    ) : (
      <button
        type="button"
        class="price-button"
        aria-label={priceLabel?.(price)}
        title={priceLabel?.(price)}
        onClick={() => onPrice(price)}
      >
        <Money value={price} />
      </button>
    )
  return (
    <span class="bid-ask">
      {cell(quote?.bidPrice)}
      <span class="muted">
        {' ('}
        <Count value={quote?.bidSize} />
        {') × '}
      </span>
      {cell(quote?.askPrice)}
      <span class="muted">
        {' ('}
        <Count value={quote?.askSize} />
        {')'}
      </span>
      <QuoteAge symbol={symbol} />
    </span>
  )
}

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
