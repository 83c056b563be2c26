/**
 * MCP over HTTP, for whoever has the key [mcp.http]. Each request stands alone: a tool's answer
 * needs nothing of the one before, so there is no session to keep or to steal.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as streamable from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

export interface HttpDoor {
  readonly key: string
  /** Host headers by which it is reached: any other is a page that has had its name rebound. */
  readonly hosts: ReadonlySet<string>
}

const PATH = '/mcp'

/** Null: the request may pass. */
export function refusedAtDoor({ key, hosts }: HttpDoor, request: Request): Response | null {
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
  // No stream of the server's own: it says nothing unasked.
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

/** The names of an address that a client of this machine uses. */
export const hostsOf = (host: string, port: number): ReadonlySet<string> =>
  new Set([host, 'localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`))
