/** From arguments to an answer: the same on the server and in the command's own process. */

import { isFault, type KeyFault } from '../../core/fault'
import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import type { Instant } from '../../core/time'
import { type AccountStart, addAccount, removeAccount } from '../../identity/grants'
import {
  createKey,
  disableKey,
  enableKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../identity/keys'
import type { Drizzle } from '../../store/database'
import { type KeyRequest, parseArguments } from './arguments'
import type { KeyCommand, StartOptions } from './command'
import { HELP } from './help'
import { type RenderedAnswer, show } from './render'

export interface KeyAnswer {
  readonly ok: boolean
  /** One line where it is not ok. */
  readonly text: string
}

export interface KeyDeps {
  readonly drizzle: Drizzle
  /** Of new accounts (INITIAL_CASH, FILL_PROFILE). */
  readonly initialCash: Amount
  readonly fillProfile: FillProfile
  /** Of the system clock. */
  readonly now: () => Instant
}

/** The answer that needs no database; otherwise what was asked. */
export function answerAtOnce(args: readonly string[]): KeyAnswer | KeyRequest {
  const asked = parseArguments(args)
  if (asked === 'help') return { ok: true, text: HELP }
  return isFault(asked) ? { ok: false, text: asked.fault } : asked
}

export async function answerKeys(deps: KeyDeps, args: readonly string[]): Promise<KeyAnswer> {
  const asked = answerAtOnce(args)
  if ('ok' in asked) return asked
  const shown = await carryOut(deps, asked.command)
  if (isFault(shown)) return { ok: false, text: shown.fault }
  return { ok: true, text: asked.json ? JSON.stringify(shown.json) : shown.lines.join('\n') }
}

async function carryOut(deps: KeyDeps, asked: KeyCommand): Promise<RenderedAnswer | KeyFault> {
  const { drizzle } = deps
  const at = deps.now()
  switch (asked.command) {
    case 'create': {
      const { scope, name } = asked
      const accounts =
        asked.accounts.kind === 'new'
          ? { ...asked.accounts, ...startOf(asked.accounts, deps) }
          : asked.accounts
      return shown(await createKey(drizzle, { scope, name, accounts, at }), show.created)
    }
    case 'list':
      return show.listed(await listKeys(drizzle))
    case 'rotate':
      return shown(await rotateKey(drizzle, asked.clientId, at), show.rotated)
    case 'revoke':
      return shown(await revokeKey(drizzle, asked.clientId, at), show.revoked)
    case 'disable':
      return shown(await disableKey(drizzle, asked.clientId, at), show.disabled)
    case 'enable':
      return shown(await enableKey(drizzle, asked.clientId), show.enabled)
    case 'add-account': {
      const account =
        asked.account.kind === 'new'
          ? { ...asked.account, ...startOf(asked.account, deps) }
          : asked.account
      return shown(await addAccount(drizzle, asked.clientId, account, at), show.accountAdded)
    }
    case 'remove-account':
      return shown(await removeAccount(drizzle, asked), show.accountRemoved)
  }
}

const startOf = ({ cash, profile }: StartOptions, deps: KeyDeps): AccountStart => ({
  initialCash: cash ?? deps.initialCash,
  fillProfile: profile ?? deps.fillProfile,
})

const shown = <Done extends object>(
  done: Done | KeyFault,
  says: (done: Done) => RenderedAnswer,
): RenderedAnswer | KeyFault => (isFault(done) ? done : says(done))
