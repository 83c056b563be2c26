/** The form of passwords and names of the console's users [console.password]. */
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../core/limits'

/** Completes "it must have …". */
export const PASSWORD_RULE = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`

/** Normalizes a password (Unicode NFKC, as NIST SP 800-63B asks), since keyboards differ. */
export const typedPassword = (text: string): string => text.normalize('NFKC')

/** Checks the length, counted in characters. Any characters are allowed. */
export function isPasswordAllowed(text: string): boolean {
  const length = [...typedPassword(text)].length
  return PASSWORD_LENGTH_MIN <= length && length <= PASSWORD_LENGTH_MAX
}

/** Completes "it must have …". */
export const USER_NAME_RULE = '1 to 64 visible characters'

/** Visible characters and spaces, but no space at the ends. */
const USER_NAME = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u

/** Normalizes a name (Unicode NFC), so that keyboards agree; undefined if it is not allowed. */
export function userName(text: string): string | undefined {
  const name = text.normalize('NFC')
  return USER_NAME.test(name) ? name : undefined
}
