/** Charts of a session: its half hours, and its seconds. */
import type { Measured } from './measure'
import { mean, median, realisedVariance } from './statistics'
import { box, type Chart, decimal, dot, line, percent, plot, words } from './svg'

const HALF_HOURS = 13

export function shapeChart({ shapes }: Measured): Chart {
  const over = (of: 'volumes' | 'volatilities') =>
    Array.from({ length: HALF_HOURS }, (_, half) =>
      median(shapes.map((shape) => shape[of][half] ?? 0)),
    )
  const volumes = over('volumes')
  const quiet = Math.min(...over('volatilities'))
  const restless = over('volatilities').map((each) => each / quiet)
  const most = Math.max(0.2, ...volumes)
  const { x, y, of } = plot(
    {
      from: 0,
      to: HALF_HOURS,
      ticks: [0, 3, 6, 9, 12],
      label: (half) => `${9 + Math.floor((half + 1) / 2)}:${half % 2 === 0 ? '30' : '00'}`,
    },
    { from: 0, to: most, ticks: [0, 0.05, 0.1, 0.15, 0.2], label: percent },
  )
  const height = (factor: number): number => y((factor / 4) * most)
  const width = x(1) - x(0)
  const points = restless.map((factor, half) => [x(half + 0.5), height(factor)] as const)
  return {
    title: 'The shape of a session',
    text: 'Volume of each half hour, and its volatility in multiples of the calmest.',
    svg: of(
      [
        ...volumes.map((part, half) =>
          box(x(half) + 2, y(part), width - 4, y(0) - y(part), 'bar one'),
        ),
        line(points, 'two'),
        ...points.map((point) => dot(point, 'two')),
        ...points
          .filter((_, half) => half === 0 || half === HALF_HOURS - 1)
          .map(([at, top], index) =>
            words(
              [at, top - 9],
              `×${decimal(restless[index === 0 ? 0 : HALF_HOURS - 1] ?? 0)}`,
              'note',
              'middle',
            ),
          ),
      ],
      'Volume and volatility of the half hours of a session',
    ),
    legend: [
      ['one', 'volume'],
      ['two', 'volatility'],
    ],
  }
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300] as const
const STYLES = ['one', 'two', 'three', 'four', 'five'] as const

export function signatureChart({ seconds }: Measured): Chart {
  const { x, y, of } = plot(
    {
      from: 0.9,
      to: 340,
      logarithmic: true,
      ticks: [1, 5, 10, 30, 60, 300],
      label: (step) => (step < 60 ? `${step} s` : `${step / 60} min`),
    },
    { from: 0, to: 2.5, ticks: [0, 0.5, 1, 1.5, 2, 2.5], label: String },
  )
  const named = [...seconds].slice(0, STYLES.length)
  const lines = named.map(([symbol, dates], index) => {
    const base = mean(dates.map((levels) => realisedVariance(levels, 300)))
    const points = STEPS.map((step) => {
      const ratio = mean(dates.map((levels) => realisedVariance(levels, step))) / base
      return [x(step), y(Math.min(ratio, 2.5))] as const
    })
    const style = STYLES[index] ?? 'one'
    return {
      symbol,
      style,
      svg: line(points, style) + points.map((point) => dot(point, style, 2.5)).join(''),
    }
  })
  return {
    title: 'As restless by the second as by the minute',
    text:
      'Realised variance of the mid price by the time between observations, over that of ' +
      'five minutes: 1 is a fair game.',
    svg: of(
      [
        box(x(0.9), y(1.2), x(340) - x(0.9), y(0.9) - y(1.2), 'band'),
        ...lines.map(({ svg }) => svg),
      ],
      'Signature plot',
    ),
    legend: lines.map(({ style, symbol }) => [style, symbol] as const),
  }
}
