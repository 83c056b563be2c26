/**
 * How the market treats an account's orders beyond the price: how much of a size shown they may
 * take, and when. A profile has a version, so that each fill names the rules by which it was made
 * [profile.account].
 */
export const FILL_PROFILE_NAMES = ['ideal', 'standard', 'strict'] as const
export type FillProfileName = (typeof FILL_PROFILE_NAMES)[number]

/** The profiles that an account may have; a new version joins the old ones. */
export const FILL_PROFILES = ['ideal@1', 'standard@1', 'strict@1'] as const
export type FillProfile = (typeof FILL_PROFILES)[number]

/** The newest version of a profile, which new accounts get. */
export const newestProfile = (name: FillProfileName): FillProfile => `${name}@1`

/** Stands in place of the account's profile in a fill that a test has forced [outcome.events]. */
export const FORCED_FILL = 'forced@1'

/** What a fill may have been made under. */
export const FILL_ORIGINS = [...FILL_PROFILES, FORCED_FILL] as const
export type FillOrigin = (typeof FILL_ORIGINS)[number]
