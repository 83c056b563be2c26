/** What the texts of the command line's options mean. Pure. */
import { FILL_PROFILE, INITIAL_CASH } from '../../config/market'
import { parseWholeNumber, quoted } from '../../config/setting'
import { fault, isFault, type KeyFault } from '../../core/fault'
import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import type { AccountIds } from '../../identity/grants'
import { SCOPES, type Scope } from '../../store/schema'
import type { AccountAsked, AccountsAsked, StartOptions } from './command'

export type Option = 'scope' | 'name' | 'accounts' | 'account' | 'cash' | 'profile'

/** Each option as often as it was given. */
export type Given = { readonly [Name in Option]?: readonly string[] | undefined }

const ACCOUNTS_MAX = 50
/** Visible characters and spaces, but none at the ends. */
const NAME = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u

const wrong = (option: Option, text: string, allowed: string): KeyFault =>
  fault(`--${option}: ${quoted(text)} is not allowed; allowed: ${allowed}`)

export function scopeOf({ scope: [text = 'TRADE'] = [] }: Given): Scope | KeyFault {
  return SCOPES.find((known) => known === text) ?? wrong('scope', text, SCOPES.join(' or '))
}

/** Null where none was given. */
export function nameOf({ name: [text] = [] }: Given): string | null | KeyFault {
  if (text === undefined) return null
  return NAME.test(text) ? text : wrong('name', text, '1 to 64 visible characters')
}

/** Null where none was given: then the server's INITIAL_CASH. */
function cashOf({ cash: [text] = [] }: Given): Amount | null | KeyFault {
  if (text === undefined) return null
  return INITIAL_CASH.read(text) ?? wrong('cash', text, INITIAL_CASH.allowed)
}

/** Null where none was given: then the server's FILL_PROFILE. */
function profileOf({ profile: [text] = [] }: Given): FillProfile | null | KeyFault {
  if (text === undefined) return null
  return FILL_PROFILE.read(text) ?? wrong('profile', text, FILL_PROFILE.allowed)
}

function startOf(given: Given): StartOptions | KeyFault {
  const cash = cashOf(given)
  if (isFault(cash)) return cash
  const profile = profileOf(given)
  return isFault(profile) ? profile : { cash, profile }
}

export function someAccountsOf(given: Given): AccountsAsked | KeyFault {
  const existing = existingOf(given)
  if (isFault(existing)) return existing
  if (existing !== undefined) return { kind: 'existing', accountIds: existing }
  const [text = '1'] = given.accounts ?? []
  const count = parseWholeNumber(text, 1, ACCOUNTS_MAX)
  if (count === undefined) {
    return wrong('accounts', text, `a whole number from 1 to ${ACCOUNTS_MAX}`)
  }
  const start = startOf(given)
  return isFault(start) ? start : { kind: 'new', count, ...start }
}

export function newAccountOf(given: Given): AccountAsked | KeyFault {
  const existing = existingOf(given)
  if (isFault(existing)) return existing
  if (existing !== undefined) return { kind: 'existing', accountId: existing[0] }
  const start = startOf(given)
  return isFault(start) ? start : { kind: 'new', ...start }
}

/** The accounts that --account names, each once. */
function existingOf({
  account,
  accounts,
  cash,
  profile,
}: Given): AccountIds | undefined | KeyFault {
  if (account === undefined) return undefined
  if (accounts !== undefined || cash !== undefined || profile !== undefined) {
    return fault(
      '--account names accounts that exist; --accounts, --cash and --profile are for new ones.',
    )
  }
  const [first, ...others] = new Set(account)
  return first === undefined ? undefined : [first, ...others]
}
