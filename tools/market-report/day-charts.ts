/** Charts of one day, and of a few of its minutes. */
import type { SampleDay } from './measure'
import { area, type Chart, dot, line, plot } from './svg'

const BUCKET_SECONDS = 30
const CLOSE_UP = { from: 7_200, seconds: 150 } as const

export function dayChart(day: SampleDay): Chart {
  const low = Math.min(...day.prices)
  const high = Math.max(...day.prices)
  const { x, y, of } = plot(
    {
      from: 0,
      to: day.prices.length,
      ticks: [1_800, 5_400, 9_000, 12_600, 16_200, 19_800],
      label: (second) => `${10 + Math.floor((second - 1_800) / 3_600)}:00`,
    },
    { from: low, to: high, ticks: priceTicks(low, high), label: (price) => price.toFixed(2) },
  )
  const buckets = Array.from(
    { length: Math.floor(day.prices.length / BUCKET_SECONDS) },
    (_, bucket) => day.prices.slice(bucket * BUCKET_SECONDS, (bucket + 1) * BUCKET_SECONDS),
  )
  const at = (bucket: number): number => x((bucket + 0.5) * BUCKET_SECONDS)
  const highs = buckets.map((prices, bucket) => [at(bucket), y(Math.max(...prices))] as const)
  const lows = buckets.map((prices, bucket) => [at(bucket), y(Math.min(...prices))] as const)
  return {
    title: `${day.symbol}, a day`,
    text: `${day.date}, the highest and the lowest price of each half minute.`,
    svg: of([area(highs, lows, 'one full'), line(highs, 'one thin')], `A day of ${day.symbol}`),
    legend: [],
  }
}

/** Two minutes and a half of the same day, trade by trade. */
export function closeUpChart(day: SampleDay): Chart {
  const { from, seconds } = CLOSE_UP
  const cut = (values: readonly number[]) => values.slice(from, from + seconds)
  const [prices, bids, asks] = [cut(day.prices), cut(day.bids), cut(day.asks)]
  const low = Math.min(...bids)
  const high = Math.max(...asks)
  const { x, y, of } = plot(
    { from: 0, to: seconds, ticks: [0, 30, 60, 90, 120], label: (second) => `${second} s` },
    {
      from: low - (high - low) / 10,
      to: high + (high - low) / 10,
      ticks: priceTicks(low, high),
      label: (price) => price.toFixed(2),
    },
  )
  const steps = (values: readonly number[]) =>
    values.flatMap((value, second) => [
      [x(second), y(value)] as const,
      [x(second + 1), y(value)] as const,
    ])
  return {
    title: 'Second by second',
    text: 'Bid and ask, and the last trade at one of them, from 11:30 on.',
    svg: of(
      [
        area(steps(asks), steps(bids), 'two'),
        line(steps(asks), 'two thin'),
        line(steps(bids), 'two thin'),
        ...prices.map((price, second) => dot([x(second + 0.5), y(price)], 'one', 1.8)),
      ],
      'Bid, ask and trades second by second',
    ),
    legend: [
      ['two', 'bid and ask'],
      ['one', 'last trade'],
    ],
  }
}

function priceTicks(low: number, high: number): readonly number[] {
  const room = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(room))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= room) ?? room
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick)
  return ticks
}
