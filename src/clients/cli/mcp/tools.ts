/**
 * The tools: reading, orders, and controls of the market if the server has a sandbox [mcp.tools].
 */
import { z } from 'zod'
import { answered, RefusalError } from '../../sdk'
import {
  type AgentAmendment,
  type AgentContext,
  type AgentOrder,
  amendedOrder,
  answerTo,
  Barred,
  barIf,
  barOtherSymbols,
  CHANGES,
  clientOrderId,
  decimalText,
  jsonOf,
  LISTING,
  plain,
  quoteOf,
  READS,
  type Register,
  side,
  symbol,
  symbolFault,
  valueFault,
} from './tool'

const price = z.number().positive()

export const registerSteering: Register = (server, context) => {
  server.registerTool(
    'advance_market',
    {
      title: 'Advance the market’s clock',
      description: 'Moves a simulated market forward and plays every tick on the way.',
      inputSchema: {
        advance: z.string().optional().describe('A duration such as PT90S.'),
        to: z.string().optional().describe('Or an instant, ISO 8601.'),
      },
      annotations: CHANGES,
    },
    (move) =>
      answerTo(() => {
        const given = Object.values(move).filter((value) => value !== undefined)
        if (given.length !== 1) throw new Barred('Give either advance or to.')
        return control(context, 'POST', '/sandbox/clock', move)
      }),
  )

  server.registerTool(
    'pin_quote',
    {
      title: 'Pin a quote',
      description: 'Sets the quote of a symbol, which then stays until it is released.',
      inputSchema: { symbol: z.string(), bidPrice: price, askPrice: price },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ symbol, ...prices }) =>
      answerTo(() => {
        barIf(symbolFault(context.limits, symbol))
        return control(context, 'PUT', `/sandbox/quotes/${encodeURIComponent(symbol)}`, prices)
      }),
  )

  server.registerTool(
    'release_quote',
    {
      title: 'Release a quote',
      description: 'Lets a pinned quote move with the market again.',
      inputSchema: { symbol: z.string() },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ symbol }) =>
      answerTo(() => {
        barIf(symbolFault(context.limits, symbol))
        return control(context, 'DELETE', `/sandbox/quotes/${encodeURIComponent(symbol)}`)
      }),
  )
}

type Controls = Pick<AgentContext, 'client' | 'sandboxKey'>

async function control(
  { client, sandboxKey }: Controls,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = client.fetch(path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sandboxKey !== undefined && { 'x-sandbox-key': sandboxKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return jsonOf(response)
}

/** Codes of a server that has no controls, or none for this client. */
const NO_CONTROLS: readonly string[] = ['route-not-found', 'sandbox-key-required']

/** Returns whether this client may use controls of the server. Throws other refusals. */
export async function hasControls(context: Controls): Promise<boolean> {
  try {
    await control(context, 'GET', '/sandbox/clock')
    return true
  } catch (error) {
    if (error instanceof RefusalError && NO_CONTROLS.includes(error.code)) return false
    throw error
  }
}

const annotations = READS
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '1d', '1w', '1mo'] as const

export const registerReading: Register = (server, context) => {
  registerMarket(server, context)
  registerAccount(server, context)
}

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
    ({ limit = 100, from, to, ...series }) =>
      answerTo(() => {
        barIf(symbolFault(limits, series.symbol))
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
        const query = new URLSearchParams({ ...series, limit: String(limit), ...range })
        return jsonOf(client.fetch(`/v1/market/candles?${query}`))
      }),
  )
}

const registerAccount: Register = (server, { client }) => {
  const { api } = client
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
        ...LISTING,
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
      description:
        'Why an order has not filled, tick by tick, or why at its prices; of a conditional order ' +
        '(cnd_…) how near the market came to its trigger.',
      inputSchema: { orderId: z.string() },
      annotations,
    },
    ({ orderId }) => answerTo(() => explanationOf(client, orderId)),
  )
}

/** Explains an order, or a conditional order by its own id. */
const explanationOf = ({ api }: AgentContext['client'], id: string): Promise<unknown> =>
  id.startsWith('cnd_')
    ? answered(api.paper['conditional-orders']({ conditionalOrderId: id }).explanation.get())
    : answered(api.paper.orders({ orderId: id }).explanation.get())

const ORDER = {
  symbol,
  side,
  orderType: z.enum(['MARKET', 'LIMIT']),
  quantity: decimalText.describe('Shares; fractions are allowed.'),
  limitPrice: decimalText.optional().describe('USD; of a LIMIT order.'),
  timeInForce: z.enum(['DAY', 'IOC', 'FOK', 'OPG', 'CLS']).optional().describe('DAY unless given.'),
  clientOrderId,
} as const

export const registerPreview: Register = (server, context) => {
  server.registerTool(
    'preview_order',
    {
      title: 'Preview an order',
      description: 'What an order would cost, and whether it would be accepted. Places nothing.',
      inputSchema: ORDER,
      annotations: READS,
    },
    (order) =>
      answerTo(async () => {
        await barBeyond(context, order)
        return answered(context.client.api.v1.orders.preview.post(requestOf(order)))
      }),
  )
}

export const registerTrading: Register = (server, context) => {
  const { limits } = context
  const { api } = context.client
  server.registerTool(
    'place_order',
    {
      title: 'Place an order',
      description: 'Places an order with simulated money.',
      inputSchema: ORDER,
      annotations: { ...CHANGES, destructiveHint: false, idempotentHint: true },
    },
    (order) =>
      answerTo(async () => {
        await barBeyond(context, order)
        return answered(api.v1.orders.post(requestOf(order)))
      }),
  )

  server.registerTool(
    'cancel_order',
    {
      title: 'Cancel an order',
      description: 'Asks to cancel an open order. It may still fill: read it until it is final.',
      inputSchema: { orderId: z.string() },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ orderId }) =>
      answerTo(async () => {
        const order = api.v1.orders({ orderId })
        await barOtherSymbols(limits, () => answered(order.get()))
        return answered(order.delete())
      }),
  )

  registerAmending(server, context)
}

const AMENDMENT = {
  orderId: z.string(),
  quantity: decimalText.optional().describe('Shares in all, those filled already included.'),
  limitPrice: decimalText.optional().describe('USD; of a LIMIT order.'),
  timeInForce: ORDER.timeInForce.describe('What is omitted stays as it is.'),
  clientOrderId,
} as const

const registerAmending: Register = (server, context) => {
  const { api } = context.client
  server.registerTool(
    'amend_order',
    {
      title: 'Amend an order',
      description: 'Puts an order of other terms in the place of an open one, in one step.',
      inputSchema: AMENDMENT,
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ orderId, ...change }) =>
      answerTo(async () => {
        const order = await answered(api.v1.orders({ orderId }).get())
        await barBeyond(context, amendedOrder(agentOrderOf(order), change))
        const replacement = api.paper.orders({ orderId }).replacement
        return answered(replacement.post(amendmentOf(change)))
      }),
  )
}

interface ListedOrder {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: string
  readonly quantity: number
  readonly limitPrice?: number
}

const agentOrderOf = ({ symbol, side, quantity, limitPrice }: ListedOrder): AgentOrder => ({
  symbol,
  side,
  orderType: limitPrice === undefined ? 'MARKET' : 'LIMIT',
  quantity: plain(quantity),
  limitPrice: limitPrice === undefined ? undefined : plain(limitPrice),
})

type Change = AgentAmendment & Pick<OrderInput, 'timeInForce' | 'clientOrderId'>

/** Omits fields without a value, which the server would refuse. */
const amendmentOf = ({ limitPrice, quantity, timeInForce, clientOrderId: id }: Change) => ({
  clientOrderId: id,
  ...(quantity !== undefined && { quantity }),
  ...(limitPrice !== undefined && { limitPrice }),
  ...(timeInForce !== undefined && { timeInForce }),
})

type OrderInput = AgentOrder & {
  readonly timeInForce?: 'DAY' | 'IOC' | 'FOK' | 'OPG' | 'CLS' | undefined
  readonly clientOrderId: string
}

/** Omits fields without a value, which the server would refuse. */
const requestOf = ({ limitPrice, timeInForce, ...order }: OrderInput) => ({
  ...order,
  ...(limitPrice !== undefined && { limitPrice }),
  ...(timeInForce !== undefined && { timeInForce }),
})

async function barBeyond({ client, limits }: AgentContext, order: AgentOrder): Promise<void> {
  barIf(symbolFault(limits, order.symbol))
  if (limits.maxOrderValue === null) return
  barIf(valueFault(limits, order, await quoteOf(client, order.symbol)))
}
