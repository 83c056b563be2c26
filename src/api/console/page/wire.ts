/** The pages' paths below `/console/`, each of which can be opened and reloaded; first Trade. */
export const CONSOLE_PAGES = ['', 'orders', 'market', 'keys', 'desk', 'class'] as const

export type ConsolePage = (typeof CONSOLE_PAGES)[number]
