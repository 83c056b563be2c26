/** The answers about the account. */
import { t } from 'elysia'
import { AVERAGE_PRICE_PLACES_MAX } from '../../../core/limits'
import { decimalString, wireNumber } from '../../../core/money'
import { toKst } from '../../../core/time'
import {
  answer,
  decimalText,
  instantText,
  moneyNumber,
  named,
  oneOf,
} from '../../../http/wire/schemas'
import type { AccountReading, ValuedHolding, ValuedHoldings, Worth } from './service'

const accountId = t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] })
const currency = oneOf(['USD'], 'The currency; always `USD`.')
const requestedAt = instantText('When the account was read, in market time.')

export const AccountSchema = {
  // [account.fields] [account.amounts]
  account: named(
    'Account',
    answer({
      accountId,
      currency,
      cashAmount: decimalText('USD: settled cash, and the cash that open orders hold.', '90625.80'),
      totalAssetAmount: decimalText(
        'USD: cash plus the holdings at their current price.',
        '100031.30',
      ),
      buyingPower: decimalText('USD: cash less the holds of open orders.', '88750.80'),
      requestedAt,
    }),
  ),

  // [holding.fields]
  holdings: named(
    'Holdings',
    answer({
      currency,
      holdings: t.Array(
        named(
          'Holding',
          t.Object(
            {
              symbol: t.String({ description: 'The instrument.', examples: ['AAPL'] }),
              name: t.String({ description: "The instrument's name.", examples: ['Apple Inc.'] }),
              currency,
              quantity: moneyNumber('Shares.', { examples: [50] }),
              sellableQuantity: moneyNumber('Shares that no open order holds.', { examples: [40] }),
              averageBuyPrice: moneyNumber(
                `USD per share, half-even to ${AVERAGE_PRICE_PLACES_MAX} places.`,
                {
                  examples: [187.484],
                },
              ),
              currentPrice: moneyNumber('USD per share.', { examples: [188.11] }),
              purchaseAmount: moneyNumber('USD that the shares cost.', { examples: [9374.2] }),
              evaluationAmount: moneyNumber('USD: quantity × current price.', {
                examples: [9405.5],
              }),
              evaluationPnl: moneyNumber('USD: evaluation less purchase amount.', {
                examples: [31.3],
              }),
              evaluationPnlRate: moneyNumber('Percent of the purchase amount: 0.95 is 0.95 %.', {
                examples: [0.33],
              }),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Sorted by symbol; empty without holdings.' },
      ),
      requestedAt,
    }),
  ),

  buyingPower: named(
    'BuyingPower',
    answer({
      accountId,
      currency,
      buyingPower: moneyNumber('USD available for orders: cash less the holds of open orders.', {
        examples: [88750.8],
      }),
      requestedAt,
    }),
  ),
}

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
