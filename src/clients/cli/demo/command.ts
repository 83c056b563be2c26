/**
 * `paper demo`: plays a first trade over HTTP, on a server of its own: an account, the market, two
 * orders, their fills, the sum [service.flow].
 */
import { amount } from '../../../core/money'
import { isOpen } from '../../../core/order/order'
import { newClientId, newClientSecret } from '../../../identity/secrets'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { answered, type Client, openClient } from '../../sdk'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { startServer } from '../shared/on-server'
import {
  jsonNarratorOn,
  type Narrator,
  narratorOn,
  type QuoteTape,
  quoteTape,
  showAccount,
  showFills,
  showHoldings,
  showMarket,
  showOrders,
  showSum,
  showWait,
} from './show'

export const DEMO_HELP = `\
Plays a first trade from end to end, in a few seconds, on a server and a database of its own.

  paper demo [--json]

  --json   prints each step as one line of JSON

It needs no network and leaves nothing behind. Its exit status is 1 if a check fails.`

const DEADLINE_MS = 120_000
const MONDAY_MORNING = '2026-03-02T10:00:00-05:00'

export const demoCommand: CliCommand = {
  name: 'demo',
  help: DEMO_HELP,
  endsItself: true,
  action: action({ operands: [], options: { json: 'flag' } }, (line, context) => {
    const narrator = line.flag('json') ? jsonNarratorOn : narratorOn
    return run(narrator(context.terminal), context)
  }),
}

async function run(
  narrator: Narrator,
  { env, program, stopped }: CommandContext,
): Promise<Outcome> {
  const credentials = { clientId: newClientId(), clientSecret: newClientSecret() }
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  narrator.say(
    'starting a server: a simulated Monday morning in New York, its database in memory …',
  )
  const server = startServer({ env, program }, AbortSignal.any([stopped, deadline]), {
    PAPER_CLIENT_ID: credentials.clientId,
    PAPER_CLIENT_SECRET: credentials.clientSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: 'memory',
    MARKET_CLOCK: MONDAY_MORNING,
    // The clock stands still until the demo moves it, so a busy machine shows the same trade.
    MARKET_SPEED: '0',
    SANDBOX: 'on',
    // Each tick renews the size shown, so that a large order takes several ticks [profile.ideal].
    FILL_PROFILE: 'ideal',
  })
  const trade = async (): Promise<boolean> => {
    const url = await server.listening
    narrator.say(`the server listens at ${url}`)
    return firstTrade(openClient({ url, ...credentials }), narrator)
  }
  const holds = await trade().catch((error: unknown) => fault(errorMessage(error)))
  const status = await server.stop()
  if (deadline.aborted) return fault(`The demo did not end within ${DEADLINE_MS / 1_000} s.`)
  if (isFault(holds)) return holds
  const ended = narrator.verdict(
    status === 0,
    `the server has ended in good order (status ${status})`,
  )
  return holds && ended ? undefined : fault('A check has failed: see ✗ above.')
}

type Api = Client['api']

const SYMBOLS = ['KO', 'MSFT'] as const
/** Mostly more than the size at the ask, so that an order takes several fills. */
const SHARES = { KO: 1_000, MSFT: 15 } as const
/** The order pays the ask, not its limit [fill.price-improvement]. */
const LIMIT_ABOVE_ASK_USD = '0.5'
/** A price that the market does not reach. */
const FAR_LIMIT_USD = 1
/** The pause before a second of the market, for people who watch. */
const PAUSE_MS = 1_000

/** Returns false if a check fails, which the narrator has printed. */
export async function firstTrade(client: Client, narrator: Narrator): Promise<boolean> {
  const { api } = client
  const before = await readAccount(api)
  showAccount(narrator, 'The account before', before)
  const quotes = await readQuotes(api, SYMBOLS)
  showMarket(narrator, quotes)
  const tape = quoteTape()
  tape.record(quotes)

  const ask = quotes.find(({ symbol }) => symbol === 'MSFT')?.askPrice
  if (ask === undefined) throw new Error('MSFT has no quote.')
  const orderIds = [await buyAtMarket(api), await buyAtLimit(api, ask)]
  narrator.say('\nTwo orders are placed; waiting for their fills …')
  const orders = await waitForFills(client, orderIds, tape)
  showOrders(narrator, orders)
  const filled = narrator.verdict(
    orders.every(({ status }) => status === 'FILLED'),
    'both orders are FILLED',
  )

  await waitForTheClose(client, narrator)
  const { fills } = await answered(api.v1.orders.fills.get({ query: {} }))
  const explained = showFills(narrator, fills, tape)
  const after = await readAccount(api)
  showAccount(narrator, 'The account after', after)
  showHoldings(narrator, (await answered(api.v1.account.holdings.get())).holdings)
  const addsUp = showSum(narrator, before, fills, after)
  return filled && explained && addsUp
}

/** Places an order for the close, shows what it waits for, and cancels it. */
async function waitForTheClose(client: Client, narrator: Narrator): Promise<void> {
  const { api } = client
  const placed = await answered(
    api.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'LIMIT',
      timeInForce: 'CLS',
      quantity: 1,
      limitPrice: FAR_LIMIT_USD,
      clientOrderId: 'demo-close',
    }),
  )
  showWait(narrator, placed)
  const { orderId } = placed
  await answered(api.v1.orders({ orderId }).delete())
  while (isOpen((await answered(api.v1.orders({ orderId }).get())).status)) await nextSecond(client)
}

async function readQuotes(api: Api, symbols: readonly string[]) {
  const query = { symbols: symbols.join(',') }
  return (await answered(api.v1.market.quotes.get({ query }))).quotes
}

const readAccount = (api: Api) => answered(api.v1.account.get())

async function buyAtMarket(api: Api): Promise<string> {
  const { orderId } = await answered(
    api.v1.orders.post({
      symbol: 'KO',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: SHARES.KO,
      clientOrderId: 'demo-market',
    }),
  )
  return orderId
}

async function buyAtLimit(api: Api, ask: string): Promise<string> {
  const { orderId } = await answered(
    api.v1.orders.post({
      symbol: 'MSFT',
      side: 'BUY',
      orderType: 'LIMIT',
      quantity: SHARES.MSFT,
      limitPrice: Number(amount(ask).plus(LIMIT_ABOVE_ASK_USD).toFixed()),
      clientOrderId: 'demo-limit',
    }),
  )
  return orderId
}

/** Records the quote of each second until no order is open. Returns the orders. */
async function waitForFills(client: Client, orderIds: readonly string[], tape: QuoteTape) {
  const { api } = client
  for (;;) {
    await nextSecond(client)
    tape.record(await readQuotes(api, SYMBOLS))
    const orders = await Promise.all(
      orderIds.map((orderId) => answered(api.v1.orders({ orderId }).get())),
    )
    if (!orders.some(({ status }) => isOpen(status))) return orders
  }
}

/** Moves the market, whose clock stands still, by a second. */
async function nextSecond(client: Client): Promise<void> {
  await Bun.sleep(PAUSE_MS)
  const response = await client.fetch('/sandbox/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT1S' }),
  })
  if (!response.ok) throw new Error(`The clock stands still: ${await response.text()}`)
}
