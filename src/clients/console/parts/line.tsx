/** Values as a line from left to right. It is a picture, so floating point is good enough. */
import './parts.css'
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { client } from '../data/client'
import { useQuote } from '../data/quotes'
import { after, msOf } from '../data/time'
import { directionOf, shownDecimal } from '../ui/decimal'
import { partsText } from './text'

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
