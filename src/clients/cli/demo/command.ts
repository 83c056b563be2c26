/**
 * `paper demo`: plays a first trade over HTTP, on a server of its own: an account, the market, two
 * orders, their fills, the sum [service.flow].
 */
import { type Amount, add, amount, decimalString, NO_AMOUNT, subtract } from '../../../core/money'
import { isOpen } from '../../../core/order/order'
import { NEW_YORK, SECOND_MS, Temporal } from '../../../core/time'
import { newClientId, newClientSecret } from '../../../identity/secrets'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { answered, type Client, openClient } from '../../sdk/index'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command-line'
import { type Cells, grouped, tableLines } from '../shared/format'
import { startServer } from '../shared/on-server'
import type { Terminal } from '../shared/terminal'

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

const usd = (value: Amount): string => grouped(decimalString(value))
const usdText = (text: string): string => usd(amount(text))
/** Exact, since a JSON number of the API has no more digits than a double holds. */
const decimal = (value: number): Amount => amount(String(value))

/** `10:00:07`, in New York. */
const clockTime = (time: string): string =>
  Temporal.Instant.from(time)
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainTime()
    .toString({ fractionalSecondDigits: 0 })

export function showAccount(narrator: Narrator, title: string, account: AccountAnswer): void {
  narrator.heading(title)
  const { cashAmount, buyingPower, totalAssetAmount } = account
  narrator.table(
    ['account', 'cash USD', 'buying power', 'total assets'],
    [[account.accountId, ...[cashAmount, buyingPower, totalAssetAmount].map(usdText)]],
  )
}

export function showMarket(narrator: Narrator, quotes: readonly QuoteAnswer[]): void {
  narrator.heading(`The market at ${clockTime(quotes[0]?.requestedAt ?? '')} in New York`)
  narrator.table(
    ['symbol', 'session', 'bid', 'size', 'ask', 'size', 'last'],
    quotes.map(({ symbol, session, bidPrice, bidSize, askPrice, askSize, price }) =>
      [symbol, session, bidPrice, bidSize, askPrice, askSize, price].map((cell) => cell ?? ''),
    ),
  )
}

/** Shows what an order waits for. */
export function showWait(narrator: Narrator, { waitsFor, waitsUntil }: PlacedAnswer): void {
  if (waitsFor === undefined || waitsUntil === undefined) return
  narrator.say(`\nA third order waits for the ${waitsFor.replace('_', ' ').toLowerCase()}, until`)
  narrator.say(`  ${waitsUntil} in Korea, ${clockTime(waitsUntil)} in New York; it is cancelled.`)
}

export function showOrders(narrator: Narrator, orders: readonly OrderAnswer[]): void {
  narrator.heading('The orders')
  narrator.table(
    ['symbol', 'side', 'type', 'quantity', 'limit', 'filled', 'average', 'status'],
    orders.map((order) => [
      order.symbol,
      order.side,
      order.orderType,
      grouped(String(order.quantity)),
      order.limitPrice === undefined ? '' : usd(decimal(order.limitPrice)),
      grouped(String(order.filledQuantity)),
      order.avgFillPrice === undefined ? '' : usd(decimal(order.avgFillPrice)),
      order.status,
    ]),
  )
}

/** Returns whether each fill has the ask, and at most the size, of the quote at its time. */
export function showFills(
  narrator: Narrator,
  fills: readonly FillAnswer[],
  tape: QuoteTape,
): boolean {
  narrator.heading('The fills, with the quote at that second')
  const pairs = fills.toReversed().map((fill) => ({
    fill,
    quote: tape.at(fill.symbol, fill.filledAt),
  }))
  narrator.table(
    ['time', 'symbol', 'quantity', 'price', 'amount USD', 'quote: ask', 'size'],
    pairs.map(({ fill, quote }) => [
      clockTime(fill.filledAt),
      fill.symbol,
      grouped(String(fill.quantity)),
      usd(decimal(fill.price)),
      usd(decimal(fill.amount)),
      quote?.askPrice ?? 'not seen',
      quote?.askSize ?? '',
    ]),
  )
  const explained = pairs.every(
    ({ fill, quote }) =>
      quote?.askPrice !== undefined &&
      quote.askSize !== undefined &&
      decimal(fill.price).eq(quote.askPrice) &&
      decimal(fill.quantity).lte(quote.askSize),
  )
  return narrator.verdict(
    explained,
    'each fill has the price of its quote and no more than its size',
  )
}

export function showHoldings(narrator: Narrator, holdings: readonly HoldingAnswer[]): void {
  narrator.heading('The holdings')
  narrator.table(
    ['symbol', 'name', 'quantity', 'average price', 'cost USD', 'value USD', 'profit USD'],
    holdings.map((holding) => [
      holding.symbol,
      holding.name,
      grouped(String(holding.quantity)),
      ...[
        holding.averageBuyPrice,
        holding.purchaseAmount,
        holding.evaluationAmount,
        holding.evaluationPnl,
      ].map((value) => usd(decimal(value))),
    ]),
  )
}

/** Returns whether the cash before, less the cost of the fills, is exactly the cash after. */
export function showSum(
  narrator: Narrator,
  before: AccountAnswer,
  fills: readonly FillAnswer[],
  after: AccountAnswer,
): boolean {
  const paid = fills
    .map((fill) => decimal(fill.amount))
    .reduce((sum, each) => add(sum, each), NO_AMOUNT)
  const expected = subtract(amount(before.cashAmount), paid)
  narrator.heading('The sum')
  narrator.table(
    ['', 'USD'],
    [
      ['cash before', usdText(before.cashAmount)],
      [`less the amounts of ${plural(fills.length, 'fill')}`, `−${usd(paid)}`],
      ['is', usd(expected)],
      ['cash after', usdText(after.cashAmount)],
    ],
  )
  return narrator.verdict(expected.eq(after.cashAmount), 'the account adds up to the cent')
}

type ApiV1 = Client['api']['v1']
type AnswerOf<Call extends (...args: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

export type AccountAnswer = AnswerOf<ApiV1['account']['get']>
export type HoldingAnswer = AnswerOf<ApiV1['account']['holdings']['get']>['holdings'][number]
export type QuoteAnswer = AnswerOf<ApiV1['market']['quotes']['get']>['quotes'][number]
export type OrderAnswer = AnswerOf<ReturnType<ApiV1['orders']>['get']>
export type FillAnswer = AnswerOf<ApiV1['orders']['fills']['get']>['fills'][number]
export type PlacedAnswer = AnswerOf<ApiV1['orders']['post']>

export interface QuoteTape {
  readonly record: (quotes: readonly QuoteAnswer[]) => void
  /** Returns the quote of the second of `time`; undefined if it was not recorded. */
  readonly at: (symbol: string, time: string) => QuoteAnswer | undefined
}

/**
 * Records quotes, to compare fills with them. The simulated market has a tick and a new quote each
 * second, and an order fills at the quote of its tick [fill.price].
 */
export function quoteTape(): QuoteTape {
  const recorded = new Map<string, QuoteAnswer>()
  return {
    record(quotes) {
      for (const quote of quotes) recorded.set(keyOf(quote.symbol, quote.requestedAt), quote)
    },
    at: (symbol, time) => recorded.get(keyOf(symbol, time)),
  }
}

const keyOf = (symbol: string, time: string): string =>
  `${symbol} ${Math.floor(Temporal.Instant.from(time).epochMilliseconds / SECOND_MS)}`

export interface Narrator {
  say(text: string): void
  heading(text: string): void
  table(titles: Cells, rows: readonly Cells[]): void
  /** Prints whether something holds, and returns it. */
  verdict(holds: boolean, text: string): boolean
}

export const narratorOn = ({ say, paint }: Terminal): Narrator => ({
  say,
  heading: (text) => say(`\n${paint(text, 'bold')}`),
  table(titles, rows) {
    const [head = '', ...body] = tableLines(titles, rows)
    say(`  ${paint(head, 'dim')}`)
    for (const line of body) say(`  ${line}`)
  },
  verdict(holds, text) {
    say(`  ${holds ? paint('✓', 'green') : paint('✗', 'red')} ${text}`)
    return holds
  },
})

/** For programs: prints each step as a line of JSON. */
export const jsonNarratorOn = ({ say }: Pick<Terminal, 'say'>): Narrator => {
  const line = (value: object): void => say(JSON.stringify(value))
  const text = (says: string): void => line({ says: says.trim() })
  return {
    say: text,
    heading: text,
    table: (titles, rows) => line({ titles, rows }),
    verdict(holds, says) {
      line({ says, holds })
      return holds
    },
  }
}
