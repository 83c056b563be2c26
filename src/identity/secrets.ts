/** Ids, secrets and tokens of clients, and the hashes that are stored of them. */
import { createHash, randomBytes } from 'node:crypto'
import { typedPassword } from './password'

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

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * Passwords of the console's users: argon2id with OWASP's parameters (19 MiB, two passes), hashed
 * on a thread beside the requests [console.password].
 *
 * In PHC form, with its salt and its parameters.
 */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(typedPassword(password), ARGON2ID)

/** A hash that `hashPassword` could have made. */
export const isPasswordHash = (text: string): boolean =>
  /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{43}\$[A-Za-z0-9+/]{43}$/.test(text)

/** The hash of nobody's password: an unknown name takes as long [console.sign-in-failed]. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$6fK4dQGtrEXssARpJFGu2loTG62iSPZO0Ioxr6zABQg' +
  '$TC6MTtEYhR/iuqX59GpVfntpwgPHIprgkih8QKfaB4M'

/** Returns false, after as long, for null: no such user, or one without a password. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const fits = await Bun.password.verify(typedPassword(password), hash ?? NOBODYS)
  return fits && hash !== null
}
