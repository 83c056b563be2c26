/** The tools for exits: conditional orders, the cancel of all orders, and closes of holdings. */
import { z } from 'zod'
import { OPEN_LEG_STATUSES } from '../../../core/conditional/leg'
import { percent, quantity } from '../../../core/money'
import { answered } from '../../sdk'
import {
  type AgentConditionalOrder,
  type AgentContext,
  type AgentLimits,
  amendedConditionalOrder,
  answerTo,
  barIf,
  barOtherSymbols,
  CHANGES,
  CONDITIONAL_TYPES,
  clientOrderId,
  conditionalFault,
  decimalText,
  jsonOf,
  LISTING,
  plain,
  quoteOf,
  READS,
  type Register,
  type ShownLeg,
  side,
  symbol,
  symbolFault,
  valueFault,
} from './tool'

const PATH = '/paper/conditional-orders'

const STOP = {
  stopPrice: decimalText.optional().describe('USD; triggers it.'),
  limitPrice: decimalText.optional().describe('USD; the limit of its order.'),
  trailAmount: decimalText.optional().describe('USD behind the best price, instead of stopPrice.'),
  trailPercent: decimalText.optional().describe('Percent behind it, instead of trailAmount.'),
  limitOffset: decimalText.optional().describe('USD from the stop to the limit, with a trail.'),
} as const

const CONDITIONAL_ORDER = {
  symbol,
  side: side.describe('BUY for an OTO or a BRACKET, whose exits sell.'),
  type: z
    .enum(CONDITIONAL_TYPES)
    .describe(
      'STOP, STOP_LIMIT and TRAILING_STOP wait for a price. OCO: takeProfit and stopLoss for ' +
        'shares that are held. OTO: an entry and one of both; BRACKET: an entry and both.',
    ),
  quantity: decimalText.describe('Shares; fractions are allowed.'),
  ...STOP,
  entry: z.object(STOP).optional().describe('Without a price it is a MARKET order.'),
  takeProfit: z.object({ limitPrice: decimalText }).optional(),
  stopLoss: z.object(STOP).optional(),
  triggerBy: z.enum(['LAST', 'BID_ASK']).optional().describe('LAST unless given.'),
  timeInForce: z.enum(['DAY', 'GTC']).optional().describe('DAY unless given.'),
  clientOrderId,
} as const

const AMENDMENT = {
  conditionalOrderId: z.string(),
  quantity: decimalText.optional().describe('Shares of the whole.'),
  ...STOP,
  entry: z.object(STOP).optional(),
  takeProfit: z.object({ limitPrice: decimalText }).optional(),
  stopLoss: z.object(STOP).optional(),
} as const

const OPEN: readonly string[] = OPEN_LEG_STATUSES
const PRICES = ['stopPrice', 'limitPrice', 'trailAmount', 'trailPercent', 'limitOffset'] as const

type AnsweredLeg = Pick<ShownLeg, 'leg' | 'side'> & { readonly quantity: number } & {
  readonly [Name in (typeof PRICES)[number]]?: number
}

/** The leg with exact texts in place of its numbers. */
const shownLegOf = ({ leg, quantity: shares, side: own, ...prices }: AnsweredLeg): ShownLeg => ({
  leg,
  side: own,
  quantity: plain(shares),
  ...Object.fromEntries(
    PRICES.flatMap((name) => {
      const { [name]: value } = prices
      return value === undefined ? [] : [[name, plain(value)]]
    }),
  ),
})

export const registerConditionalReading: Register = (server, { client }) => {
  server.registerTool(
    'conditional_orders',
    {
      title: 'Conditional orders',
      description: 'Stops, trails and groups with the state of each leg; or one by its id.',
      inputSchema: {
        conditionalOrderId: z.string().optional(),
        ...LISTING,
      },
      annotations: READS,
    },
    ({ conditionalOrderId, limit = 50, ...filter }) =>
      answerTo(() => {
        if (conditionalOrderId !== undefined) {
          const conditionalOrder = client.api.paper['conditional-orders']({ conditionalOrderId })
          return answered(conditionalOrder.get())
        }
        return jsonOf(client.fetch(`${PATH}?${queryOf({ ...filter, limit: String(limit) })}`))
      }),
  )
}

/** Leaves out the fields without a value. */
const queryOf = (fields: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap<[string, string]>(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

export const registerExits: Register = (server, context) => {
  const { client, limits } = context
  server.registerTool(
    'place_conditional_order',
    {
      title: 'Place a conditional order',
      description: 'Places a stop, a trail, or a group of orders that belong together.',
      inputSchema: CONDITIONAL_ORDER,
      annotations: { ...CHANGES, destructiveHint: false, idempotentHint: true },
    },
    (order) =>
      answerTo(async () => {
        await barConditional(context, order)
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify(order)
        return jsonOf(client.fetch(PATH, { method: 'POST', headers, body }))
      }),
  )

  server.registerTool(
    'cancel_conditional_order',
    {
      title: 'Cancel a conditional order',
      description: 'Ends what waits at once, and asks to cancel its orders, which may still fill.',
      inputSchema: { conditionalOrderId: z.string() },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ conditionalOrderId }) =>
      answerTo(async () => {
        const group = client.api.paper['conditional-orders']({ conditionalOrderId })
        await barOtherSymbols(limits, () => answered(group.get()))
        return answered(group.delete())
      }),
  )

  server.registerTool(
    'cancel_all_orders',
    {
      title: 'Cancel all orders',
      description: 'Cancels all open orders and conditional orders, of a symbol or side if given.',
      inputSchema: { symbol: symbol.optional(), side: side.optional() },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    (filter) =>
      answerTo(() => {
        barIf(oneSymbolFault(limits, filter.symbol))
        return jsonOf(client.fetch(`/paper/orders?${queryOf(filter)}`, { method: 'DELETE' }))
      }),
  )

  registerAmending(server, context)
  registerClose(server, context)
}

const registerAmending: Register = (server, context) => {
  const { client } = context
  server.registerTool(
    'amend_conditional_order',
    {
      title: 'Amend a conditional order',
      description:
        'Changes prices of a conditional order, or its quantity while nothing is filled. What is ' +
        'omitted stays as it is.',
      inputSchema: AMENDMENT,
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ conditionalOrderId, ...change }) =>
      answerTo(async () => {
        const group = client.api.paper['conditional-orders']({ conditionalOrderId })
        const { legs, ...order } = await answered(group.get())
        const open = legs.filter(({ status }) => OPEN.includes(status)).map(shownLegOf)
        const amended = amendedConditionalOrder(order, open, change)
        if (amended !== undefined) await barConditional(context, amended)
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify(change)
        const path = `${PATH}/${encodeURIComponent(conditionalOrderId)}`
        return jsonOf(client.fetch(path, { method: 'PATCH', headers, body }))
      }),
  )
}

const registerClose: Register = (server, context) => {
  const { client, limits } = context
  server.registerTool(
    'close_position',
    {
      title: 'Close a position',
      description:
        'Sells the shares of a symbol, or of all symbols, and cancels what holds the shares.',
      inputSchema: {
        symbol: symbol.optional().describe('All holdings unless given.'),
        percent: decimalText.optional().describe('Percent of the holding; all unless given.'),
        clientOrderId,
      },
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ symbol: wanted, percent: part, ...id }) =>
      answerTo(async () => {
        barIf(oneSymbolFault(limits, wanted))
        await barClose(context, wanted?.toUpperCase(), part)
        const { holdings } = client.api.paper
        const close = { ...id, ...(part !== undefined && { percent: part }) }
        return wanted === undefined
          ? answered(holdings.close.post(close))
          : answered(holdings({ symbol: wanted }).close.post(close))
      }),
  )
}

/** Bars what concerns every symbol, if the agent may use only some. */
const oneSymbolFault = (limits: AgentLimits, wanted: string | undefined): string | undefined => {
  if (wanted !== undefined) return symbolFault(limits, wanted)
  return limits.symbols === null
    ? undefined
    : 'Name a symbol: this agent may use only some symbols (--symbols).'
}

async function barConditional(
  { client, limits }: AgentContext,
  order: AgentConditionalOrder,
): Promise<void> {
  barIf(symbolFault(limits, order.symbol))
  if (limits.maxOrderValue === null) return
  barIf(conditionalFault(limits, order, await quoteOf(client, order.symbol)))
}

const WHOLE = percent('100')

/** Bars the close if one of its orders may be worth more than the limit. */
async function barClose(
  { client, limits }: AgentContext,
  wanted: string | undefined,
  part: string | undefined,
): Promise<void> {
  if (limits.maxOrderValue === null) return
  const { holdings } = await answered(client.api.v1.account.holdings.get())
  for (const holding of holdings) {
    if (holding.symbol !== (wanted ?? holding.symbol)) continue
    const shares = quantity(String(holding.quantity))
    const sold = part === undefined ? shares : shares.times(part).div(WHOLE)
    const order = { symbol: holding.symbol, side: 'SELL', orderType: 'MARKET' } as const
    const shown = await quoteOf(client, holding.symbol)
    barIf(valueFault(limits, { ...order, quantity: sold.toFixed() }, shown))
  }
}
