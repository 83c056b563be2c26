/** The market that is traded: its tick, its seed, its feed, and the cash of a new account. */

import { INITIAL_CASH_RULE, isInitialCash } from '../../core/account/account'
import {
  INITIAL_CASH_USD_DEFAULT,
  MARKET_TICK_MS_DEFAULT,
  MARKET_TICK_MS_MAX,
  MARKET_TICK_MS_MIN,
} from '../../core/limits'
import { type Amount, amount } from '../../core/money'
import { FILL_PROFILE_NAMES, type FillProfile, newestProfile } from '../../core/order/fill-profile'
import { parseWholeNumber, type Setting, switchOf } from './setting'

/** Market milliseconds. [run.tick] */
export const MARKET_TICK_MS: Setting<number> = {
  variable: 'MARKET_TICK_MS',
  unset: MARKET_TICK_MS_DEFAULT,
  allowed: `a whole number of milliseconds from ${MARKET_TICK_MS_MIN} to ${MARKET_TICK_MS_MAX}`,
  read: (text) => parseWholeNumber(text, MARKET_TICK_MS_MIN, MARKET_TICK_MS_MAX),
}

/** The size of the market's seed, a whole number. */
const SEED_BITS = 128

/** The seed of a market that is made at each start, and of commands that show one. */
export const USUAL_SEED = 1n

/**
 * `random`: drawn at the first start and kept in the database. Null: the seed that the database
 * has; a new one draws it [run.seed] [run.seed-random].
 */
export const MARKET_SEED: Setting<bigint | 'random' | null> = {
  variable: 'MARKET_SEED',
  unset: null,
  allowed: `a whole number of at most ${SEED_BITS} bits, or random`,
  read(text) {
    if (text === 'random') return text
    if (!/^\d{1,39}$/.test(text)) return undefined
    const seed = BigInt(text)
    return seed >> BigInt(SEED_BITS) === 0n ? seed : undefined
  },
}

export type FeedName = 'simulated' | 'replay' | 'live' | 'recorded'

/** Made from the seed, or the bars that `paper bars import` has stored. [run.feed] */
export const MARKET_FEED: Setting<FeedName> = switchOf(
  'MARKET_FEED',
  { simulated: 'simulated', replay: 'replay', live: 'live', recorded: 'recorded' },
  'simulated',
)

/** A file of bars that several databases share, in place of the database's own. [run.bars-file] */
export const BARS_FILE: Setting<string | null> = {
  variable: 'BARS_FILE',
  unset: null,
  allowed: 'the path of a file, which paper bars import makes',
  read: (text) => text,
}

/** Of new accounts: the newest version of the profile of that name. [run.fill-profile] */
export const FILL_PROFILE: Setting<FillProfile> = {
  variable: 'FILL_PROFILE',
  unset: newestProfile('standard'),
  allowed: FILL_PROFILE_NAMES.join(' or '),
  read: (text) => {
    const name = FILL_PROFILE_NAMES.find((known) => known === text)
    return name && newestProfile(name)
  },
}

/** US dollars. [run.cash] */
export const INITIAL_CASH: Setting<Amount> = {
  variable: 'INITIAL_CASH',
  unset: amount(INITIAL_CASH_USD_DEFAULT),
  allowed: INITIAL_CASH_RULE,
  read: (text) => {
    if (!/^\d{1,13}(?:\.\d{1,2})?$/.test(text)) return undefined
    const cash = amount(text)
    return isInitialCash(cash) ? cash : undefined
  },
}
