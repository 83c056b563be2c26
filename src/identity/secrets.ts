/** Ids, secrets and tokens of clients, and the hashes that are stored of them. */
import { createHash, randomBytes } from 'node:crypto'

const base64url = (bytes: number): string => randomBytes(bytes).toString('base64url')
const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** 256 random bits [token.opaque]. */
export const newToken = (): string => base64url(32)
/** 256 random bits [key.prefixes]. */
export const newClientSecret = (): string => `sk_test_${base64url(32)}`
/** A name, not a secret: 96 random bits, so that no two are the same. */
export const newClientId = (): string => `pk_test_${hex(12)}`

/** 96 random bits, so that an order that is placed by hand is always another one. */
export const newClientOrderId = (): string => `paper-${hex(12)}`

/** 256 random bits [console.session]. */
export const newSessionId = (): string => base64url(32)
/** 128 random bits, which tell browsers of one user apart [console.known-browser]. */
export const newBrowserNumber = (): string => base64url(16)
/** 256 random bits [console.first-link]. */
export const newSignInCode = (): string => base64url(32)

/** SHA-256, hexadecimal. A fast hash serves secrets that nobody can guess [key.secret-once]. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * An account's id follows from its client's: a client of PAPER_CLIENT_ID has the same account, and
 * with it the same order ids, in every run.
 */
export const accountIdOf = (clientId: string, ordinal: number): string =>
  `acc_${hashOf(`${clientId}/${ordinal}`).slice(0, 16).toUpperCase()}`
export const userIdOf = (name: string): string => `usr_${hashOf(name).slice(0, 16).toUpperCase()}`
/** Of a user's own client, which has no secret [console.token]. */
export const consoleClientIdOf = (userId: string): string =>
  `console_${hashOf(userId).slice(0, 16)}`
