/** The candle chart, drawn by lightweight-charts. */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { answered, type Client } from '../../../sdk'
import type { ShownFill } from '../../data/orders'
import { readAt } from '../../data/polled'
import { msOf } from '../../data/time'
import { clockTime, dayOf, exactTime, NEW_YORK_ZONE } from '../../ui/when'
import { dragLines, type MovableLine, type OrderLine } from './chart-lines'

export interface PriceChart {
  /** Replaces all candles; `dated` if a candle spans a day or more. */
  show(candles: readonly ShownCandle[], dated: boolean): void
  /** Updates the last candle, and adds newer ones. */
  grow(candles: readonly ShownCandle[]): void
  prepend(candles: readonly ShownCandle[]): void
  markFills(fills: readonly ShownFill[]): void
  /** Draws open orders and waiting stops. */
  drawOrders(lines: readonly OrderLine[]): void
  /** The average price of the holding, USD per share; null without one. */
  drawAverage(price: number | null, title: string): void
  /** Applies the page's colours, after the theme has changed. */
  applyColours(): void
  remove(): void
}

export interface ChartEvents {
  /** The oldest candles come into view. */
  readonly onNearStart: () => void
  /** The candle under the crosshair; null if there is none. */
  readonly onHover: (candle: ShownCandle | null) => void
  /** The line of an order was dragged to a price. */
  readonly onDrag: (line: OrderLine, price: string) => void
}

/** Added to the time of a dated candle, which may start at 20:00 on the evening before. */
const EVENING_MS = 6 * 3_600_000
/** Older candles are read when fewer than this many lie to the left of the visible ones. */
const MARGIN_CANDLES = 20

const timeOf = (candle: { readonly time: string }): UTCTimestamp =>
  // safe: the chart's type for seconds since 1970 is a branded number.
  Math.floor(msOf(candle.time) / 1_000) as UTCTimestamp

const colour = (element: HTMLElement, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim()

class CandleChart implements PriceChart {
  readonly #element: HTMLElement
  #dated = false
  #shown: readonly ShownCandle[] = []
  #fills: readonly ShownFill[] = []
  #orders: readonly OrderLine[] = []
  #movable: readonly MovableLine[] = []
  #isDragging = false
  #average: { readonly price: number; readonly title: string } | null = null
  #lines: readonly IPriceLine[] = []
  readonly #chart: IChartApi
  readonly #candles: ISeriesApi<'Candlestick', Time>
  readonly #volume: ISeriesApi<'Histogram', Time>
  readonly #markers: ISeriesMarkersPluginApi<Time>
  readonly #onDrag: ChartEvents['onDrag']
  readonly #stopDragging: () => void

  constructor(element: HTMLElement, { onNearStart, onHover, onDrag }: ChartEvents) {
    this.#element = element
    this.#onDrag = onDrag
    this.#chart = createChart(element, {
      autoSize: true,
      // The logo needs an inline style, which the policy forbids. The settings have the link.
      layout: { attributionLogo: false, fontFamily: getComputedStyle(element).fontFamily },
      localization: { timeFormatter: this.#label },
      rightPriceScale: { borderVisible: false },
      timeScale: {
        borderVisible: false,
        // Leaves room for the text of a fill at the last candle.
        rightOffset: 8,
        timeVisible: true,
        tickMarkFormatter: (time: Time, kind: number) => {
          const ms = Number(time) * 1_000 + (this.#dated ? EVENING_MS : 0)
          // Kinds from 3 on are times of the day.
          return kind >= 3 ? clockTime(ms, NEW_YORK_ZONE) : dayOf(ms, NEW_YORK_ZONE)
        },
      },
    })
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      borderVisible: false,
      autoscaleInfoProvider: this.#withLines,
    })
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } })
    this.#markers = createSeriesMarkers(this.#candles, [])
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && range.from < MARGIN_CANDLES && this.#shown.length > 0) onNearStart()
    })
    this.#chart.subscribeCrosshairMove(({ logical }) => {
      onHover(logical === undefined ? null : (this.#shown[logical] ?? null))
    })
    this.#stopDragging = dragLines({
      element,
      lines: () => this.#movable,
      heightOf: (price) => this.#candles.priceToCoordinate(price),
      priceAt: (height) => this.#candles.coordinateToPrice(height),
      onDragging: this.#setDragging,
    })
    this.applyColours()
  }

  applyColours(): void {
    const [ink, line, up, down] = ['--muted', '--line', '--up', '--down'].map((name) =>
      colour(this.#element, name),
    )
    this.#chart.applyOptions({
      layout: { background: { color: 'transparent' }, textColor: ink ?? '' },
      grid: { vertLines: { color: line ?? '' }, horzLines: { color: line ?? '' } },
    })
    const bars = { upColor: up ?? '', downColor: down ?? '' }
    this.#candles.applyOptions({ ...bars, wickUpColor: up ?? '', wickDownColor: down ?? '' })
    this.#redraw()
    this.#drawLines()
  }

  show(all: readonly ShownCandle[], isDated: boolean): void {
    this.#dated = isDated
    this.#shown = all
    this.#redraw()
    this.#chart.timeScale().applyOptions({ timeVisible: !this.#dated })
    this.#chart.timeScale().scrollToRealTime()
  }

  grow(newest: readonly ShownCandle[]): void {
    const last = this.#shown.at(-1)
    if (last === undefined) return
    const news = newest.filter(({ time }) => msOf(time) >= msOf(last.time))
    this.#shown = [...this.#shown.slice(0, -1), ...(news.length > 0 ? news : [last])]
    for (const candle of news) {
      this.#candles.update(this.#barOf(candle))
      this.#volume.update(this.#volumeOf(candle))
    }
  }

  prepend(older: readonly ShownCandle[]): void {
    this.#shown = [...older, ...this.#shown]
    this.#redraw()
  }

  markFills(all: readonly ShownFill[]): void {
    this.#fills = all
    this.#mark()
  }

  drawOrders(lines: readonly OrderLine[]): void {
    this.#orders = lines
    this.#drawLines()
  }

  drawAverage(price: number | null, title: string): void {
    this.#average = price === null ? null : { price, title }
    this.#drawLines()
  }

  remove(): void {
    this.#stopDragging()
    this.#chart.remove()
  }

  readonly #label = (time: Time): string => {
    const ms = Number(time) * 1_000
    if (this.#dated) return dayOf(ms + EVENING_MS, NEW_YORK_ZONE)
    return `${dayOf(ms, NEW_YORK_ZONE)} ${exactTime(ms, NEW_YORK_ZONE)}`
  }

  /** Makes room for the lines that are near the candles. */
  readonly #withLines = (candles: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const info = candles()
    if (info?.priceRange == null) return info
    const { minValue, maxValue } = info.priceRange
    const prices = nearPrices(
      this.#orders.map(({ price }) => price),
      minValue,
      maxValue,
    )
    const priceRange = {
      minValue: Math.min(minValue, ...prices),
      maxValue: Math.max(maxValue, ...prices),
    }
    return { ...info, priceRange }
  }

  readonly #barOf = (candle: ShownCandle) => ({ ...candle, time: timeOf(candle) })

  readonly #volumeOf = ({ volume: value, open, close, time }: ShownCandle) => ({
    time: timeOf({ time }),
    value,
    color: `${colour(this.#element, close < open ? '--down' : '--up')}55`,
  })

  #redraw(): void {
    this.#candles.setData(this.#shown.map(this.#barOf))
    this.#volume.setData(this.#shown.map(this.#volumeOf))
    this.#mark()
  }

  #mark(): void {
    const first = this.#shown[0]
    if (first === undefined) return void this.#markers.setMarkers([])
    const starts = this.#shown.map(timeOf)
    this.#markers.setMarkers(
      this.#fills
        .filter((fill) => msOf(fill.filledAt) >= msOf(first.time))
        .map((fill) => this.#markOf(fill, starts))
        .sort((one, other) => Number(one.time) - Number(other.time)),
    )
  }

  /** Marks the candle in which the order was filled. */
  #markOf(fill: ShownFill, starts: readonly UTCTimestamp[]): SeriesMarker<Time> {
    const at = msOf(fill.filledAt) / 1_000
    const time = starts.findLast((start) => start <= at) ?? starts[0]
    const buys = fill.side === 'BUY'
    return {
      // safe: there is a first candle, see above.
      time: time as UTCTimestamp,
      position: buys ? 'belowBar' : 'aboveBar',
      shape: buys ? 'arrowUp' : 'arrowDown',
      color: colour(this.#element, buys ? '--up' : '--down'),
      text: `${fill.quantity} @ ${fill.price}`,
    }
  }

  readonly #setDragging = (dragging: boolean): void => {
    this.#isDragging = dragging
    this.#chart.applyOptions({ handleScroll: !dragging, handleScale: !dragging })
    // What has changed meanwhile was not drawn.
    if (!dragging) this.#drawLines()
  }

  #drawLines(): void {
    if (this.#isDragging) return
    for (const line of this.#lines) this.#candles.removePriceLine(line)
    const average =
      this.#average === null
        ? []
        : [
            this.#candles.createPriceLine({
              ...this.#average,
              color: colour(this.#element, '--muted'),
              lineStyle: 3,
              lineWidth: 1,
            }),
          ]
    const drawn = this.#orders.map((order) => ({ order, line: this.#lineOf(order) }))
    this.#lines = [...average, ...drawn.map(({ line }) => line)]
    this.#movable = drawn
      .filter(({ order }) => order.target !== null)
      .map(({ order, line }) => ({
        line,
        price: order.price,
        onDrop: (price) => this.#onDrag(order, price),
      }))
  }

  readonly #lineOf = ({ price, side, title }: OrderLine): IPriceLine =>
    this.#candles.createPriceLine({
      price,
      color: colour(this.#element, side === 'BUY' ? '--up' : '--down'),
      lineStyle: 2,
      lineWidth: 1,
      title,
    })
}

/** The prices in the range, or outside it by no more than the width of the range. */
const nearPrices = (prices: readonly number[], low: number, high: number): readonly number[] =>
  prices.filter((price) => price >= low - (high - low) && price <= high + (high - low))

export const openPriceChart = (element: HTMLElement, events: ChartEvents): PriceChart =>
  new CandleChart(element, events)

export const CHART_INTERVALS = ['1m', '5m', '15m', '1h', '1d', '1w'] as const
export type ChartInterval = (typeof CHART_INTERVALS)[number]

export const CHART_SESSIONS = ['REGULAR', 'PRE', 'AFTER', 'DAY'] as const
export type ChartSession = (typeof CHART_SESSIONS)[number]

export interface ChartQuery {
  readonly symbol: string
  readonly interval: ChartInterval
  readonly sessions: readonly ChartSession[]
}

const AT_ONCE = 300
/** Candles that may have changed since the last reading. */
const NEWEST = 3

const read = async (from: Client, query: ChartQuery, limit: number) =>
  (await answered(from.api.v1.market.candles.get({ query: { ...query, limit } }))).candles

export type ShownCandle = Awaited<ReturnType<typeof read>>[number]

export const readCandles = (from: Client, query: ChartQuery) => read(from, query, AT_ONCE)
export const readNewest = (from: Client, query: ChartQuery) => read(from, query, NEWEST)

/** Candles before a time of the wire. */
export async function readOlder(
  from: Client,
  { symbol, interval, sessions }: ChartQuery,
  before: string,
): Promise<readonly ShownCandle[]> {
  const query = new URLSearchParams({
    symbol,
    interval,
    sessions: sessions.join(','),
    to: before,
    limit: String(AT_ONCE),
  })
  type Answer = { readonly candles: readonly ShownCandle[] }
  return (await readAt<Answer>(from, '/v1/market/candles', query)).candles
}
