/**
 * Instruments that move with another one: classes of one company's shares, funds of the same index,
 * and funds of a multiple of it or of its opposite.
 */
export interface Follows {
  /** The leader, which follows no other instrument. */
  readonly symbol: string
  /** The follower's daily return is this multiple of the leader's: 3, −1, 1.5. */
  readonly times: number
}

/** No listed fund promises more. */
const TIMES_MAX = 5
const FOLLOWS = /^([A-Z0-9][A-Z0-9.-]*)\*(-?\d+(?:\.\d+)?)$/

/** Reads `QQQ*3`; a blank is null. A bad text gives the reason. */
export function readFollows(text: string): Follows | null | { readonly reason: string } {
  if (text === '') return null
  const [, symbol, times] = FOLLOWS.exec(text) ?? []
  if (symbol === undefined || times === undefined) {
    return { reason: `follows can't be '${text}': it is written like QQQ*3` }
  }
  if (Number(times) === 0 || Math.abs(Number(times)) > TIMES_MAX) {
    return { reason: `follows can't be ${times} times a return` }
  }
  return { symbol, times: Number(times) }
}

/** The text that `readFollows` reads. */
export const writtenFollows = (follows: Follows | null): string =>
  follows === null ? '' : `${follows.symbol}*${follows.times}`

/** The figures that a follower shares with its leader. */
interface Figures {
  readonly symbol: string
  readonly annualVolatility: number
  readonly beta: number
  readonly follows: Follows | null
}

/** The files' figures are rounded. */
const FIGURES_TOLERANCE = 0.01

/** Why an instrument cannot follow the one it names; undefined if it can. */
export function followFault(follower: Figures, leader: Figures | undefined): string | undefined {
  const { follows } = follower
  if (follows === null) return undefined
  if (leader === undefined) return `follows ${follows.symbol}, which is not listed`
  if (leader.symbol === follower.symbol) return 'follows itself'
  if (leader.follows !== null) {
    return `follows ${leader.symbol}, which follows ${leader.follows.symbol} itself`
  }
  const { annualVolatility, beta } = figuresOfFollower(follows, leader)
  if (!isNear(follower.annualVolatility, annualVolatility)) {
    return `annualVolatility is not the ${annualVolatility} that ${writtenFollows(follows)} has`
  }
  if (!isNear(follower.beta, beta)) {
    return `beta is not the ${beta} that ${writtenFollows(follows)} has`
  }
  return undefined
}

const isNear = (value: number, wanted: number): boolean =>
  Math.abs(value - wanted) <= FIGURES_TOLERANCE * Math.abs(wanted)

/** The leader's figures times the multiple, rounded free of floating-point noise. */
export const figuresOfFollower = (
  { times }: Follows,
  { annualVolatility, beta }: Pick<Figures, 'annualVolatility' | 'beta'>,
): Pick<Figures, 'annualVolatility' | 'beta'> => ({
  annualVolatility: rounded(Math.abs(times) * annualVolatility),
  beta: rounded(times * beta),
})

const rounded = (value: number): number => Number(value.toFixed(10))
