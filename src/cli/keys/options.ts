/** What the options of `paper keys` mean. Pure. */
import { FILL_PROFILE, INITIAL_CASH } from '../../config/market'
import { parseWholeNumber } from '../../config/setting'
import { type CommandFault, fault, isFault } from '../../core/fault'
import { USER_NAME_RULE, userName } from '../../core/password'
import { SCOPES } from '../../core/scope'
import type { AccountIds } from '../../identity/grants'
import type { CommandLine } from '../shared/command-line'
import { choiceOf, type OptionFormat, readOption } from '../shared/options'
import type { AccountOption, AccountsOption, StartOptions } from './key-command'

const ACCOUNTS_MAX = 50

export const SCOPE = choiceOf(SCOPES)
export const NAME: OptionFormat<string> = { allowed: USER_NAME_RULE, read: userName }
const ACCOUNTS: OptionFormat<number> = {
  allowed: `a whole number from 1 to ${ACCOUNTS_MAX}`,
  read: (text) => parseWholeNumber(text, 1, ACCOUNTS_MAX),
}

type StartLine = CommandLine<'cash' | 'profile', never, never>
type AccountsLine = CommandLine<'accounts' | 'cash' | 'profile', 'account', never>
type AccountLine = CommandLine<'account' | 'cash' | 'profile', never, never>

function startOptions(line: StartLine): StartOptions | CommandFault {
  const cash = readOption('cash', line.text('cash'), INITIAL_CASH, null)
  if (isFault(cash)) return cash
  const profile = readOption('profile', line.text('profile'), FILL_PROFILE, null)
  return isFault(profile) ? profile : { cash, profile }
}

export function accountsOption(line: AccountsLine): AccountsOption | CommandFault {
  const [first, ...others] = new Set(line.texts('account'))
  if (first !== undefined) {
    const accountIds: AccountIds = [first, ...others]
    return hasStart(line) || line.text('accounts') !== undefined
      ? fault(
          '--account names accounts that exist; --accounts, --cash and --profile are for new ones.',
        )
      : { kind: 'existing', accountIds }
  }
  const count = readOption('accounts', line.text('accounts'), ACCOUNTS, 1)
  if (isFault(count)) return count
  const start = startOptions(line)
  return isFault(start) ? start : { kind: 'new', count, ...start }
}

export function accountOption(line: AccountLine): AccountOption | CommandFault {
  const accountId = line.text('account')
  if (accountId !== undefined) {
    return hasStart(line)
      ? fault('--account names an account that exists; --cash and --profile are for a new one.')
      : { kind: 'existing', accountId }
  }
  const start = startOptions(line)
  return isFault(start) ? start : { kind: 'new', ...start }
}

const hasStart = (line: StartLine): boolean =>
  line.text('cash') !== undefined || line.text('profile') !== undefined
