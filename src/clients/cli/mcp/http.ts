/**
 * MCP over HTTP, for clients that have the key [mcp.http]. Each request is independent, so there is
 * no session to store or to steal.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as streamable from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

export interface HttpAccess {
  readonly key: string
  /** The Host headers that are allowed. Any other may come from a page by DNS rebinding. */
  readonly hosts: ReadonlySet<string>
}

const PATH = '/mcp'

/** Returns a refusal, or null if the request is allowed. */
export function refuseAccess({ key, hosts }: HttpAccess, request: Request): Response | null {
  const { headers } = request
  const origin = headers.get('origin')
  const isForeign = origin !== null && !hosts.has(origin.replace(/^https?:\/\//, ''))
  if (!hosts.has(headers.get('host') ?? '') || isForeign) {
    return refusal(403, 'Not by this address.')
  }
  if (new URL(request.url).pathname !== PATH) return refusal(404, `There is ${PATH} alone.`)
  if (!isSame(headers.get('authorization') ?? '', `Bearer ${key}`)) {
    return refusal(401, 'The key is missing or wrong.', { 'www-authenticate': 'Bearer' })
  }
  // No GET, since the server sends no messages of its own.
  return request.method === 'POST' ? null : refusal(405, 'POST alone.', { allow: 'POST' })
}

export async function answerMcp(request: Request, makeServer: () => McpServer): Promise<Response> {
  const transport = new streamable.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  })
  const server = makeServer()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32_000, message }, id: null },
    { status, headers },
  )

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other))

/** The Host headers of clients on this machine. */
export const hostsOf = (host: string, port: number): ReadonlySet<string> =>
  new Set([host, 'localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`))
