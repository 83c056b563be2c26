/** The client made at the start: PAPER_CLIENT_ID and PAPER_CLIENT_SECRET (D10). */
import type { Setting } from './setting'

export interface ClientConfig {
  readonly clientId: string
  readonly clientSecret: string
}

export const PAPER_CLIENT_ID: Setting<string | null> = {
  variable: 'PAPER_CLIENT_ID',
  unset: null,
  allowed: '1 to 64 letters, digits, _ or -, together with PAPER_CLIENT_SECRET',
  read: (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
}

/** Secrets are kept as a fast hash (D2), so a short one could be guessed from a stolen database. */
export const PAPER_CLIENT_SECRET: Setting<string | null> = {
  variable: 'PAPER_CLIENT_SECRET',
  unset: null,
  allowed: '16 to 256 visible ASCII characters, together with PAPER_CLIENT_ID',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}
