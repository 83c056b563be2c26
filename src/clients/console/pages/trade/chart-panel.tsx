/** The chart of the chosen instrument: candles, volume, the account's fills and orders. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { holdings } from '../../data/account'
import {
  conditionalOrders,
  latestFills,
  openConditionalOrders,
  openOrders,
} from '../../data/orders'
import { usePolled } from '../../data/polled'
import { client } from '../../data/session'
import { after } from '../../data/time'
import { store, stored, theme, upColour } from '../../shell/preferences'
import { Choice } from '../../ui/button'
import { shownDecimal } from '../../ui/decimal'
import { Count, Money } from '../../ui/number'
import { Failed } from '../../ui/states'
import { linesOf } from './chart-lines'
import { openAmendment } from './exits/amend'
import {
  CHART_INTERVALS,
  CHART_SESSIONS,
  type ChartInterval,
  type ChartQuery,
  type ChartSession,
  openPriceChart,
  type PriceChart,
  readCandles,
  readNewest,
  readOlder,
  type ShownCandle,
} from './price-chart'
import { tradeText } from './text'
import './trade.css'

const EVERY_MS = 2_000
const DATED: readonly ChartInterval[] = ['1d', '1w']

const rememberedInterval = (): ChartInterval =>
  CHART_INTERVALS.find((interval) => interval === stored('interval')) ?? '5m'

function rememberedSessions(): readonly ChartSession[] {
  const names = stored('sessions')?.split(',') ?? []
  const found = CHART_SESSIONS.filter((session) => names.includes(session))
  return found.length > 0 ? found : ['REGULAR']
}

export function ChartPanel({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const [interval, showInterval] = useState(rememberedInterval)
  const [sessions, setSessions] = useState(rememberedSessions)
  const toggle = (session: ChartSession): void => {
    const others = sessions.filter((each) => each !== session)
    const next = others.length < sessions.length ? others : [...others, session]
    if (next.length === 0) return
    setSessions(next)
    store('sessions', next.join(','))
  }
  return (
    <section class="panel chart-panel" aria-label={say.chart}>
      <div class="row">
        <Choice
          label={say.interval}
          name="interval"
          value={interval}
          options={CHART_INTERVALS.map((each) => [each, each])}
          onChange={(each) => {
            showInterval(each)
            store('interval', each)
          }}
        />
        <fieldset class="choice">
          <legend class="unseen">{say.sessions}</legend>
          {CHART_SESSIONS.map((session) => (
            <label key={session}>
              <input
                class="unseen"
                type="checkbox"
                checked={sessions.includes(session)}
                onChange={() => toggle(session)}
              />
              <span>{session === 'DAY' ? say.DAYTIME : say[session]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <Candles
        key={`${symbol} ${interval} ${sessions.join()}`}
        query={{ symbol, interval, sessions }}
      />
    </section>
  )
}

function Candles({ query }: { readonly query: ChartQuery }) {
  const say = tradeText()
  const { symbol, interval } = query
  const { place, chart, last, hovered, fault, retry } = usePriceChart(query)
  useAccountMarks(chart, symbol, last !== undefined)
  useChartColours(chart)

  const label = say.chartOf(symbol, interval, last == null ? '–' : shownDecimal(last.close))
  return (
    <>
      <CandleValues candle={hovered ?? last ?? null} />
      <div class="candles">
        <div ref={place} class="canvas" role="img" aria-label={label} />
        {fault !== null && <Failed error={fault} onAgain={retry} />}
        {fault === null && last === null && <p class="muted none-yet">{say.noCandles}</p>}
      </div>
    </>
  )
}

/** The chart of a query, the element it is drawn in, and what it shows. */
function usePriceChart(query: ChartQuery) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<PriceChart | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [last, setLast] = useState<ShownCandle | null | undefined>(undefined)
  const [hovered, setHovered] = useState<ShownCandle | null>(null)
  const [attempts, setAttempts] = useState(0)
  const from = client.value

  // The query never changes here, since the component has it as its key.
  useEffect(() => {
    const { current: element } = place
    if (from === null || element === null) return
    let over = false
    let cancel = (): void => {}
    let reading = false
    let oldest: string | undefined
    const older = async (): Promise<void> => {
      if (reading || oldest === undefined) return
      reading = true
      const found = await readOlder(from, query, oldest).catch(() => [])
      oldest = found[0]?.time
      if (!over && found.length > 0) chart.current?.prepend(found)
      reading = false
    }
    const grow = async (): Promise<void> => {
      const newest = await readNewest(from, query).catch(() => [])
      if (over) return
      chart.current?.grow(newest)
      setLast(newest.at(-1) ?? null)
      cancel = after(EVERY_MS, () => void grow())
    }
    const begin = async (): Promise<void> => {
      const candles = await readCandles(from, query)
      if (over) return
      chart.current = openPriceChart(element, {
        onNearStart: () => void older(),
        onHover: setHovered,
        onDrag: ({ target }, price) => {
          if (target !== null) openAmendment(target, price)
        },
      })
      chart.current.show(candles, DATED.includes(query.interval))
      oldest = candles[0]?.time
      setFault(null)
      setLast(candles.at(-1) ?? null)
      cancel = after(EVERY_MS, () => void grow())
    }
    begin().catch((error: unknown) => over || setFault(error))
    return () => {
      over = true
      cancel()
      chart.current?.remove()
      chart.current = null
    }
  }, [from, attempts])

  return { place, chart, last, hovered, fault, retry: () => setAttempts(attempts + 1) }
}

/** The values of the candle under the crosshair, otherwise of the last one. */
function CandleValues({ candle }: { readonly candle: ShownCandle | null }) {
  const say = tradeText()
  if (candle === null) return <p class="candle-values" />
  const prices = ['open', 'high', 'low', 'close'] as const
  return (
    <p class={`candle-values ${candle.close < candle.open ? 'down' : 'up'}`}>
      {prices.map((name) => (
        <span key={name}>
          {say[name]} <Money value={candle[name]} />
        </span>
      ))}
      <span>
        {say.volume} <Count value={candle.volume} />
      </span>
    </p>
  )
}

/** Draws the account's fills, average price and open orders once the chart is drawn. */
function useAccountMarks(
  chart: { readonly current: PriceChart | null },
  symbol: string,
  begun: boolean,
): void {
  const fills = latestFills.value.filter((fill) => fill.symbol === symbol)
  useEffect(() => chart.current?.markFills(fills), [fills.length, begun])
  usePolled(conditionalOrders)
  const lines = linesOf(symbol, openOrders.value ?? [], openConditionalOrders())
  const drawn = JSON.stringify(lines)
  useEffect(() => chart.current?.drawOrders(lines), [drawn, begun])
  const held = usePolled(holdings)
  const holding =
    held.state === 'ready' ? held.value.holdings.find((each) => each.symbol === symbol) : undefined
  const average = holding === undefined ? null : Number(holding.averageBuyPrice)
  const title = tradeText().averageLine
  useEffect(() => chart.current?.drawAverage(average, title), [average, title, begun])
}

/** Applies the page's colours to the chart. */
function useChartColours(chart: { readonly current: PriceChart | null }): void {
  const [shade, up] = [theme.value, upColour.value]
  useEffect(() => {
    const apply = (): void => chart.current?.applyColours()
    apply()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [shade, up])
}
