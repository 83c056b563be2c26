/** The account over HTTP. */
import { Elysia } from 'elysia'
import { isRefused, refused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS, ACCOUNT_REFUSALS } from '../../pipeline/request-context'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeAccount, encodeBuyingPower, encodeHoldings } from './encode'
import { AccountSchema } from './schema'
import type { AccountService } from './service'

export const accountRoutes = (service: AccountService, gate: Gate) =>
  new Elysia({ name: 'api.account', prefix: '/account', tags: ['Account'] })
    .use(gate)
    // [account.read] [statuses.account]
    .get(
      '',
      ({ context }) =>
        context.forAccountOr404(async (accountId) => {
          const found = await service.worth(accountId)
          return isRefused(found) ? found : encodeAccount(found)
        }),
      {
        response: {
          200: AccountSchema.account,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS),
        },
        detail: { operationId: 'getAccount', summary: 'Read the account' },
      },
    )
    // [holdings.read] [statuses.holdings]
    .get(
      '/holdings',
      ({ context }) =>
        context.forAccount(async (accountId) => {
          const found = await service.holdings(accountId)
          return isRefused(found) ? refused('account-mismatch') : encodeHoldings(found)
        }),
      {
        response: { 200: AccountSchema.holdings, ...refusals(...EVERY_CALL, ...ACCOUNT_REFUSALS) },
        detail: { operationId: 'listHoldings', summary: "List the account's holdings" },
      },
    )
    // [buying-power.read] [statuses.buying-power]
    .get(
      '/buying-power',
      ({ context }) =>
        context.forAccountOr404(async (accountId) => {
          const found = await service.buyingPower(accountId)
          return isRefused(found) ? found : encodeBuyingPower(found)
        }),
      {
        response: {
          200: AccountSchema.buyingPower,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS),
        },
        detail: { operationId: 'getBuyingPower', summary: 'Read the buying power' },
      },
    )
