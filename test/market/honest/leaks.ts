/**
 * Leaks for bots to find: changed prices, sizes and shares that reveal the next moves. A bot that
 * earns nothing at a leak would prove nothing at the market.
 */
import { normal, uniform } from '../../../src/market/feeds/simulated/stream'
import { streamOf } from '../../support/stream'
import type { Columns } from './columns'
import { at, middle } from './play'

export type Leak = (columns: Columns) => Columns

const middles = (columns: Columns): Float64Array =>
  columns.last.map((_, index) => middle(columns, index))

/** The same spread around other middles, on whole cents. */
function aroundMiddles(columns: Columns, wanted: Float64Array): Columns {
  const shift = wanted.map((each, index) => Math.round((each - middle(columns, index)) * 100) / 100)
  const shifted = (column: Float64Array) => column.map((price, index) => price + at(shift, index))
  const { bid, ask, last } = columns
  return { ...columns, bid: shifted(bid), ask: shifted(ask), last: shifted(last) }
}

/** Straight lines from every so many steps to the next. */
export const straightLines =
  (steps: number): Leak =>
  (columns) => {
    const real = middles(columns)
    const wanted = real.map((_, index) => {
      const from = index - (index % steps)
      const to = Math.min(from + steps, columns.length - 1)
      if (to === from) return at(real, from)
      return at(real, from) + ((at(real, to) - at(real, from)) * (index - from)) / (to - from)
    })
    return aroundMiddles(columns, wanted)
  }

/** Up and down by a part of the price, each for so many steps. */
export const bounce =
  (steps: number, part: number): Leak =>
  (columns) => {
    const wanted = middles(columns).map(
      (price, index) => price * (1 + part * (Math.floor(index / steps) % 2 === 0 ? 1 : -1)),
    )
    return aroundMiddles(columns, wanted)
  }

/** Up by a part of the price in so many steps, down again in as many. */
export const ramps =
  (steps: number, part: number): Leak =>
  (columns) => {
    const wanted = middles(columns).map((price, index) => {
      const within = index % (2 * steps)
      return price * (1 + (part * Math.min(within, 2 * steps - within)) / steps)
    })
    return aroundMiddles(columns, wanted)
  }

/** After a signal the price drifts for some steps, by a part of itself in total. */
function drifting(
  columns: Columns,
  steps: number,
  part: number,
  signal: (columns: Columns, index: number) => number,
): Columns {
  const wanted = middles(columns)
  const { last } = columns
  let [drift, until, shift] = [0, 0, 0]
  for (let index = 0; index < columns.length; index++) {
    if (index <= until) shift += drift
    wanted[index] = at(wanted, index) * (1 + shift)
    const side = Math.sign(signal({ ...columns, last: wanted }, index))
    if (index > until && index > 120 && side !== 0) {
      drift = (side * part) / steps
      until = index + steps
    }
  }
  return {
    ...aroundMiddles(columns, wanted),
    volume: columns.volume.slice(),
    atMs: columns.atMs,
    length: last.length,
  }
}

const RARE = 1 / 40
const chosen = (name: string) => {
  const draws = streamOf(1, name)
  return (index: number): boolean => uniform(draws, index) < RARE
}
const wentIn = ({ last }: Columns, index: number, seconds: number): number =>
  at(last, index) - at(last, index - seconds)

/** After many shares the price continues as in the last 5 s. */
export const knowingVolume: Leak = (columns) => {
  const spikes = chosen('spikes')
  const leaky = drifting(columns, 30, 0.003, (shown, index) =>
    spikes(index) ? wentIn(shown, index, 5) : 0,
  )
  let more = 0
  const usual = (at(columns.volume, columns.length - 1) - at(columns.volume, 0)) / columns.length
  const volume = columns.volume.map((shares, index) => {
    if (spikes(index)) more += 40 * usual
    return shares + more
  })
  return { ...leaky, volume }
}

/** After a wide spread the price continues as in the last 10 s. */
export const knowingSpread: Leak = (columns) => {
  const wide = chosen('wide')
  const leaky = drifting(columns, 30, 0.003, (shown, index) =>
    wide(index) ? wentIn(shown, index, 10) : 0,
  )
  const wider = (column: Float64Array, way: 1 | -1) =>
    column.map((price, index) => {
      const spread = at(leaky.ask, index) - at(leaky.bid, index)
      return wide(index) ? price + way * 2 * spread : price
    })
  return { ...leaky, bid: wider(leaky.bid, -1), ask: wider(leaky.ask, 1) }
}

/** The bid is deep before the price rises. */
export const knowingSizes =
  (steps: number): Leak =>
  (columns) => {
    const ahead = (index: number): number =>
      middle(columns, Math.min(index + steps, columns.length - 1)) - middle(columns, index)
    const sized = (side: 1 | -1) =>
      columns.bidSize.map((_, index) => (ahead(index) * side > 0 ? 900 : 100))
    return { ...columns, bidSize: sized(1), askSize: sized(-1) }
  }

/** The last trade is on the side that the price moves to. */
export const knowingTrades: Leak = (columns) => ({
  ...columns,
  last: columns.last.map((_, index) => {
    const ahead = middle(columns, Math.min(index + 6, columns.length - 1)) - middle(columns, index)
    return ahead > 0 ? at(columns.ask, index) : at(columns.bid, index)
  }),
})

/** A price at a new extreme of its last seconds continues. */
export const breakouts =
  (seconds: number): Leak =>
  (columns) =>
    drifting(columns, seconds / 4, 0.002, ({ last }, index) => {
      const from = index - (Math.floor(at(columns.atMs, index) / 1_000) % seconds)
      if (index - from < seconds / 6 || from < 0) return 0
      const before = last.subarray(from, index)
      const now = at(last, index)
      return now > Math.max(...before) ? 1 : now < Math.min(...before) ? -1 : 0
    })

/** At the end of each minute a part of its move reverses. */
export const turningMinutes: Leak = (columns) => {
  const wanted = middles(columns)
  let factor = 1
  for (let index = 1; index < columns.length; index++) {
    const second = Math.floor(at(columns.atMs, index) / 1_000) % 60
    const before = middle(columns, Math.max(index - 58, 0))
    if (second === 0) factor *= 1 - 0.8 * (middle(columns, index - 1) / before - 1)
    wanted[index] = at(wanted, index) * factor
  }
  return aroundMiddles(columns, wanted)
}

/** The move of a minute's first second continues for half of the minute. */
export const leadingSeconds: Leak = (columns) =>
  drifting(columns, 20, 0.002, (shown, index) =>
    Math.floor(at(columns.atMs, index) / 1_000) % 60 === 0 ? wentIn(shown, index, 1) : 0,
  )

/** Adds independent moves that last ten seconds. */
export const apart =
  (name: string): Leak =>
  (columns) => {
    const draws = streamOf(1, `apart/${name}`)
    const wanted = middles(columns).map(
      (price, index) => price * (1 + 0.001 * normal(draws, Math.floor(index / 10))),
    )
    return aroundMiddles(columns, wanted)
  }

/** Repeats another's moves some steps later. */
export const lagging =
  (leader: Columns, steps: number): Leak =>
  (columns) =>
    aroundMiddles(
      columns,
      columns.last.map((_, index) => {
        const led = middle(leader, Math.max(index - steps, 0)) / middle(leader, 0)
        return middle(columns, 0) * led
      }),
    )
