/**
 * `bun run bench:cluster-cost CLUSTER PLAIN`: the processor time of an order on a distributed
 * database beside a plain PostgreSQL, in turns. Both URLs name an empty database, and all their
 * servers run on this machine, as administrators that may read which processes they are.
 */
import postgres from 'postgres'
import { distributeServer } from '../../src/postgres/drivers/distribute-server'
import { inTurn, type Turn } from '../contest'
import { seed } from '../databases'
import { helpWith } from '../help'
import { httpSide } from '../http-side'
import { startBrokerage } from '../processes'
import { type Meter, postgresMeters } from '../processor'
import { signInAll } from '../requests'
import { median } from '../statistics'

const USAGE = `usage: bun run bench:cluster-cost CLUSTER PLAIN [SHARDS]

  CLUSTER  an empty database of the coordinator
  PLAIN    an empty database of a PostgreSQL without Citus
  SHARDS   two for each worker unless given`

helpWith(USAGE)
const [cluster, plain, shards = ''] = process.argv.slice(2)
if (cluster === undefined || plain === undefined) {
  console.log(USAGE)
  process.exit(2)
}
const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = [1, 8, 64, 256]

async function meterAt(url: string): Promise<Meter> {
  const admin = postgres(url, { max: 1, onnotice() {} })
  const [meter] = Object.values(await postgresMeters(admin))
  await admin.end()
  if (meter === undefined) throw new Error(`the server of ${url} is elsewhere`)
  return meter
}

async function workersOf(url: string): Promise<readonly string[]> {
  const admin = postgres(url, { max: 1, onnotice() {} })
  const nodes = await admin<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node
    where groupid <> 0 and noderole = 'primary'`
  await admin.end()
  return nodes.map(({ host, port }) => {
    const at = new URL(url)
    at.hostname = host
    at.port = String(port)
    return at.href
  })
}

async function side(name: string, url: string, meters: Readonly<Record<string, Meter>>) {
  const server = await startBrokerage({ DATABASE_URL: url, DATA_DIR: '' })
  const tokens = await signInAll(server.origin)
  const play = (connections: number) =>
    httpSide({
      name,
      server,
      workload: { kind: 'orders' },
      meters,
      tokens: Array.from({ length: connections }, (_, at) => tokens[at % tokens.length] ?? ''),
    }).run(SECONDS)
  return { name, play, stop: server.stop }
}

if ((await distributeServer(cluster, shards === '' ? null : Number(shards))) === 'in use') {
  throw new Error('a server uses the cluster')
}
for (const url of [cluster, plain]) await seed({ kind: 'server', url })
const workers = await Promise.all((await workersOf(cluster)).map(meterAt))
const sides = [
  await side('plain', plain, { database: await meterAt(plain) }),
  await side('cluster', cluster, {
    coordinator: await meterAt(cluster),
    workers: async () =>
      (await Promise.all(workers.map((meter) => meter()))).reduce((a, b) => a + b),
  }),
]
const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
for (const connections of CONNECTIONS) {
  const turns = new Map(sides.map(({ name }) => [name, [] as Turn[]]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, play } of inTurn(sides, round)) {
      turns.get(name)?.push(await play(connections))
    }
  }
  const totals: number[] = []
  for (const { name } of sides) {
    const all = turns.get(name) ?? []
    const parts = Object.keys(all[0]?.cpuMicros ?? {})
    const micros = parts.map((part) => median(all.map(({ cpuMicros }) => cpuMicros?.[part] ?? 0)))
    const sums = all.map(({ cpuMicros }) => Object.values(cpuMicros ?? {}).reduce((a, b) => a + b))
    totals.push(median(sums))
    console.log(
      `${connections} connections, ${name}: ` +
        `${rounded(median(all.map(({ perSecond }) => perSecond)))} orders/s, ` +
        `p50 ${rounded(median(all.map(({ p50Ms }) => p50Ms ?? 0)))} ms, ` +
        `${rounded(median(sums))} µs an order (${rounded(Math.min(...sums))} to ` +
        `${rounded(Math.max(...sums))}): ` +
        parts.map((part, at) => `${part} ${rounded(micros[at] ?? 0)}`).join(', '),
    )
  }
  console.log(`   ${((totals[1] ?? 0) / (totals[0] ?? 1)).toFixed(2)} times the plain one`)
}
for (const { stop } of sides) await stop()
