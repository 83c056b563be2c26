/**
 * A bot that knows its shares from the stream alone and moves the market's clock itself, with the
 * same result in each run. A move is answered when all of it is committed, but its events arrive
 * a moment later. So each step waits until the loop over the stream is done with the last of them.
 *
 *     paper exec bun examples/same-result/bot.ts
 */
import { answered, openClient } from 'paper-brokerage/client'

const STEPS = 30
const {
  PAPER_URL: url = '',
  PAPER_CLIENT_ID: clientId = '',
  PAPER_CLIENT_SECRET: clientSecret = '',
  SANDBOX_KEY = '',
} = process.env
const { api, orderEvents } = openClient({ url, clientId, clientSecret })

/** What the stream said so far. */
let shares = 0
let isOpen = false

const live = Promise.withResolvers<void>()
const events = orderEvents({ onState: ({ state }) => state === 'live' && live.resolve() })

async function follow(): Promise<void> {
  for await (const { event, order, fill } of events) {
    if (fill) shares += order.side === 'BUY' ? fill.quantity : -fill.quantity
    if (event === 'FILLED') isOpen = false
  }
}

/** The barrier: when it returns, `follow` has seen everything up to the new time. */
async function advance(duration: string): Promise<void> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })
  const { accounts }: { readonly accounts: readonly { readonly lastSeq: number }[] } = Object(
    await response.json(),
  )
  for (const { lastSeq } of accounts) await events.reached(lastSeq)
}

const following = follow()
await live.promise
for (let step = 1; step <= STEPS; step++) {
  if (!isOpen) {
    isOpen = true
    const side = shares === 0 ? 'BUY' : 'SELL'
    const order = { symbol: 'AAPL', side, orderType: 'MARKET', quantity: shares || 100 } as const
    await answered(api.v1.orders.post({ ...order, clientOrderId: `step-${step}` }))
  }
  await advance('PT5S')
}
events.close()
await following

const { totalAssetAmount } = await answered(api.v1.account.get())
const { fills } = await answered(api.v1.orders.fills.get({ query: { limit: 500 } }))
console.log(`${fills.length} fills, worth ${totalAssetAmount} USD`)
