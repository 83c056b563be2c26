/** The tools of orders: a preview for everybody, and what changes the account. */
import { z } from 'zod'
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../core/limits'
import { answered } from '../../sdk'
import { type AgentOrder, symbolFault, valueFault } from './limits'
import { type AgentContext, answerTo, barIf, CHANGES, READS, type Register } from './tool'

const decimalText = z
  .union([z.string().regex(/^\d{1,12}(?:\.\d{1,10})?$/), z.number().positive()])
  .transform((value) => plain(value))

/** Exact as it was sent; a tiny number without its exponent. */
const plain = (value: string | number): string =>
  typeof value === 'string' ? value : value.toFixed(10).replace(/\.?0+$/, '')

const ORDER = {
  symbol: z.string().min(1).max(20),
  side: z.enum(['BUY', 'SELL']),
  orderType: z.enum(['MARKET', 'LIMIT']),
  quantity: decimalText.describe('Shares; fractions are allowed.'),
  limitPrice: decimalText.optional().describe('USD; of a LIMIT order.'),
  timeInForce: z.enum(['DAY', 'IOC', 'FOK', 'OPG', 'CLS']).optional().describe('DAY unless given.'),
  clientOrderId: z
    .string()
    .min(1)
    .max(CLIENT_ORDER_ID_LENGTH_MAX)
    .describe('Of your own choice, new for each order. The same again never orders twice.'),
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
        return answered(context.client.api.v1.orders.preview.post(sent(order)))
      }),
  )
}

export const registerTrading: Register = (server, context) => {
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
        return answered(api.v1.orders.post(sent(order)))
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
    ({ orderId }) => answerTo(() => answered(api.v1.orders({ orderId }).delete())),
  )
}

type SentOrder = AgentOrder & {
  readonly timeInForce?: 'DAY' | 'IOC' | 'FOK' | 'OPG' | 'CLS' | undefined
  readonly clientOrderId: string
}

/** Without the fields that are left out: the server refuses what it does not know. */
const sent = ({ limitPrice, timeInForce, ...order }: SentOrder) => ({
  ...order,
  ...(limitPrice !== undefined && { limitPrice }),
  ...(timeInForce !== undefined && { timeInForce }),
})

async function barBeyond({ client, limits }: AgentContext, order: AgentOrder): Promise<void> {
  barIf(symbolFault(limits, order.symbol))
  if (limits.maxOrderValue === null) return
  const query = { symbols: order.symbol }
  const { quotes } = await answered(client.api.v1.market.quotes.get({ query }))
  barIf(valueFault(limits, order, quotes[0]))
}
