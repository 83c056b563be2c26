/** The paths of the console's pages, each of which may be opened and reloaded. */

/** Below `/console/`; the first, Trade, is at `/console/` itself. */
export const CONSOLE_PAGES = ['', 'orders', 'market', 'keys', 'desk', 'class'] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]
