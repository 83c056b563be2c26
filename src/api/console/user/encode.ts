/** Encodes the console's answers. */
import { decimalString } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { ListedClient } from '../../../identity/clients'
import type { AccountStart } from '../../../identity/grants'
import type { OwnAccount } from '../../../identity/own-accounts'
import type { ConsoleUser, ListedUser } from '../../../identity/users'
import type { OwnAccountReset } from './service'

export const encodeUser = ({ name, operator }: ConsoleUser) => ({ name, operator })

export const encodeClient = (client: ListedClient, fromSettings: string | null) => {
  const { clientId, label, scope, accountIds, createdAt, disabledAt, lastUsedAt } = client
  return {
    clientId,
    label,
    scope,
    enabled: disabledAt === null,
    createdAt: toKst(createdAt),
    lastUsedAt: lastUsedAt && toKst(lastUsedAt),
    accountIds: [...accountIds],
    fromSettings: clientId === fromSettings,
  }
}

export const encodeOwnAccount = (account: OwnAccount) => ({
  accountId: account.accountId,
  fillProfile: account.fillProfile,
  initialCash: decimalString(account.initialCash),
  cash: decimalString(account.cash),
  createdAt: toKst(account.createdAt),
  locked: account.locked,
  clientIds: [...account.clientIds],
})

export const encodeListedUser = ({ userId: _, createdAt, ...user }: ListedUser) => ({
  ...user,
  createdAt: toKst(createdAt),
})

export const encodeAccountReset = ({
  accountId,
  cash,
  canceled,
  requestedAt,
}: OwnAccountReset) => ({
  accountId,
  cashAmount: decimalString(cash),
  canceledOrderIds: canceled.map(({ orderId }) => orderId),
  requestedAt: toKst(requestedAt),
})

export const encodeStart = ({ initialCash, fillProfile }: AccountStart) => ({
  cash: decimalString(initialCash),
  fillProfile,
})
