/** The candle chart, drawn by lightweight-charts; loaded when the first chart is shown. */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IPriceLine,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { ShownFill, ShownOrder } from '../../data/orders'
import { msOf } from '../../data/time'
import { clockTime, dayOf, exactTime, NEW_YORK_ZONE } from '../../ui/when'
import type { ShownCandle } from './candles'

export interface PriceChart {
  /** In place of all that there were; `dated`: a candle is a day or more. */
  show(candles: readonly ShownCandle[], dated: boolean): void
  /** Grows the last candle, or adds one. */
  grow(candles: readonly ShownCandle[]): void
  prepend(candles: readonly ShownCandle[]): void
  markFills(fills: readonly ShownFill[]): void
  drawLimits(orders: readonly ShownOrder[]): void
  /** After the theme has changed. */
  dress(): void
  remove(): void
}

/** A candle of a date may start at 20:00 of the evening before. */
const EVENING_MS = 6 * 3_600_000
/** So many candles before the oldest one that is read, older ones are asked for. */
const NEAR = 20

const timeOf = (candle: { readonly time: string }): UTCTimestamp =>
  // safe: the chart's type for seconds since 1970 is a number with a mark.
  Math.floor(msOf(candle.time) / 1_000) as UTCTimestamp

const colour = (element: HTMLElement, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim()

export function openPriceChart(element: HTMLElement, onNearStart: () => void): PriceChart {
  let dated = false
  let shown: readonly ShownCandle[] = []
  let fills: readonly ShownFill[] = []
  let limits: readonly ShownOrder[] = []
  let lines: readonly IPriceLine[] = []

  const label = (time: Time): string => {
    const ms = Number(time) * 1_000
    if (dated) return dayOf(ms + EVENING_MS, NEW_YORK_ZONE)
    return `${dayOf(ms, NEW_YORK_ZONE)} ${exactTime(ms, NEW_YORK_ZONE)}`
  }
  const chart = createChart(element, {
    autoSize: true,
    // It would need an inline style; the settings have the link instead.
    layout: { attributionLogo: false, fontFamily: getComputedStyle(element).fontFamily },
    localization: { timeFormatter: label },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      // Room for the text of a fill at the last candle.
      rightOffset: 8,
      timeVisible: true,
      tickMarkFormatter: (time: Time, kind: number) => {
        const ms = Number(time) * 1_000 + (dated ? EVENING_MS : 0)
        // From 3 on it is a time of the day.
        return kind >= 3 ? clockTime(ms, NEW_YORK_ZONE) : dayOf(ms, NEW_YORK_ZONE)
      },
    },
  })
  const candles = chart.addSeries(CandlestickSeries, { borderVisible: false })
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } })
  const markers = createSeriesMarkers(candles, [])
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < NEAR && shown.length > 0) onNearStart()
  })

  const barOf = (candle: ShownCandle) => ({ ...candle, time: timeOf(candle) })
  const volumeOf = ({ volume: value, open, close, time }: ShownCandle) => ({
    time: timeOf({ time }),
    value,
    color: `${colour(element, close < open ? '--down' : '--up')}55`,
  })

  function redraw(): void {
    candles.setData(shown.map(barOf))
    volume.setData(shown.map(volumeOf))
    mark()
  }

  function mark(): void {
    const first = shown[0]
    if (first === undefined) return void markers.setMarkers([])
    const starts = shown.map(timeOf)
    markers.setMarkers(
      fills
        .filter((fill) => msOf(fill.filledAt) >= msOf(first.time))
        .map((fill) => markOf(fill, starts))
        .sort((one, other) => Number(one.time) - Number(other.time)),
    )
  }

  /** At the candle in which it was filled. */
  function markOf(fill: ShownFill, starts: readonly UTCTimestamp[]): SeriesMarker<Time> {
    const at = msOf(fill.filledAt) / 1_000
    const time = starts.findLast((start) => start <= at) ?? starts[0]
    const buys = fill.side === 'BUY'
    return {
      // safe: there is a first candle, see above.
      time: time as UTCTimestamp,
      position: buys ? 'belowBar' : 'aboveBar',
      shape: buys ? 'arrowUp' : 'arrowDown',
      color: colour(element, '--accent'),
      text: `${fill.quantity} @ ${fill.price}`,
    }
  }

  function drawLines(): void {
    for (const line of lines) candles.removePriceLine(line)
    lines = limits.flatMap(({ limitPrice, side, remainingQuantity }) =>
      limitPrice === undefined
        ? []
        : candles.createPriceLine({
            price: limitPrice,
            color: colour(element, side === 'BUY' ? '--up' : '--down'),
            lineStyle: 2,
            lineWidth: 1,
            title: `${side} ${remainingQuantity}`,
          }),
    )
  }

  function dress(): void {
    const [ink, line, up, down] = ['--muted', '--line', '--up', '--down'].map((name) =>
      colour(element, name),
    )
    chart.applyOptions({
      layout: { background: { color: 'transparent' }, textColor: ink ?? '' },
      grid: { vertLines: { color: line ?? '' }, horzLines: { color: line ?? '' } },
    })
    const bars = { upColor: up ?? '', downColor: down ?? '' }
    candles.applyOptions({ ...bars, wickUpColor: up ?? '', wickDownColor: down ?? '' })
    redraw()
    drawLines()
  }

  dress()
  return {
    show(all, isDated) {
      dated = isDated
      shown = all
      redraw()
      chart.timeScale().applyOptions({ timeVisible: !dated })
      chart.timeScale().scrollToRealTime()
    },
    grow(newest) {
      const last = shown.at(-1)
      if (last === undefined) return
      const news = newest.filter(({ time }) => msOf(time) >= msOf(last.time))
      shown = [...shown.slice(0, -1), ...(news.length > 0 ? news : [last])]
      for (const candle of news) {
        candles.update(barOf(candle))
        volume.update(volumeOf(candle))
      }
    },
    prepend(older) {
      shown = [...older, ...shown]
      redraw()
    },
    markFills(all) {
      fills = all
      mark()
    },
    drawLimits(orders) {
      limits = orders
      drawLines()
    },
    dress,
    remove: () => chart.remove(),
  }
}
