/** The user's own accounts: made, reset, and how their orders fill [console.own]. */
import { isRefused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import { endpoint } from '../../../pipeline/endpoint'
import { sentFields } from '../../../wire/schemas'
import { decodeStartCash } from '../decode'
import { encodeAccountReset, encodeOwnAccount, encodeStart } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'

export const ownAccountEndpoints = ({ accounts }: ConsoleIdentity, service: ConsoleService) =>
  [
    endpoint({
      id: 'listOwnAccounts',
      method: 'GET',
      path: '/console/api/accounts',
      auth: 'user',
      answer: ConsoleSchema.accounts,
      async run({ client: { session } }) {
        const owned = await accounts.list(session.user.userId)
        return { accounts: owned.map(encodeOwnAccount), usual: encodeStart(service.usual) }
      },
    }),
    endpoint({
      id: 'makeOwnAccount',
      method: 'POST',
      path: '/console/api/accounts',
      auth: 'user',
      body: ConsoleSchema.newAccount,
      written: 'json-or-nothing',
      answer: ConsoleSchema.account,
      refusals: ['own-account-not-found', 'limit-reached'],
      read: ({ body }) => decodeStartCash(sentFields(body).cash),
      async run({ client: { session }, body, input }) {
        const { userId } = session.user
        const { fillProfile } = sentFields(body)
        const made = await service.createAccount(userId, input.cash, fillProfile)
        return isRefused(made) ? made : { account: encodeOwnAccount(made) }
      },
    }),
    endpoint({
      id: 'changeOwnAccount',
      method: 'PUT',
      path: '/console/api/accounts/:accountId',
      auth: 'user',
      params: ConsoleSchema.accountParams,
      body: ConsoleSchema.changeAccount,
      answer: ConsoleSchema.account,
      refusals: ['own-account-not-found', 'account-has-open-orders'],
      async run({ client: { session }, params: { accountId }, body: { fillProfile } }) {
        const { userId } = session.user
        const changed = await service.changeProfile(userId, accountId, fillProfile)
        return isRefused(changed) ? changed : { account: encodeOwnAccount(changed) }
      },
    }),
    endpoint({
      id: 'resetOwnAccount',
      method: 'POST',
      path: '/console/api/accounts/:accountId/reset',
      auth: 'user',
      params: ConsoleSchema.accountParams,
      body: ConsoleSchema.resetAccount,
      written: 'json-or-nothing',
      answer: ConsoleSchema.reset,
      refusals: ['own-account-not-found'],
      read: ({ body }) => decodeStartCash(sentFields(body).cash),
      async run({ client: { session }, params: { accountId }, input }) {
        const reset = await service.reset(session.user.userId, accountId, input.cash)
        return isRefused(reset) ? reset : encodeAccountReset(reset)
      },
    }),
  ] as const
