/** The account over HTTP. */
import { isRefused, refused } from '../../../core/refusals'
import { encoded, endpoint } from '../../../http/endpoint'
import type { AccountService } from './service'
import { AccountSchema, encodeAccount, encodeBuyingPower, encodeHoldings } from './wire'

const ACCOUNT = { method: 'GET', tag: 'Account', auth: 'bearer' } as const

export const accountEndpoints = (service: AccountService) =>
  [
    // [account.read] [statuses.account]
    endpoint({
      ...ACCOUNT,
      id: 'getAccount',
      path: '/v1/account',
      summary: 'Read the account',
      account: 'or-404',
      answer: AccountSchema.account,
      run: ({ accountId }) => encoded(service.worth(accountId), encodeAccount),
    }),
    // [holdings.read] [statuses.holdings]
    endpoint({
      ...ACCOUNT,
      id: 'listHoldings',
      path: '/v1/account/holdings',
      summary: "List the account's holdings",
      account: 'or-403',
      answer: AccountSchema.holdings,
      async run({ accountId }) {
        const found = await service.holdings(accountId)
        return isRefused(found) ? refused('account-mismatch') : encodeHoldings(found)
      },
    }),
    // [buying-power.read] [statuses.buying-power]
    endpoint({
      ...ACCOUNT,
      id: 'getBuyingPower',
      path: '/v1/account/buying-power',
      summary: 'Read the buying power',
      account: 'or-404',
      answer: AccountSchema.buyingPower,
      run: ({ accountId }) => encoded(service.buyingPower(accountId), encodeBuyingPower),
    }),
  ] as const
