/**
 * The mark of a browser that has signed in as a user before: somebody who guesses that user's
 * password does not have it, so guesses do not keep the browser out [console.known-browser]. It
 * signs nobody in. It is signed with the hash of the password, so a new password ends it, and
 * nothing is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { newBrowserNumber } from './secrets'

/** A number drawn for the browser, and its signature. */
const MARK = /^([\w-]{22})\.([\w-]{43})$/

const signed = (drawn: string, userId: string, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`browser of ${userId} ${drawn}`).digest('base64url')

/** A user with a password. */
interface Owner {
  readonly userId: string
  readonly passwordHash: string
}

export function newBrowserMark({ userId, passwordHash }: Owner): string {
  const drawn = newBrowserNumber()
  return `${drawn}.${signed(drawn, userId, passwordHash)}`
}

/** Whether the text has the form of a mark: no other is worth a query. */
export const mayBeBrowserMark = (text: string): boolean => MARK.test(text)

export function isBrowserMark(mark: string, { userId, passwordHash }: Owner): boolean {
  const [, drawn = '', signature = ''] = MARK.exec(mark) ?? []
  const expected = Buffer.from(signed(drawn, userId, passwordHash))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(given, expected)
}
