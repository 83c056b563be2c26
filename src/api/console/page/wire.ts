/** Paths below `/console/`; the first page, Trade, is at `/console/` itself. */
export const CONSOLE_PAGES = ['', 'orders', 'market', 'keys', 'sandbox', 'leaderboard'] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]
