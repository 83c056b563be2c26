/** The other side of bench/feed.ts: a source of quotes, and a client that places orders. */
import { wallNowMs } from '../src/market/clock'
import { utc } from '../test/support/live'

const [address = '', seconds = '15', quotes = '10000'] = process.argv.slice(2)
const { FEED_KEY = '', PAPER_CLIENT_ID = '', PAPER_CLIENT_SECRET = '' } = process.env
const SYMBOLS = 500
const PER_MESSAGE = 100
const ORDERS_AT_ONCE = 4

const stopAt = performance.now() + Number(seconds) * 1_000
let sent = 0
let accepted = 0
let refused = 0
const took: number[] = []

const token = await fetch(`http://${address}/v1/oauth/token`, {
  method: 'POST',
  headers: { 'x-service-request-id': 'bench' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: PAPER_CLIENT_ID,
    client_secret: PAPER_CLIENT_SECRET,
  }),
})
const { access_token: bearer } = Object(await token.json())
const list = await fetch(`http://${address}/v1/instruments?limit=500`, {
  headers: { authorization: `Bearer ${bearer}`, 'x-service-request-id': 'bench' },
})
const { instruments } = Object(await list.json())
const symbols: string[] = instruments.slice(0, SYMBOLS).map((one: { symbol: string }) => one.symbol)

async function pushQuotes(): Promise<void> {
  const socket = new WebSocket(`ws://${address}/feed`, { headers: { 'x-feed-key': FEED_KEY } })
  await new Promise((open) => {
    socket.onopen = open
  })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.type === 'taken') accepted += message.accepted
    if (message.type === 'error') refused++
  }
  const beganAt = performance.now()
  let turn = 0
  while (performance.now() < stopAt) {
    const due = ((performance.now() - beganAt) / 1_000) * Number(quotes)
    while (sent + PER_MESSAGE <= due) {
      const time = utc(wallNowMs())
      const batch = Array.from({ length: PER_MESSAGE }, (_, index) => {
        const cents = 100 + ((turn + index) % 7)
        const symbol = symbols[(turn * PER_MESSAGE + index) % symbols.length]
        return {
          symbol,
          bidPrice: `100.${cents - 90}`,
          bidSize: '300',
          askPrice: `100.${cents - 80}`,
          askSize: '200',
          time,
        }
      })
      socket.send(JSON.stringify({ type: 'prices', quotes: batch }))
      sent += PER_MESSAGE
      turn++
    }
    await Bun.sleep(5)
  }
  await Bun.sleep(200)
  socket.close()
}

async function placeOrders(name: number): Promise<void> {
  for (let number = 0; performance.now() < stopAt; number++) {
    const began = performance.now()
    const symbol = symbols[number % symbols.length]
    const answer = await fetch(`http://${address}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'x-service-request-id': 'bench',
      },
      body: JSON.stringify({
        clientOrderId: `${began}-${name}-${number}`,
        symbol,
        side: 'BUY',
        quantity: 1,
        orderType: 'LIMIT',
        limitPrice: 1,
        timeInForce: 'DAY',
        market: 'US',
      }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.text()
    took.push(performance.now() - began)
  }
}

const orders = Array.from({ length: ORDERS_AT_ONCE }, (_, name) => placeOrders(name))
await Promise.all([...(Number(quotes) > 0 ? [pushQuotes()] : []), ...orders])
took.sort((one, other) => one - other)
const at = (part: number): number => took[Math.floor(took.length * part)] ?? Number.NaN
console.log(
  JSON.stringify({ sent, accepted, refused, orders: took.length, p50: at(0.5), p99: at(0.99) }),
)
