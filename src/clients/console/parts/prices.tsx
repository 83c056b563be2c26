/**
 * Parts of a quote, each of which follows the market, values as a line from left to right, and a
 * note while the market is closed.
 */
import { marketClock, useQuote } from '../data/market'
import { after, msOf, quoteAgeSeconds } from '../data/time'
import { Change, Count, Money } from '../ui/number'
import { partsText } from './text'
import './parts.css'
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { client, session } from '../data/session'
import { directionOf, shownDecimal } from '../ui/decimal'

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

interface LineProps {
  readonly values: readonly number[]
  /** Read aloud. */
  readonly label: string
  readonly tone?: 'up' | 'down' | 'accent'
}

const WIDTH = 100
const HEIGHT = 24
const MARGIN = 2

export function Line({ values, label, tone = 'accent' }: LineProps) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN)
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      class={`line ${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

const EVERY_MS = 60_000
/** A REGULAR session in candles of five minutes. */
const CANDLES = 78

/** A REGULAR session of 6.5 hours, and ten minutes. */
const SESSION_MS = 24_000_000

/** The closes of the current or last session. */
const readCloses = async (from: Client, symbol: string): Promise<readonly number[]> => {
  const query = { symbol, interval: '5m', limit: CANDLES } as const
  const { candles } = await answered(from.api.v1.market.candles.get({ query }))
  const lastMs = msOf(candles.at(-1)?.time ?? '')
  return candles.filter(({ time }) => lastMs - msOf(time) < SESSION_MS).map(({ close }) => close)
}

/** A day's prices as a small line. */
export function Sparkline({ symbol }: { readonly symbol: string }) {
  const from = client.value
  const [closes, setCloses] = useState<readonly number[]>([])
  useEffect(() => {
    if (from === null) return
    let cancel = (): void => {}
    let over = false
    const read = async (): Promise<void> => {
      const found = await readCloses(from, symbol).catch(() => null)
      if (over) return
      if (found !== null) setCloses(found)
      cancel = after(EVERY_MS, () => void read())
    }
    void read()
    return () => {
      over = true
      cancel()
    }
  }, [from, symbol])
  const change = useQuote(symbol).value?.change ?? '0'
  const [first, last] = [closes[0], closes.at(-1)]
  if (first === undefined || last === undefined) return <svg class="line" aria-hidden="true" />
  const label = partsText().sparkline(symbol, shownDecimal(first), shownDecimal(last))
  return (
    <Line values={closes} label={label} tone={directionOf(change) === 'down' ? 'down' : 'up'} />
  )
}
