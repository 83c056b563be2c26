/**
 * A bad network in front of a broker. A seed draws which requests and answers are lost, late or
 * refused [chaos.wire]. Committed changes stay committed.
 *
 * It does not use the sandbox's faults: a lost request must not reach the broker, and the list of
 * struck requests must be in their order.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Faults of requests; the fault of a stream is a cut. */
export const WIRE_FAULTS = ['request lost', 'answer lost', 'answer late', '429', '503'] as const
export type WireFault = (typeof WIRE_FAULTS)[number]

export interface Wire {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** The faults, in order: `answer lost: POST /v1/orders`. */
  readonly struck: readonly string[]
  close(): Promise<void>
}

/** One request in four is struck, and one stream. */
const ONE_IN = 4
const LATE_MS = 50
/** A stream is cut instead of sending one of its first messages. */
const CUT_AT_MOST = 6

export async function openWire(target: string, seed: number): Promise<Wire> {
  const below = draws(seed)
  const struck: string[] = []
  const server = createServer((request, response) => {
    // Drawn as requests come: a bot that sends one after the other meets the same faults.
    const path = request.url ?? '/'
    const mayBeStruck = /^\/(?:v1|paper)\//.test(path) && !path.startsWith('/v1/oauth')
    const isStruck = mayBeStruck && below(ONE_IN) === 0
    const fault = isStruck ? WIRE_FAULTS[below(WIRE_FAULTS.length)] : undefined
    if (fault !== undefined) struck.push(`${fault}: ${request.method} ${path.split('?')[0]}`)
    handle(request, response, target, fault).catch(() => request.socket.destroy())
  })
  server.on('upgrade', (request, socket, head) => {
    const cutAt = below(ONE_IN) === 0 ? 1 + below(CUT_AT_MOST) : Number.POSITIVE_INFINITY
    passOn(request, { socket, head, target, cutAt }, () => {
      struck.push(`stream cut: ${request.method} ${request.url?.split('?')[0]}`)
    })
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

interface Upgraded {
  readonly socket: Duplex
  /** Bytes after the head of the request. */
  readonly head: Buffer
  readonly target: string
  /** The number of the first piece from the broker that is not passed on. */
  readonly cutAt: number
}

/** Copies bytes in both directions until the cut. */
function passOn(
  { method, url, rawHeaders }: IncomingMessage,
  { socket, head, target, cutAt }: Upgraded,
  cut: () => void,
): void {
  const { hostname, port } = new URL(target)
  const broker = connect(Number(port), hostname)
  const end = (): void => {
    socket.destroy()
    broker.destroy()
  }
  const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  broker.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
  broker.write(head)
  let pieces = 0
  broker.on('data', (piece) => {
    // The first piece is the answer to the upgrade.
    if (pieces++ < cutAt) return socket.write(piece)
    cut()
    return end()
  })
  socket.on('data', (piece) => broker.write(piece))
  for (const side of [socket, broker]) {
    side.on('error', end)
    side.on('close', end)
  }
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

/** Draws whole numbers below n from a seed (mulberry32, T. Ettinger 2017). */
function draws(seed: number): (n: number) => number {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n
  }
}
