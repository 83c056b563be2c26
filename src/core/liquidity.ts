/**
 * What an account has taken of an instrument's liquidity, where its fill profile counts that (D13).
 */
export const LIQUIDITY_SOURCES = ['SHOWN', 'TRADED', 'OPG', 'CLS'] as const
