/** The user's own accounts: made, reset, and how their orders fill [console.own]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import { jsonBody, optionalJsonBody } from '../../../pipeline/body'
import type { ConsoleGates } from '../../../pipeline/console-gate'
import { refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { decodeStartCash } from '../decode'
import { encodeAccountReset, encodeOwnAccount, encodeStart } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'
import { EVERY_CHANGE, EVERY_READ } from './responses'

export const consoleAccountRoutes = (
  { accounts }: ConsoleIdentity,
  service: ConsoleService,
  gates: ConsoleGates<ConsoleSession>,
) =>
  new Elysia({ name: 'api.console.accounts' })
    .use(gates.user)
    .get(
      '/accounts',
      async ({ context, signed: { session } }) => {
        const owned = await accounts.list(session.user.userId)
        return context.answer({
          accounts: owned.map(encodeOwnAccount),
          usual: encodeStart(service.usual),
        })
      },
      { response: { 200: ConsoleSchema.accounts, ...refusals(...EVERY_READ) } },
    )
    .post(
      '/accounts',
      async ({ context, signed: { session }, body }) => {
        const { cash, fillProfile } = sentFields(body)
        const decoded = decodeStartCash(cash)
        if (isRefused(decoded)) return context.refuse(decoded)
        const { userId } = session.user
        const made = await service.createAccount(userId, decoded.cash, fillProfile)
        return context.answer(isRefused(made) ? made : { account: encodeOwnAccount(made) })
      },
      {
        parse: optionalJsonBody,
        body: ConsoleSchema.newAccount,
        response: {
          200: ConsoleSchema.account,
          ...refusals(...EVERY_CHANGE, 'own-account-not-found', 'limit-reached'),
        },
      },
    )
    .put(
      '/accounts/:accountId',
      async ({ context, signed: { session }, params: { accountId }, body: { fillProfile } }) => {
        const { userId } = session.user
        const changed = await service.changeProfile(userId, accountId, fillProfile)
        return context.answer(isRefused(changed) ? changed : { account: encodeOwnAccount(changed) })
      },
      {
        parse: jsonBody,
        params: ConsoleSchema.accountParams,
        body: ConsoleSchema.changeAccount,
        response: {
          200: ConsoleSchema.account,
          ...refusals(...EVERY_CHANGE, 'own-account-not-found', 'account-has-open-orders'),
        },
      },
    )
    .post(
      '/accounts/:accountId/reset',
      async ({ context, signed: { session }, params: { accountId }, body }) => {
        const decoded = decodeStartCash(sentFields(body).cash)
        if (isRefused(decoded)) return context.refuse(decoded)
        const reset = await service.reset(session.user.userId, accountId, decoded.cash)
        return context.answer(isRefused(reset) ? reset : encodeAccountReset(reset))
      },
      {
        parse: optionalJsonBody,
        params: ConsoleSchema.accountParams,
        body: ConsoleSchema.resetAccount,
        response: {
          200: ConsoleSchema.reset,
          ...refusals(...EVERY_CHANGE, 'own-account-not-found'),
        },
      },
    )
