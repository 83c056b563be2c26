/**
 * How the market treats an account's orders beyond the price (D13): how much of what is shown it
 * may take, and when. Each profile has a version, so that a fill says by which rules it was made
 * also when there are newer ones.
 */
export const FILL_PROFILE_NAMES = ['ideal', 'standard', 'strict'] as const
export type FillProfileName = (typeof FILL_PROFILE_NAMES)[number]

/** Those that an account may have; a new version stands beside the old one. */
export const FILL_PROFILES = ['ideal@1', 'standard@1', 'strict@1'] as const
export type FillProfile = (typeof FILL_PROFILES)[number]

/** The newest version of a profile: that of new accounts. */
export const newestProfile = (name: FillProfileName): FillProfile => `${name}@1`
