/** The client made at the start [run.client], and how long its tokens live. */
import { TOKEN_LIFETIME_SECONDS_DEFAULT, TOKEN_LIFETIME_SECONDS_MAX } from '../core/limits'
import { CLIENT_VARIABLES } from '../sdk/variables'
import { parseWholeNumber, type Setting } from './setting'

export interface ClientConfig {
  readonly clientId: string
  readonly clientSecret: string
}

export const PAPER_CLIENT_ID: Setting<string | null> = {
  variable: CLIENT_VARIABLES.clientId,
  unset: null,
  allowed: '1 to 64 letters, digits, _ or -, together with PAPER_CLIENT_SECRET',
  read: (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
}

/**
 * Secrets are kept as a fast hash [key.secret-once], so a short one could be guessed from a stolen
 * database.
 */
export const PAPER_CLIENT_SECRET: Setting<string | null> = {
  variable: CLIENT_VARIABLES.clientSecret,
  unset: null,
  allowed: '16 to 256 visible ASCII characters, together with PAPER_CLIENT_ID',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}

/** The lifetime of new tokens; existing tokens keep theirs. [run.token-lifetime] */
export const TOKEN_LIFETIME: Setting<number> = {
  variable: 'TOKEN_LIFETIME',
  unset: TOKEN_LIFETIME_SECONDS_DEFAULT,
  allowed: `a whole number of seconds from 1 to ${TOKEN_LIFETIME_SECONDS_MAX} (a year)`,
  read: (text) => parseWholeNumber(text, 1, TOKEN_LIFETIME_SECONDS_MAX),
}
