/** The tools that steer a market: only where the server has its controls for tests. */
import { z } from 'zod'
import { RefusalError } from '../../sdk'
import { symbolFault } from './limits'
import { type AgentContext, answerTo, Barred, barIf, CHANGES, jsonOf, type Register } from './tool'

const price = z.number().positive()

export const registerMarket: Register = (server, context) => {
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

/** What a server answers that has no controls, or none for this client. */
const WITHOUT: readonly string[] = ['route-not-found', 'sandbox-key-required']

/** Whether the server has controls, and lets this client use them. Throws its other refusals. */
export async function hasControls(context: Controls): Promise<boolean> {
  try {
    await control(context, 'GET', '/sandbox/clock')
    return true
  } catch (error) {
    if (error instanceof RefusalError && WITHOUT.includes(error.code)) return false
    throw error
  }
}
