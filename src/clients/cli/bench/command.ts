/** `paper bench`: measures what a server does in a second on this machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newClientId, newClientSecret } from '../../../identity/secrets'
import { fault, isFault } from '../../../lib/fault'
import { errorMessage, plural } from '../../../lib/text'
import { type MonotonicMs, monotonicNowMs } from '../../../market/clock'
import { answered, type Client, openClient } from '../../sdk'
import {
  action,
  type CliCommand,
  type CommandContext,
  type Outcome,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'
import { grouped, tableLines } from '../shared/format'
import { startServer } from '../shared/on-server'

export const BENCH_HELP = `\
Measures what a server does in a second on this machine, and how long its clients wait.

  paper bench [--seconds N] [--connections N] [--json]

  --seconds N      how long each measurement takes: 5 unless given
  --connections N  how many clients send requests at once, one after the other: 16 unless given
  --json           prints the figures as one JSON object

It starts a server with a new folder, which it removes at the end. Orders are durable, as in any
server. The clients share the processors with the server, which alone would do more. In a clone,
bun run bench compares the server with bare servers and statements.`

const SYNTAX = {
  operands: [],
  options: { seconds: 'text', connections: 'text', json: 'flag' },
} as const
const SECONDS_MAX = 600
const CONNECTIONS_MAX = 256

interface BenchOptions {
  readonly seconds: number
  readonly connections: number
  readonly isJson: boolean
}

export const benchCommand: CliCommand = {
  name: 'bench',
  help: BENCH_HELP,
  endsItself: true,
  action: action(SYNTAX, async (line, context) => {
    const seconds = readOption('seconds', line.text('seconds'), wholeNumberUpTo(SECONDS_MAX), 5)
    if (isFault(seconds)) return seconds
    const most = wholeNumberUpTo(CONNECTIONS_MAX)
    const connections = readOption('connections', line.text('connections'), most, 16)
    if (isFault(connections)) return connections
    return onOwnServer({ seconds, connections, isJson: line.flag('json') }, context)
  }),
}

async function onOwnServer(options: BenchOptions, context: CommandContext): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-bench-'))
  const key = { clientId: newClientId(), clientSecret: newClientSecret() }
  context.terminal.redraw('starting a server …')
  const server = startServer(context, context.stopped, {
    PAPER_CLIENT_ID: key.clientId,
    PAPER_CLIENT_SECRET: key.clientSecret,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    // The market stands still and orders rest, so that each request measures one order.
    MARKET_CLOCK: '2026-03-02T10:00-05:00',
    MARKET_SPEED: '0',
    INITIAL_CASH: '1000000000',
    RATE_LIMIT: 'off',
  })
  try {
    const client = openClient({ url: await server.listening, ...key })
    show(await measureAll(client, options, context), options, context)
    return undefined
  } catch (error) {
    return fault(errorMessage(error))
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAll(
  { api }: Client,
  options: BenchOptions,
  { terminal, stopped }: CommandContext,
): Promise<readonly MeasuredLoad[]> {
  const order = { symbol: 'AAPL', side: 'BUY', orderType: 'LIMIT', quantity: 1 } as const
  const loads: readonly Load[] = [
    {
      what: 'quotes of 1 symbol',
      ask: () => answered(api.v1.market.quotes.get({ query: { symbols: 'AAPL' } })),
    },
    {
      what: 'orders, durable',
      ask: (count) =>
        answered(api.v1.orders.post({ ...order, limitPrice: 1, clientOrderId: `bench-${count}` })),
    },
    {
      what: 'lists of 100 orders',
      ask: () => answered(api.v1.orders.get({ query: { limit: 100 } })),
    },
  ]
  const measured: MeasuredLoad[] = []
  for (const load of loads) {
    stopped.throwIfAborted()
    terminal.redraw(`measuring ${load.what} for ${options.seconds} s …`)
    measured.push(await measureLoad(load, options, monotonicNowMs))
  }
  return measured
}

const TITLES = ['', 'A SECOND', 'MEDIAN MS', '99 % WITHIN MS']

function show(
  measured: readonly MeasuredLoad[],
  { seconds, connections, isJson }: BenchOptions,
  { terminal }: CommandContext,
): void {
  terminal.redraw(null)
  if (isJson) {
    terminal.say(JSON.stringify({ seconds, connections, bun: Bun.version, measured }))
    return
  }
  const rows = measured.map(({ what, perSecond, medianMs, p99Ms }) => [
    what,
    grouped(perSecond.toFixed(0)),
    medianMs.toFixed(1),
    p99Ms.toFixed(1),
  ])
  const head = `${plural(connections, 'client')} for ${seconds} s each, Bun ${Bun.version}`
  terminal.say([head, '', ...tableLines(TITLES, rows)].join('\n'))
}

export interface MeasuredLoad {
  readonly what: string
  readonly perSecond: number
  /** Half of the requests were answered within this time. */
  readonly medianMs: number
  /** 99 of 100 requests were answered within this time. */
  readonly p99Ms: number
}

export interface Load {
  readonly what: string
  /** Sends a request. `count` begins at 0, over all clients. */
  readonly ask: (count: number) => Promise<unknown>
}

/** Measures clients that each send a request as soon as the last one is answered. */
export async function measureLoad(
  { what, ask }: Load,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
  elapsedMs: MonotonicMs,
): Promise<MeasuredLoad> {
  const waitedMs: number[] = []
  const beganMs = elapsedMs()
  const endsMs = beganMs + seconds * 1_000
  let count = 0
  async function client(): Promise<void> {
    for (let askedMs = elapsedMs(); askedMs < endsMs; ) {
      await ask(count++)
      const answeredMs = elapsedMs()
      waitedMs.push(answeredMs - askedMs)
      askedMs = answeredMs
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const tookSeconds = (elapsedMs() - beganMs) / 1_000
  const sorted = waitedMs.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return { what, perSecond: waitedMs.length / tookSeconds, medianMs: at(0.5), p99Ms: at(0.99) }
}
