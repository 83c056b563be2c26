/** The account over HTTP. */
import { Elysia } from 'elysia'
import { isRefused, refused } from '../../../core/refusals'
import { ACCOUNT, ACCOUNT_OR_404 } from '../../pipeline/account-header'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refuse'
import { AccountSchema, accountView, buyingPowerView, holdingsView } from './schema'
import type { AccountService } from './service'

export const account = (service: AccountService, gate: Gate) =>
  new Elysia({ name: 'modules.account', prefix: '/account', tags: ['Account'] })
    .use(gate)
    .get(
      '',
      ({ call }) =>
        call.forAccountOr404(async (accountId) => {
          const found = await service.valuation(accountId)
          return isRefused(found) ? found : accountView(found)
        }),
      {
        response: { 200: AccountSchema.account, ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404) },
        detail: { operationId: 'getAccount', summary: 'Read the account' },
      },
    )
    .get(
      '/holdings',
      ({ call }) =>
        call.forAccount(async (accountId) => {
          const found = await service.valuation(accountId)
          return isRefused(found) ? refused('account-mismatch') : holdingsView(found)
        }),
      {
        response: { 200: AccountSchema.holdings, ...refusals(...EVERY_CALL, ...ACCOUNT) },
        detail: { operationId: 'listHoldings', summary: 'List what the account owns' },
      },
    )
    .get(
      '/buying-power',
      ({ call }) =>
        call.forAccountOr404(async (accountId) => {
          const found = await service.buyingPower(accountId)
          return isRefused(found) ? found : buyingPowerView(found)
        }),
      {
        response: { 200: AccountSchema.buyingPower, ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404) },
        detail: { operationId: 'getBuyingPower', summary: 'Read what can be spent' },
      },
    )
