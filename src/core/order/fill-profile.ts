/**
 * How the market treats an account's orders beyond the price: how much they may take, what it costs
 * them, and when. A profile has a version, so that each fill names the rules by which it was made
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

/** Versions that accounts no longer have, and that their fills of then still name. */
export const FORMER_PROFILES = ['standard@1', 'strict@1'] as const

/** Stands in place of the account's profile in a fill that a test has forced [outcome.events]. */
export const FORCED_FILL = 'forced@1'

/** What a fill may have been made under. */
export const FILL_ORIGINS = [...FILL_PROFILES, ...FORMER_PROFILES, FORCED_FILL] as const
export type FillOrigin = (typeof FILL_ORIGINS)[number]
