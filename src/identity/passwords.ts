/**
 * Passwords of the console's users: argon2id with OWASP's parameters (19 MiB, two passes), hashed
 * on a thread beside the requests [console.password].
 */
import { typedPassword } from '../core/password'

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** In PHC form, with its salt and its parameters. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(typedPassword(password), ARGON2ID)

/** A hash that `hashPassword` could have made. */
export const isPasswordHash = (text: string): boolean =>
  /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{43}\$[A-Za-z0-9+/]{43}$/.test(text)

/** Of a password that nobody has: an unknown name takes as long [console.sign-in-failed]. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$6fK4dQGtrEXssARpJFGu2loTG62iSPZO0Ioxr6zABQg' +
  '$TC6MTtEYhR/iuqX59GpVfntpwgPHIprgkih8QKfaB4M'

/** Null, where there is no such user or no password, takes as long and is always false. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const fits = await Bun.password.verify(typedPassword(password), hash ?? NOBODYS)
  return fits && hash !== null
}
