/**
 * A bot that buys ten shares once, and then looks whether it has ten. `--careless` plants a bug that
 * every test on a good network passes: it sends an order that was not answered again under a new
 * clientOrderId, so that a lost answer buys twice.
 *
 *     paper chaos --seeds 100 bun examples/chaos/bot.ts --careless
 */
import { answered, openClient, RefusalError } from 'paper-brokerage/client'

const isCareless = process.argv.includes('--careless')
const WANTED = 10
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

const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: WANTED } as const
await patiently(() => {
  const clientOrderId = isCareless ? `buy-${attempts}` : 'buy'
  return answered(api.v1.orders.post({ ...order, clientOrderId }))
})

// Ten seconds of the market: the order fills.
const advancing = await fetch(`${url}/sandbox/clock`, {
  method: 'POST',
  headers: { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ advance: 'PT10S' }),
})
if (!advancing.ok) throw new Error(`the clock: ${advancing.status}`)

const { holdings } = await patiently(() => answered(api.v1.account.holdings.get()))
const held = holdings.reduce((sum, { quantity }) => sum + quantity, 0)
if (held !== WANTED) {
  console.error(`bought ${held} shares instead of ${WANTED}`)
  process.exit(1)
}
