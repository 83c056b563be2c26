/** Instruments of the simulated market, with the parameters of their prices. */
import type { Instrument } from '../../core/instrument'
import type { Price } from '../../core/money'

export interface ListedInstrument extends Instrument {
  /** The price of late 2025, from which each seed deviates. */
  readonly referencePrice: Price
  /** Standard deviation of a year's log return: 0.3 is 30 %. */
  readonly annualVolatility: number
  /** Shares traded on an average date. */
  readonly dailyVolume: number
  /** Relative to a market of MARKET_VOLATILITY. */
  readonly beta: number
  /**
   * What it moves with in addition to the market: groups, and for a fund the own movements of the
   * stocks that it holds most of. A follower has its leader's.
   */
  readonly groups: readonly GroupWeight[]
  readonly follows: Follows | null
}

export const MARKET_VOLATILITY = 0.15

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

/** Reads `QQQ*3`; null for a blank text, or the reason why the text is invalid. */
export function readFollows(text: string): Follows | null | { readonly reason: string } {
  if (text === '') return null
  const [, symbol, times] = FOLLOWS.exec(text) ?? []
  if (symbol === undefined || times === undefined) {
    return { reason: `follows can't be '${text}': write it like QQQ*3` }
  }
  if (Number(times) === 0 || Math.abs(Number(times)) > TIMES_MAX) {
    return { reason: `follows can't be ${times} times a return` }
  }
  return { symbol, times: Number(times) }
}

/** Writes the text that `readFollows` reads. */
export const writeFollows = (follows: Follows | null): string =>
  follows === null ? '' : `${follows.symbol}*${follows.times}`

/** The figures that a follower shares with its leader. */
interface Figures {
  readonly symbol: string
  readonly annualVolatility: number
  readonly beta: number
  readonly follows: Follows | null
}

/** Relative, since the figures in files are rounded. */
const FIGURES_TOLERANCE = 0.01

/** Why an instrument cannot follow its leader; undefined if it can. */
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
    return `annualVolatility is not the ${annualVolatility} that ${writeFollows(follows)} has`
  }
  if (!isNear(follower.beta, beta)) {
    return `beta is not the ${beta} that ${writeFollows(follows)} has`
  }
  return undefined
}

const isNear = (value: number, wanted: number): boolean =>
  Math.abs(value - wanted) <= FIGURES_TOLERANCE * Math.abs(wanted)

/** The leader's figures times the multiple, rounded to remove floating-point noise. */
export const figuresOfFollower = (
  { times }: Follows,
  { annualVolatility, beta }: Pick<Figures, 'annualVolatility' | 'beta'>,
): Pick<Figures, 'annualVolatility' | 'beta'> => ({
  annualVolatility: rounded(Math.abs(times) * annualVolatility),
  beta: rounded(times * beta),
})

const rounded = (value: number): number => Number(value.toFixed(10))

/**
 * The factors that instruments share in addition to the market: sectors, commodities, countries,
 * styles.
 *
 * A group is a standardised factor, independent of the market and of the other groups: ENERGY is
 * how oil companies move beyond OIL, MINERS how gold miners move beyond GOLD. Without the market,
 * an instrument moves by Σ w·G + √(1 − Σ w²)·E, with weights w of the groups G and its own factor
 * E.
 */
export const GROUPS = {
  RATES: 'Treasury prices: rises when yields fall, and the more the longer the bond',
  CREDIT: 'prices of corporate credit beyond Treasuries: bonds, preferred stocks, lenders',
  VOLATILITY: "implied volatility of the S&P 500 beyond what the market's own fall explains",
  GOLD: 'the gold price',
  SILVER: 'silver beyond gold',
  MINERS: 'gold and silver miners beyond the metal',
  OIL: 'the crude oil price',
  ENERGY: 'energy companies beyond the price of oil',
  GAS: 'the natural gas price',
  METALS: 'steel, copper, aluminium, lithium and who mines them',
  MATERIALS: 'chemicals, packaging',
  NUCLEAR: 'uranium, reactors, merchant power',
  CLEAN: 'solar, hydrogen and other clean energy',
  CRYPTO: 'bitcoin and what lives from it',
  SEMIS: 'semiconductors and their equipment',
  HARDWARE: 'servers, storage, networks, data centres: what AI is built on',
  SOFTWARE: 'software and IT services',
  MEGACAP: 'the largest technology companies',
  SPECULATIVE: 'unprofitable growth and what retail investors chase',
  QUANTUM: 'quantum computing',
  MEDIA: 'media, entertainment, advertising',
  TELECOM: 'telecoms and cable',
  CHINA: 'Chinese companies',
  KOREA: 'Korean companies',
  JAPAN: 'Japanese companies',
  EUROPE: "European companies and the euro's and the pound's value",
  EMERGING: 'emerging markets other than China',
  LATAM: 'Latin America',
  BANKS: 'banks and brokers',
  REGIONALS: 'regional banks beyond banks',
  INSURERS: 'insurers and insurance brokers',
  PAYMENTS: 'card networks, processors, exchanges',
  BIOTECH: 'biotechnology',
  PHARMA: 'large drug makers',
  MEDTECH: 'medical devices, instruments and laboratories',
  MANAGEDCARE: 'health insurers, hospitals, distributors of drugs',
  RETAIL: 'retailers, restaurants, apparel',
  HOUSING: 'homebuilders and what a house is built and furnished with',
  AUTOS: 'car makers and their suppliers',
  TRAVEL: 'hotels, cruises, casinos, booking',
  AIRLINES: 'airlines',
  TRANSPORT: 'railways, trucks, parcels',
  INDUSTRIALS: 'machinery, electrical equipment, engineering',
  DEFENCE: 'defence and space',
  STAPLES: 'food, drink, household goods, tobacco',
  UTILITIES: 'regulated utilities',
  REITS: 'real estate',
  VALUE: 'cheap against dear companies (growth funds have it with a minus)',
  SMALL: 'small against large companies',
} as const

export type Group = keyof typeof GROUPS

/** The own movement of a stock, as a part of a fund that holds it: @NVDA. */
export type StockPart = `@${string}`

export interface GroupWeight {
  readonly group: Group | StockPart
  /** From −1 to 1; negative if the instrument falls when the group rises. */
  readonly weight: number
}

/** Every weight adds to the cost of each price. */
const WEIGHTS_OF_ONE_MAX = 32
const WEIGHT = /^([A-Z]+|@[A-Z0-9][A-Z0-9.-]*):(-?(?:\d+|\d*\.\d+))$/

const isStockPart = (name: string): name is StockPart => name.startsWith('@')
const isGroup = (name: string): name is GroupWeight['group'] =>
  isStockPart(name) || Object.hasOwn(GROUPS, name)

/** The symbol of a stock whose own movement the weight is of; undefined for a group. */
export const stockOfPart = ({ group }: GroupWeight): string | undefined =>
  isStockPart(group) ? group.slice(1) : undefined

/** Reads `OIL:0.4 ENERGY:0.7 @XOM:0.2`, or returns the reason why the text is invalid. */
export function readGroups(text: string): readonly GroupWeight[] | { readonly reason: string } {
  const weights: GroupWeight[] = []
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const [, group, weight] = WEIGHT.exec(word) ?? []
    if (group === undefined || weight === undefined) {
      return { reason: `groups can't have '${word}': write a weight like OIL:0.4` }
    }
    if (!isGroup(group)) return { reason: `groups can't have '${group}': there is no such group` }
    if (Number(weight) === 0) return { reason: `groups has ${group} with a weight of 0` }
    if (weights.some((each) => each.group === group)) {
      return { reason: `groups has ${group} twice` }
    }
    weights.push({ group, weight: Number(weight) })
  }
  if (weights.length > WEIGHTS_OF_ONE_MAX) {
    return { reason: `groups has ${weights.length}, more than ${WEIGHTS_OF_ONE_MAX}` }
  }
  if (weights.reduce((sum, { weight }) => sum + weight * weight, 0) > 1) {
    return { reason: 'groups has weights whose squares add up to more than 1' }
  }
  return weights
}

/** Writes the text that `readGroups` reads. */
export const writeGroups = (weights: readonly GroupWeight[]): string =>
  weights.map(({ group, weight }) => `${group}:${weight}`).join(' ')
