/**
 * A bot that buys ten shares of each of three companies, and then looks whether it has them. `--careless` plants a bug that
 * every test on a good network passes: it sends an order that was not answered again under a new
 * clientOrderId, so that a lost answer buys twice.
 *
 *     paper chaos --seeds 100 bun examples/chaos/bot.ts --careless
 */
import { answered, openClient, RefusalError } from 'paper-brokerage/client'

const isCareless = process.argv.includes('--careless')
const WANTED = { AAPL: 10, MSFT: 10, NVDA: 10 }
const {
  PAPER_URL: url = '',
  PAPER_CLIENT_ID: clientId = '',
  PAPER_CLIENT_SECRET: clientSecret = '',
  SANDBOX_KEY = '',
} = process.env
const { api } = openClient({ url, clientId, clientSecret })

let attempts = 0

async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    attempts++
    try {
      return await request()
    } catch (error) {
      if (error instanceof RefusalError && !error.isTemporary) throw error
      if (attempts > 200) throw error
    }
  }
}

for (const [symbol, quantity] of Object.entries(WANTED)) {
  await patiently(() => {
    const clientOrderId = isCareless ? `buy-${attempts}` : `buy-${symbol}`
    const order = { symbol, side: 'BUY', orderType: 'MARKET', quantity, clientOrderId } as const
    return answered(api.v1.orders.post(order))
  })
}

// Ten seconds of the market: the orders fill.
const advancing = await fetch(`${url}/sandbox/clock`, {
  method: 'POST',
  headers: { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ advance: 'PT10S' }),
})
if (!advancing.ok) throw new Error(`the clock: ${advancing.status}`)

const { holdings } = await patiently(() => answered(api.v1.account.holdings.get()))
for (const [symbol, quantity] of Object.entries(WANTED)) {
  const held = holdings.find((each) => each.symbol === symbol)?.quantity
  if (held === quantity) continue
  console.error(`bought ${held} shares of ${symbol} instead of ${quantity}`)
  process.exit(1)
}
