/** Ids, secrets and tokens of clients, and their hashes. */
import { createHash, randomBytes } from 'node:crypto'
import { cellPart, clientIdPrefix, secretInCell } from '../core/ids'
import { typedPassword } from './password'

const base64url = (bytes: number): string => randomBytes(bytes).toString('base64url')
const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** 256 random bits [token.opaque]. */
export const newToken = (cell: string | null = null): string => secretInCell(base64url(32), cell)
/** 256 random bits [key.prefixes]. */
export const newClientSecret = (): string => `sk_test_${base64url(32)}`
/** 96 random bits, so that no two are the same. The id is no secret. */
export const newClientId = (cell: string | null = null): string =>
  `${clientIdPrefix(cell)}${hex(12)}`

/** 96 random bits: each order that is placed by hand is a new one. */
export const newClientOrderId = (): string => `paper-${hex(12)}`

/** 256 random bits [console.session]. */
export const newSessionId = (cell: string | null): string => secretInCell(base64url(32), cell)
/** 128 random bits, which identify one of a user's browsers [console.known-browser]. */
export const newBrowserNumber = (): string => base64url(16)
/** 256 random bits [console.first-link]. */
export const newSignInCode = (cell: string | null): string => secretInCell(base64url(32), cell)

/** SHA-256, hexadecimal. A fast hash is enough for a random secret [key.secret-once]. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * Derives an account's id from its client's. So the client of PAPER_CLIENT_ID has the same account
 * id and the same order ids in every run.
 */
export const accountIdOf = (
  clientId: string,
  ordinal: number,
  cell: string | null = null,
): string => `acc_${cellPart(cell)}${hashOf(`${clientId}/${ordinal}`).slice(0, 16).toUpperCase()}`
export const userIdOf = (name: string): string => `usr_${hashOf(name).slice(0, 16).toUpperCase()}`
/** The id of a user's internal client, which has no secret [console.token]. */
export const consoleClientIdOf = (userId: string): string =>
  `console_${hashOf(userId).slice(0, 16)}`

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * Hashes a password with argon2id and OWASP's parameters (19 MiB, two passes), on another thread
 * [console.password]. Returns PHC form, with salt and parameters.
 */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(typedPassword(password), ARGON2ID)

/** True for a text that `hashPassword` could have returned. */
export const isPasswordHash = (text: string): boolean =>
  /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{43}\$[A-Za-z0-9+/]{43}$/.test(text)

/** Verified for an unknown name, so that it takes as long [console.sign-in-failed]. */
const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$6fK4dQGtrEXssARpJFGu2loTG62iSPZO0Ioxr6zABQg' +
  '$TC6MTtEYhR/iuqX59GpVfntpwgPHIprgkih8QKfaB4M'

/** Verifies a password. Returns false for a null hash, after the same time. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await Bun.password.verify(typedPassword(password), hash ?? DECOY_HASH)
  return matches && hash !== null
}
