/**
 * Ids and secrets: the only randomness of the program. All are 256 bits unless they say otherwise.
 */
import { createHash, randomBytes } from 'node:crypto'

const base64url = (bytes: number): string => randomBytes(bytes).toString('base64url')
const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const newToken = (): string => base64url(32)
export const newClientSecret = (): string => `sk_test_${base64url(32)}`
/** Names, not secrets: 96 bits, so that they never meet. */
export const newClientId = (): string => `pk_test_${hex(12)}`

/** Of a market that nobody can look up: 48 bits, a number that JSON and doubles keep. */
export const newSeed = (): number => randomBytes(6).readUIntBE(0, 6)

/** SHA-256, hexadecimal. A fast hash serves secrets that nobody can guess (D2). */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * An account's id: made from what it belongs to, so that a client that is configured, and not made
 * by chance, has the same account, and with it the same order ids, in every run.
 */
export const accountIdOf = (clientId: string, ordinal: number): string =>
  `acc_${hashOf(`${clientId}/${ordinal}`).slice(0, 16).toUpperCase()}`
export const userIdOf = (name: string): string => `usr_${hashOf(name).slice(0, 16).toUpperCase()}`
