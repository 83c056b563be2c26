/** One-time codes, which a link to the console carries [console.first-link]. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { SIGN_IN_LINK_HOURS_MAX } from '../core/limits'
import type { Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { signInCodes } from '../postgres/schema'
import { hashOf, newSignInCode } from './secrets'
import { ensureOwner, hasNoPassword } from './users'

/**
 * The link that opens the console once [console.first-link].
 *
 * Where a code leads, below the server's address.
 */
export const linkPath = (code: string): string => `/console/?code=${code}`

/** A server that listens on every address is opened under the machine's own name. */
export const consoleLink = (url: string, code: string): string =>
  url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost') + linkPath(code)

/**
 * The only time that the code is shown: the database has its hash.
 */
export async function makeSignInCode(
  drizzle: Drizzle,
  userId: string,
  at: Instant,
): Promise<string> {
  const code = newSignInCode()
  const expiresAt = at.add({ hours: SIGN_IN_LINK_HOURS_MAX })
  await drizzle.insert(signInCodes).values({ codeHash: hashOf(code), userId, expiresAt })
  return code
}

/** The user whom it signs in, once; undefined for a code that is used, old or unknown. */
export async function redeemSignInCode(
  drizzle: Drizzle,
  code: string,
  at: Instant,
): Promise<string | undefined> {
  const { codeHash, expiresAt, userId } = signInCodes
  // One statement: of two openers at the same time, one deletes the row, and the other waits.
  const [redeemed] = await drizzle
    .delete(signInCodes)
    .where(and(eq(codeHash, hashOf(code)), gt(expiresAt, at)))
    .returning({ userId })
  return redeemed?.userId
}

/** What a start prints: for the owner of the first client, as long as nobody has a password. */
export async function startCode(drizzle: Drizzle, at: Instant): Promise<string | null> {
  if (!(await hasNoPassword(drizzle))) return null
  const owner = await ensureOwner(drizzle, at)
  return makeSignInCode(drizzle, owner.userId, at)
}

export async function deleteSignInCodesExpiredBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  await drizzle.delete(signInCodes).where(lt(signInCodes.expiresAt, at))
}
