/** The account on the wire (D7). */
import { t } from 'elysia'
import { toKst } from '../../core/time'
import { decimalString, wireNumber } from '../../core/units'
import { answer, decimalText, instantText, moneyNumber, oneOf } from '../../http/wire'
import type { AccountReading, Valuation, ValuedHolding } from './service'

const accountId = t.String({ description: 'The account.' })
const currency = oneOf(['USD'], 'The currency; always `USD`.')
const requestedAt = instantText('When the account was read, in market time.')

export const AccountModel = {
  account: answer({
    accountId,
    currency,
    cashAmount: decimalText('USD: settled cash plus the cash that open orders hold.'),
    totalAssetAmount: decimalText('USD: cash plus the holdings at their current price.'),
    buyingPower: decimalText('USD: cash less what open orders hold.'),
    requestedAt,
  }),

  holdings: answer({
    currency,
    holdings: t.Array(
      t.Object(
        {
          symbol: t.String({ description: 'The instrument.' }),
          name: t.String({ description: "The instrument's name." }),
          currency,
          quantity: moneyNumber('Shares.'),
          sellableQuantity: moneyNumber('Shares that no open order holds.'),
          averageBuyPrice: moneyNumber('USD per share, half-even to 6 places.'),
          currentPrice: moneyNumber('USD per share.'),
          purchaseAmount: moneyNumber('USD that the shares cost.'),
          evaluationAmount: moneyNumber('USD: quantity × current price.'),
          evaluationPnl: moneyNumber('USD: evaluation less purchase amount.'),
          evaluationPnlRate: moneyNumber('Percent of the purchase amount: 0.95 is 0.95 %.'),
        },
        { additionalProperties: false },
      ),
      { description: 'By symbol; empty when nothing is held.' },
    ),
    requestedAt,
  }),

  buyingPower: answer({
    accountId,
    currency,
    buyingPower: moneyNumber('USD available for orders: cash less what open orders hold.'),
    requestedAt,
  }),
}

export const accountView = ({ account, buyingPower, totalAsset, requestedAt }: Valuation) => ({
  accountId: account.accountId,
  currency: 'USD' as const,
  cashAmount: decimalString(account.cash),
  totalAssetAmount: decimalString(totalAsset),
  buyingPower: decimalString(buyingPower),
  requestedAt: toKst(requestedAt),
})

export const holdingsView = ({ holdings, requestedAt }: Valuation) => ({
  currency: 'USD' as const,
  holdings: holdings.map(holdingView),
  requestedAt: toKst(requestedAt),
})

const holdingView = ({ holding, value, sellableQuantity }: ValuedHolding) => ({
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

export const buyingPowerView = ({ account, buyingPower, requestedAt }: AccountReading) => ({
  accountId: account.accountId,
  currency: 'USD' as const,
  buyingPower: wireNumber(buyingPower),
  requestedAt: toKst(requestedAt),
})
