/**
 * How the market treats an account's orders beyond the price: how much they may take, what it costs
 * them, and when. A profile has a version, so that each fill names the rules that made it
 * [profile.account].
 */
export const FILL_PROFILE_NAMES = ['ideal', 'standard', 'strict'] as const
export type FillProfileName = (typeof FILL_PROFILE_NAMES)[number]

/** The profiles that an account may have. */
export const FILL_PROFILES = ['ideal@1', 'standard@2', 'strict@2'] as const
export type FillProfile = (typeof FILL_PROFILES)[number]

const NEWEST = {
  ideal: 'ideal@1',
  standard: 'standard@2',
  strict: 'strict@2',
} as const satisfies Record<FillProfileName, FillProfile>

/** The newest version of a profile, which new accounts get. */
export const newestProfile = (name: FillProfileName): FillProfile => NEWEST[name]

/** Versions that no account has any more, but that older fills still name. */
const FORMER_PROFILES = ['standard@1', 'strict@1'] as const

/** The profile of a fill that a test has forced, in place of the account's own [outcome.events]. */
export const FORCED_FILL = 'forced@1'

/** Every profile that a fill may name. */
export const FILL_ORIGINS = [...FILL_PROFILES, ...FORMER_PROFILES, FORCED_FILL] as const
export type FillOrigin = (typeof FILL_ORIGINS)[number]
