/**
 * `paper chaos COMMAND`: runs a command on bad networks, one for each seed [chaos.smallest]. A
 * seed draws which requests and answers are lost, late or refused [chaos.wire]. Committed changes
 * stay committed. It does not use the sandbox's faults: a lost request must not reach the broker,
 * and the list of struck requests must be in their order.
 */
import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural, shellLine } from '../../../lib/text'
import { settingsOf } from '../../testing/broker'
import { serveInProcess } from '../../testing/in-process'
import { brokerEnvironment } from '../exec/command'
import {
  action,
  type CliCommand,
  type CommandContext,
  type Outcome,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'

export const CHAOS_HELP = `\
Runs a command with brokers on bad networks, one for each seed, and names the smallest seed for
which it fails.

  paper chaos COMMAND…

for example

  paper chaos --seeds 100 bun test bot.chaos.test.ts

Each seed has a broker of its own, as with paper exec, and draws which requests of the command fail:
one in four. Such a request is lost, or its answer is lost or late, or it is answered 429 or 503.
The controls and the token endpoint never fail. One stream of order events in four is cut. The
command passes with status 0. It must check itself that its orders, its cash and its shares are
right.

--seeds N  tries the seeds from 1 to N: 100 unless given
--seed N   tries this seed alone: the same requests meet the same faults each time

The command finds the variables of paper exec, and CHAOS_SEED. A failure shows its output.`

const SEEDS_MAX = 1_000_000
const SEEDS_DEFAULT = 100
const COUNT = wholeNumberUpTo(SEEDS_MAX)

export const chaosCommand: CliCommand = {
  name: 'chaos',
  help: CHAOS_HELP,
  endsItself: true,
  action: action(
    { operands: ['COMMAND…'], options: { seeds: 'text', seed: 'text' }, runsCommand: true },
    async (line, context) => {
      const seeds = readOption('seeds', line.text('seeds'), COUNT, SEEDS_DEFAULT)
      if (isFault(seeds)) return seeds
      const only = readOption('seed', line.text('seed'), COUNT, undefined)
      if (isFault(only)) return only
      return only === undefined
        ? tryUpTo(seeds, line.operands, context)
        : tryUpTo(only, line.operands, context, only)
    },
  ),
}

/** Ends at the smallest seed for which the command fails. */
async function tryUpTo(
  last: number,
  command: readonly string[],
  context: CommandContext,
  first = 1,
): Promise<Outcome> {
  const { terminal, stopped } = context
  for (let seed = first; seed <= last && !stopped.aborted; seed++) {
    const { status, output, struck } = await trySeed(seed, command, context)
    if (status === 0) continue
    terminal.complain(output.trimEnd())
    for (const line of struck) terminal.complain(`  ${line}`)
    const others = first === 1 ? '; no smaller one does' : ''
    const again = shellLine(['paper', 'chaos', '--seed', String(seed), ...command])
    return {
      ...fault(`Seed ${seed} fails with status ${status}${others}. Again: ${again}`),
      status: 1,
    }
  }
  terminal.say(`${plural(last - first + 1, 'seed')}, and none fails.`)
  return undefined
}

async function trySeed(seed: number, command: readonly string[], { env }: CommandContext) {
  const settings = settingsOf({ seed, profile: 'ideal' })
  const broker = await serveInProcess(settings.variables)
  const wire = await openWire(broker.url, seed)
  try {
    const variables = { ...brokerEnvironment(env, wire.url, settings), CHAOS_SEED: String(seed) }
    return { ...(await runWith(command, variables)), struck: wire.struck }
  } finally {
    await wire.close()
    await broker.close()
  }
}

function runWith(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const output: string[] = []
    child.stdout.on('data', (text) => output.push(String(text)))
    child.stderr.on('data', (text) => output.push(String(text)))
    child.once('error', (error) => resolve({ status: 127, output: errorMessage(error) }))
    child.once('close', (code) => resolve({ status: code ?? 1, output: output.join('') }))
  })
}

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
