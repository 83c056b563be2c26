/** The sides take turns, so that what else the machine does meets both alike. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchDatabases, openDatabases, seed } from './databases'
import type { Counted } from './generator'
import type { Options } from './options'
import { pgbench } from './pgbench'
import { load, type Serving, startBareServer, startBrokerage } from './processes'
import { QUOTES_PATH, signIn } from './requests'

const WARM_UP_SECONDS = 1

export type Progress = (line: string) => void

export interface Duel {
  readonly ours: readonly Counted[]
  readonly theirsPerSecond: readonly number[]
}

export interface EmbeddedRun {
  readonly counted: Counted
  readonly residentBytes: number
}

export interface Measured {
  readonly database: string
  readonly orders: Duel
  readonly quotes: Duel
  readonly embedded: EmbeddedRun
}

export async function measure(
  serverUrl: string,
  options: Options,
  say: Progress,
): Promise<Measured> {
  say('making two databases with 1,000 accounts each …')
  const databases = await openDatabases(serverUrl)
  try {
    const server = await startBrokerage({ DATABASE_URL: databases.ours, DATA_DIR: '' })
    try {
      const orders = await measureOrders(server, databases, options, say)
      const quotes = await measureQuotes(server, options, say)
      await server.stop()
      const embedded = await measureEmbedded(options, say)
      return { database: databases.described, orders, quotes, embedded }
    } finally {
      await server.stop()
    }
  } finally {
    await databases.drop()
  }
}

async function measureOrders(
  server: Serving,
  databases: BenchDatabases,
  { rounds, seconds }: Options,
  say: Progress,
): Promise<Duel> {
  const ours: Counted[] = []
  const theirsPerSecond: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const counted = await load({
      ...{ origin: server.origin, workload: 'orders', signsIn: true, run: `r${round}` },
      ...{ warmUpSeconds: WARM_UP_SECONDS, seconds },
    })
    ours.push(counted)
    const theirs = await pgbench({ url: databases.pgbench, seconds: seconds + WARM_UP_SECONDS })
    theirsPerSecond.push(theirs)
    say(
      `orders ${round}/${rounds}   over HTTP ${whole(counted.perSecond)}/s ` +
        `(p99 ${counted.p99Ms.toFixed(1)} ms)   pgbench ${whole(theirs)}/s`,
    )
  }
  await assertDurable(databases, ours)
  return { ours, theirsPerSecond }
}

/** What was answered with 200 is in the database, once, with its event. */
async function assertDurable(databases: BenchDatabases, ours: readonly Counted[]): Promise<void> {
  const answered = ours.reduce((sum, counted) => sum + counted.answered, 0)
  const stored = await databases.ordersIn(databases.ours)
  if (stored !== answered) {
    throw new Error(`${answered} orders were answered, ${stored} are in the database`)
  }
}

async function measureQuotes(
  server: Serving,
  { rounds, seconds }: Options,
  say: Progress,
): Promise<Duel> {
  const bare = await startBareServer(await quoteBytes(server.origin))
  try {
    const ours: Counted[] = []
    const theirsPerSecond: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const task = { workload: 'quotes', run: `r${round}`, warmUpSeconds: 0.5 } as const
      const duration = { seconds: seconds / 2 }
      const counted = await load({ ...task, ...duration, origin: server.origin, signsIn: true })
      const theirs = await load({ ...task, ...duration, origin: bare.origin, signsIn: false })
      ours.push(counted)
      theirsPerSecond.push(theirs.perSecond)
      say(
        `quotes ${round}/${rounds}   ours ${whole(counted.perSecond)}/s ` +
          `(p99 ${counted.p99Ms.toFixed(1)} ms)   bare ${whole(theirs.perSecond)}/s`,
      )
    }
    return { ours, theirsPerSecond }
  } finally {
    await bare.stop()
  }
}

async function quoteBytes(origin: string): Promise<number> {
  const token = await signIn(origin, 0)
  const response = await fetch(`${origin}${QUOTES_PATH}`, {
    headers: { authorization: `Bearer ${token}`, 'x-service-request-id': 'r1-0' },
  })
  return (await response.arrayBuffer()).byteLength
}

async function measureEmbedded({ seconds }: Options, say: Progress): Promise<EmbeddedRun> {
  say('the embedded database …')
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-bench.'))
  try {
    await seed({ kind: 'embedded', dir: folder, durability: 'fsync' })
    const server = await startBrokerage({ DATABASE_URL: '', DATA_DIR: folder })
    try {
      const counted = await load({
        ...{ origin: server.origin, workload: 'orders', signsIn: true, run: 'embedded' },
        ...{ warmUpSeconds: WARM_UP_SECONDS, seconds },
      })
      return { counted, residentBytes: await server.residentBytes() }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
