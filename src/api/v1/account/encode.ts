/** Encodes the answers about the account. */
import { decimalString, wireNumber } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { AccountReading, ValuedHolding, ValuedHoldings, Worth } from './service'

export const encodeAccount = ({ account, buyingPower, totalAsset, requestedAt }: Worth) => ({
  accountId: account.accountId,
  currency: 'USD' as const,
  cashAmount: decimalString(account.cash),
  totalAssetAmount: decimalString(totalAsset),
  buyingPower: decimalString(buyingPower),
  requestedAt: toKst(requestedAt),
})

export const encodeHoldings = ({ holdings, requestedAt }: ValuedHoldings) => ({
  currency: 'USD' as const,
  holdings: holdings.map(encodeHolding),
  requestedAt: toKst(requestedAt),
})

const encodeHolding = ({ holding, value, sellableQuantity }: ValuedHolding) => ({
  symbol: holding.symbol,
  name: holding.name,
  currency: 'USD' as const,
  quantity: wireNumber(holding.quantity),
  sellableQuantity: wireNumber(sellableQuantity),
  averageBuyPrice: wireNumber(value.averageBuyPrice),
  currentPrice: wireNumber(value.currentPrice),
  purchaseAmount: wireNumber(holding.purchaseAmount),
  evaluationAmount: wireNumber(value.evaluationAmount),
  evaluationPnl: wireNumber(value.evaluationPnl),
  evaluationPnlRate: wireNumber(value.evaluationPnlRate),
})

export const encodeBuyingPower = ({ account, buyingPower, requestedAt }: AccountReading) => ({
  accountId: account.accountId,
  currency: 'USD' as const,
  buyingPower: wireNumber(buyingPower),
  requestedAt: toKst(requestedAt),
})
