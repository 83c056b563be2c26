/** One-time codes in links to the console [console.first-link]. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { SIGN_IN_LINK_HOURS_MAX } from '../core/limits'
import type { Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { signInCodes } from '../postgres/schema'
import { cellOf } from './cell'
import { hashOf, newSignInCode } from './secrets'
import { ensureOwner, hasNoPassword } from './users'

/** The path of a one-time link to the console [console.first-link]. */
export const linkPath = (code: string): string => `/console/?code=${code}`

/** The whole link. A server that listens on every address is opened as localhost. */
export const consoleLink = (url: string, code: string): string =>
  url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost') + linkPath(code)

/** Makes a code. It is returned only here: the database has a hash. */
export async function makeSignInCode(
  drizzle: Drizzle,
  userId: string,
  at: Instant,
): Promise<string> {
  const code = newSignInCode(await cellOf(drizzle))
  const expiresAt = at.add({ hours: SIGN_IN_LINK_HOURS_MAX })
  await drizzle.insert(signInCodes).values({ codeHash: hashOf(code), userId, expiresAt })
  return code
}

/** Returns the id of the user whom the code signs in; undefined if it is used, old or unknown. */
export async function redeemSignInCode(
  drizzle: Drizzle,
  code: string,
  at: Instant,
): Promise<string | undefined> {
  const { codeHash, expiresAt, userId } = signInCodes
  // One statement, so that only one of two simultaneous requests deletes the row.
  const [redeemed] = await drizzle
    .delete(signInCodes)
    .where(and(eq(codeHash, hashOf(code)), gt(expiresAt, at)))
    .returning({ userId })
  return redeemed?.userId
}

/** Makes a code for the first client's owner; null if any user has a password. Starts print it. */
export async function startCode(drizzle: Drizzle, at: Instant): Promise<string | null> {
  if (!(await hasNoPassword(drizzle))) return null
  const owner = await ensureOwner(drizzle, at)
  return makeSignInCode(drizzle, owner.userId, at)
}

export async function deleteSignInCodesExpiredBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  await drizzle.delete(signInCodes).where(lt(signInCodes.expiresAt, at))
}
