/**
 * The factors that instruments share besides the market: sectors, commodities, countries, styles.
 *
 * A group is a standardised factor, independent of the market and of the other groups: ENERGY is
 * how oil companies move beyond OIL, MINERS how gold miners move beyond GOLD. An instrument's
 * movement apart from the market is Σ w·G + √(1 − Σ w²)·E, with weights w of the groups G and a
 * factor E of its own.
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

export interface GroupWeight {
  readonly group: Group
  /** From −1 to 1; negative: the instrument falls when the group rises. */
  readonly weight: number
}

/** Each group adds a path to the cost of every price. */
const GROUPS_OF_ONE_MAX = 6
const WEIGHT = /^([A-Z]+):(-?(?:\d+|\d*\.\d+))$/

const isGroup = (name: string): name is Group => Object.hasOwn(GROUPS, name)

/** Reads `OIL:0.4 ENERGY:0.7`; a blank is an empty list. A bad text gives the reason. */
export function readGroups(text: string): readonly GroupWeight[] | { readonly reason: string } {
  const weights: GroupWeight[] = []
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const [, group, weight] = WEIGHT.exec(word) ?? []
    if (group === undefined || weight === undefined) {
      return { reason: `groups can't have '${word}': a weight is written like OIL:0.4` }
    }
    if (!isGroup(group)) return { reason: `groups can't have '${group}': there is no such group` }
    if (Number(weight) === 0) return { reason: `groups has ${group} with a weight of 0` }
    if (weights.some((each) => each.group === group)) {
      return { reason: `groups has ${group} twice` }
    }
    weights.push({ group, weight: Number(weight) })
  }
  if (weights.length > GROUPS_OF_ONE_MAX) {
    return { reason: `groups has ${weights.length}, more than ${GROUPS_OF_ONE_MAX}` }
  }
  if (weights.reduce((sum, { weight }) => sum + weight * weight, 0) > 1) {
    return { reason: 'groups has weights whose squares add up to more than 1' }
  }
  return weights
}

/** The text that `readGroups` reads. */
export const writtenGroups = (weights: readonly GroupWeight[]): string =>
  weights.map(({ group, weight }) => `${group}:${weight}`).join(' ')
