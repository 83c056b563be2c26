/**
 * A bad network before a broker: requests and answers get lost, late or refused, as the seed draws
 * it [chaos.wire]. What the broker has committed stays committed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const WIRE_FAULTS = ['request lost', 'answer lost', 'answer late', '429', '503'] as const
export type WireFault = (typeof WIRE_FAULTS)[number]

export interface Wire {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** What struck, in order: `answer lost: POST /v1/orders`. */
  readonly struck: readonly string[]
  close(): Promise<void>
}

/** One request in so many is struck. */
const ONE_IN = 4
const LATE_MS = 50

export async function openWire(target: string, seed: number): Promise<Wire> {
  const below = draws(seed)
  const struck: string[] = []
  const server = createServer((request, response) => {
    // Drawn as the requests come: a bot that asks one thing after the other meets the same faults.
    const path = request.url ?? '/'
    const isStruck = path.startsWith('/v1/') && !path.startsWith('/v1/oauth') && below(ONE_IN) === 0
    const fault = isStruck ? WIRE_FAULTS[below(WIRE_FAULTS.length)] : undefined
    if (fault !== undefined) struck.push(`${fault}: ${request.method} ${path.split('?')[0]}`)
    handle(request, response, target, fault).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    struck,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  fault: WireFault | undefined,
): Promise<void> {
  const body = await bodyOf(request)
  if (fault === 'request lost') return void request.socket.destroy()
  if (fault === '429') return refuse(response, 429, 'rate-limit-exceeded')
  if (fault === '503') {
    response.writeHead(503, { 'content-type': 'text/plain' }).end('no upstream')
    return
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'host' && name !== 'connection' && typeof value === 'string') {
      headers.set(name, value)
    }
  }
  const init = { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) }
  const answer = await fetch(`${target}${request.url ?? '/'}`, init)
  const text = await answer.arrayBuffer()
  if (fault === 'answer lost') return void request.socket.destroy()
  if (fault === 'answer late') await new Promise((resume) => setTimeout(resume, LATE_MS))
  const sent = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(?:content-encoding|transfer-encoding)$/.test(name)),
  )
  response.writeHead(answer.status, sent).end(Buffer.from(text))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const data = { retryAfterSeconds: 0 }
  const envelope = { type: 'rate_limit', code, message: 'Too many requests.', data }
  response
    .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
    .end(JSON.stringify(envelope))
}

/** Whole numbers below n, the same for a seed (mulberry32, T. Ettinger 2017). */
function draws(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n
  }
}
