/** Carries a key request out: the same in the server and in the command's own process. */
import { type CommandFault, isFault } from '../../core/fault'
import { type AccountStart, addAccount, removeAccount } from '../../identity/grants'
import {
  createKey,
  disableKey,
  enableKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../identity/keys'
import type { CommandAnswer } from '../shared/control-socket'
import type { ServedCommand, ServedDeps } from '../shared/served'
import { readKeyRequest } from './arguments'
import type { KeyCommand, StartOptions } from './key-command'
import { type RenderedAnswer, render } from './render'

type KeyDeps = Pick<ServedDeps, 'drizzle' | 'initialCash' | 'fillProfile' | 'now'>

export const SERVED_KEYS: ServedCommand = {
  name: 'keys',
  makesDatabase: ([command]) => command === 'create',
  answer: answerKeys,
}

export async function answerKeys(deps: KeyDeps, args: readonly string[]): Promise<CommandAnswer> {
  const request = readKeyRequest(args)
  if (isFault(request)) return { ok: false, text: request.fault }
  const answer = await execute(deps, request.command)
  if (isFault(answer)) return { ok: false, text: answer.fault }
  return { ok: true, text: request.json ? JSON.stringify(answer.json) : answer.lines.join('\n') }
}

async function execute(deps: KeyDeps, command: KeyCommand): Promise<RenderedAnswer | CommandFault> {
  const { drizzle } = deps
  const at = deps.now()
  switch (command.command) {
    case 'create': {
      const { scope, name } = command
      const accounts =
        command.accounts.kind === 'new'
          ? { ...command.accounts, ...startOf(command.accounts, deps) }
          : command.accounts
      return rendered(await createKey(drizzle, { scope, name, accounts, at }), render.created)
    }
    case 'list':
      return render.listed(await listKeys(drizzle))
    case 'rotate':
      return rendered(await rotateKey(drizzle, command.clientId, at), render.rotated)
    case 'revoke':
      return rendered(await revokeKey(drizzle, command.clientId, at), render.revoked)
    case 'disable':
      return rendered(await disableKey(drizzle, command.clientId, at), render.disabled)
    case 'enable':
      return rendered(await enableKey(drizzle, command.clientId), render.enabled)
    case 'add-account': {
      const account =
        command.account.kind === 'new'
          ? { ...command.account, ...startOf(command.account, deps) }
          : command.account
      const added = await addAccount(drizzle, command.clientId, account, at)
      return rendered(added, render.accountAdded)
    }
    case 'remove-account':
      return rendered(await removeAccount(drizzle, command), render.accountRemoved)
  }
}

const startOf = ({ cash, profile }: StartOptions, deps: KeyDeps): AccountStart => ({
  initialCash: cash ?? deps.initialCash,
  fillProfile: profile ?? deps.fillProfile,
})

const rendered = <Done extends object>(
  done: Done | CommandFault,
  render: (done: Done) => RenderedAnswer,
): RenderedAnswer | CommandFault => (isFault(done) ? done : render(done))
