/** The tools that read. */
import { z } from 'zod'
import { answered } from '../../sdk'
import { symbolFault } from './limits'
import { answerTo, barIf, jsonOf, READS, type Register } from './tool'

const symbol = z.string().min(1).max(20).describe('A symbol such as AAPL.')
const annotations = READS
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '1d', '1w', '1mo'] as const

export const registerReading: Register = (server, context) => {
  registerMarket(server, context)
  registerAccount(server, context)
}

/** The tools that read the market. */
const registerMarket: Register = (server, { client, limits }) => {
  const { api } = client

  server.registerTool(
    'clock',
    {
      title: 'The market’s clock',
      description: 'The market’s time, its session, and the openings and closes ahead.',
      inputSchema: {},
      annotations,
    },
    () => answerTo(() => answered(api.paper.clock.get())),
  )

  server.registerTool(
    'quote',
    {
      title: 'Quotes',
      description: 'Last price, bid and ask with their sizes, and the change, of up to 50 symbols.',
      inputSchema: { symbols: z.array(symbol).min(1).max(50) },
      annotations,
    },
    ({ symbols }) =>
      answerTo(() => {
        barIf(symbolFault(limits, ...symbols))
        return answered(api.v1.market.quotes.get({ query: { symbols: symbols.join(',') } }))
      }),
  )

  server.registerTool(
    'candles',
    {
      title: 'Candles',
      description: 'Open, high, low, close and volume of a symbol, the newest last.',
      inputSchema: {
        symbol,
        interval: z.enum(INTERVALS).describe('The length of a candle.'),
        limit: z.number().int().min(1).max(1000).optional().describe('100 unless given.'),
        from: z.string().optional().describe('ISO 8601; the first time.'),
        to: z.string().optional().describe('ISO 8601; the end, which is not included.'),
      },
      annotations,
    },
    ({ limit = 100, from, to, ...asked }) =>
      answerTo(() => {
        barIf(symbolFault(limits, asked.symbol))
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
        const query = new URLSearchParams({ ...asked, limit: String(limit), ...range })
        return jsonOf(client.fetch(`/v1/market/candles?${query}`))
      }),
  )
}

/** The tools that read the account. */
const registerAccount: Register = (server, { client: { api } }) => {
  server.registerTool(
    'positions',
    {
      title: 'The account and its holdings',
      description: 'Cash, buying power and total value of the account, and the shares it holds.',
      inputSchema: {},
      annotations,
    },
    () =>
      answerTo(async () => {
        const [account, { holdings }] = await Promise.all([
          answered(api.v1.account.get()),
          answered(api.v1.account.holdings.get()),
        ])
        return { account, holdings }
      }),
  )

  server.registerTool(
    'orders',
    {
      title: 'Orders',
      description: 'The account’s orders, newest first; or one order by its id.',
      inputSchema: {
        orderId: z.string().optional(),
        status: z.enum(['OPEN', 'CLOSED']).optional(),
        symbol: symbol.optional(),
        limit: z.number().int().min(1).max(500).optional().describe('50 unless given.'),
        cursor: z.string().optional().describe('nextCursor of the page before.'),
      },
      annotations,
    },
    ({ orderId, limit = 50, status, cursor, ...of }) =>
      answerTo(() =>
        orderId === undefined
          ? answered(
              api.v1.orders.get({
                query: {
                  limit,
                  ...(status !== undefined && { status }),
                  ...(cursor !== undefined && { cursor }),
                  ...(of.symbol !== undefined && { symbol: of.symbol }),
                },
              }),
            )
          : answered(api.v1.orders({ orderId }).get()),
      ),
  )

  server.registerTool(
    'explain_order',
    {
      title: 'Why an order has not filled',
      description: 'Why an order has not filled, tick by tick, or why at its prices.',
      inputSchema: { orderId: z.string() },
      annotations,
    },
    ({ orderId }) => answerTo(() => answered(api.paper.orders({ orderId }).explanation.get())),
  )
}
