/** Reads the console's requests whose shape is right into the core's words. */
import { INITIAL_CASH_RULE, isInitialCash } from '../../../core/account/initial-cash'
import { type Amount, amount } from '../../../core/money'
import { isPasswordAllowed, PASSWORD_RULE, USER_NAME_RULE, userName } from '../../../core/password'
import { type Refused, refusedParam } from '../../../core/refusals'

type DecodeRefusal = Refused<'missing-parameter' | 'invalid-parameter'>

const invalid = (param: string, reason: string) =>
  refusedParam('invalid-parameter', param, { reason })

interface SignInBody {
  readonly name?: string
  readonly password?: string
  readonly code?: string
}

export type SignInRequest =
  | { readonly code: string }
  | { readonly name: string; readonly password: string }

/** By a link's code alone, or by a name and a password. */
export function decodeSignIn({ name, password, code }: SignInBody): SignInRequest | DecodeRefusal {
  if (code !== undefined) {
    return name === undefined && password === undefined
      ? { code }
      : invalid('code', 'it goes without a name and a password')
  }
  if (name === undefined) return refusedParam('missing-parameter', 'name')
  return password === undefined ? refusedParam('missing-parameter', 'password') : { name, password }
}

/** Undefined where it is left out. */
export function decodeStartCash(
  sent: number | string | undefined,
): { readonly cash: Amount | undefined } | DecodeRefusal {
  if (sent === undefined) return { cash: undefined }
  const cash = amount(String(sent))
  return isInitialCash(cash) ? { cash } : invalid('cash', `it must be ${INITIAL_CASH_RULE}`)
}

export const decodePassword = (sent: string): { readonly password: string } | DecodeRefusal =>
  isPasswordAllowed(sent)
    ? { password: sent }
    : invalid('password', `it must have ${PASSWORD_RULE}`)

export function decodeName(sent: string): { readonly name: string } | DecodeRefusal {
  const name = userName(sent)
  return name === undefined ? invalid('name', `it must have ${USER_NAME_RULE}`) : { name }
}
