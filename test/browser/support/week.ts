/** An account with trades, holdings and open orders. */
import { marketOrder, orderOf } from '../../support/orders'
import type { Site } from './site'

/** Trades for two days, up to a Tuesday at 11:00 in New York, and leaves two orders open. */
export async function tradeTwoDays(site: Site): Promise<void> {
  const buy = (symbol: string, quantity: number) => site.placed(marketOrder({ symbol, quantity }))
  for (const [symbol, quantity] of [
    ['AAPL', 40],
    ['NVDA', 60],
    ['TSLA', 25],
  ] as const) {
    await buy(symbol, quantity)
  }
  await site.advanceTo('2026-03-02T11:30-05:00')
  await site.placed(marketOrder({ symbol: 'TSLA', side: 'SELL', quantity: 10 }))
  await buy('SPY', 12)
  await site.advanceTo('2026-03-03T10:40-05:00')
  await site.placed(marketOrder({ symbol: 'AAPL', side: 'SELL', quantity: 15 }))
  await buy('MSFT', 20)
  await site.advanceTo('2026-03-03T11:00-05:00')
  await site.placed(orderOf({ symbol: 'AAPL', quantity: 10, limitPrice: 250 }))
  await site.placed(orderOf({ symbol: 'NVDA', side: 'SELL', quantity: 20, limitPrice: 999 }))
}
