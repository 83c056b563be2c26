/**
 * `bun run bench:fail-over`: how long no order is accepted when the primary dies and its standby
 * is promoted at once, with both hosts in DATABASE_URL. Each round makes a pair of clusters, or
 * loses the primary of your own servers, which Patroni may manage.
 */
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { newPair, startCallers, startOnPair, storedOrders } from '../test/support/fail-over'
import { printFailures, shell } from './cluster/trial'
import { helpWith } from './help'
import { median } from './statistics'

const USAGE = `usage: bun run bench:fail-over [--rounds N] [--callers N] [--orders N]
                            [--asynchronous] [--url URL --lose COMMAND --mend COMMAND]

  --rounds N      pairs of clusters, one after the other (5)
  --callers N     callers, each with one order at a time (8)
  --orders N      acknowledged orders before the primary dies, and after (500)
  --asynchronous  commits do not wait for the standby
  --url URL       all hosts of your own servers, instead of clusters that each round makes
  --lose COMMAND  loses the server that is the primary now, whose port is in PRIMARY_PORT
  --mend COMMAND  brings that server back as a standby, before the next round`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    callers: { type: 'string', default: '8' },
    orders: { type: 'string', default: '500' },
    asynchronous: { type: 'boolean', default: false },
    url: { type: 'string' },
    lose: { type: 'string' },
    mend: { type: 'string' },
  },
})
const [rounds, callers, orders] = [values.rounds, values.callers, values.orders].map(Number)

interface Round {
  readonly gapMs: number
  /** Null if somebody else promotes. */
  readonly promotionMs: number | null
}

/** The servers of a round. */
interface Servers {
  readonly databaseUrl: string
  /** Loses the primary. Returns how long the promotion took; null if somebody else promotes. */
  lose(): Promise<number | null>
  ask<Row>(text: string): Promise<readonly Row[]>
  remove(): Promise<void>
}

async function ownPair(round: number): Promise<Servers> {
  const pair = await newPair(round)
  if (values.asynchronous) {
    await pair.primary.ask('alter system reset synchronous_standby_names')
    await pair.primary.ask('select pg_reload_conf()')
  }
  return {
    databaseUrl: pair.databaseUrl,
    async lose() {
      await pair.primary.kill('SIGQUIT')
      const diedAtMs = performance.now()
      await pair.standby.promote()
      return performance.now() - diedAtMs
    },
    ask: (text) => pair.standby.ask(text),
    remove: pair.remove,
  }
}

/** An empty database of the given servers. */
async function givenServers(
  round: number,
  url: string,
  lose: string,
  mend: string,
): Promise<Servers> {
  const name = `fail_over_${process.pid}_${round}`
  const options = { max: 1, onnotice() {}, target_session_attrs: 'primary' } as const
  const first = postgres(url, options)
  await first.unsafe(`create database ${name}`)
  const [primary] = await first<{ port: string }[]>`select current_setting('port') as port`
  const port = Number(primary?.port)
  await first.end()
  const databaseUrl = url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  return {
    databaseUrl,
    async lose() {
      await shell(lose, { PRIMARY_PORT: String(port) })
      return null
    },
    async ask<Row>(text: string) {
      const sql = postgres(databaseUrl, options)
      try {
        return await sql.unsafe<Row[]>(text)
      } finally {
        await sql.end()
      }
    },
    remove: () => shell(mend, { PRIMARY_PORT: String(port) }),
  }
}

const longestGapMs = (timesMs: readonly number[]): number =>
  Math.max(...timesMs.map((atMs, at) => atMs - (timesMs[at - 1] ?? atMs)))

async function measure(round: number): Promise<Round> {
  const { url, lose, mend } = values
  const isGiven = url !== undefined && lose !== undefined && mend !== undefined
  const servers = await (isGiven ? givenServers(round, url, lose, mend) : ownPair(round))
  const server = startOnPair(servers)
  const timesMs: number[] = []
  const calling = await startCallers(server, callers ?? 1, () => {
    timesMs.push(performance.now())
  })
  await calling.reached(orders ?? 1)
  const reportedBefore = server.reported().length
  const promotionMs = await servers.lose()
  await calling.reached(calling.acknowledged.length + (orders ?? 1))
  await calling.stop()
  const stored = await storedOrders(servers)
  await server.kill('SIGTERM')
  await servers.remove()
  const { acknowledged, refusals } = calling
  const lost = acknowledged.filter(
    ({ clientOrderId, orderId }) => !stored.get(clientOrderId)?.includes(orderId),
  )
  const doubled = [...stored.values()].filter(({ length }) => length > 1)
  const gapMs = longestGapMs(timesMs)
  console.log(
    `${Math.round(gapMs)} ms without an accepted order${promotionOf(promotionMs)}; ` +
      `${acknowledged.length} acknowledged, ${lost.length} lost, ` +
      `${doubled.length} doubled; ${[...refusals].map(([what, n]) => `${n} × ${what}`).join(', ')}`,
  )
  printFailures(server.reported().slice(reportedBefore))
  return { gapMs, promotionMs }
}

const promotionOf = (ms: number | null): string =>
  ms === null ? '' : `, ${Math.round(ms)} ms of it the promotion`

const measured: Round[] = []
for (let round = 1; round <= (rounds ?? 1); round++) measured.push(await measure(round))
const promotions = measured.flatMap(({ promotionMs }) => promotionMs ?? [])
console.log(
  `median: ${Math.round(median(measured.map(({ gapMs }) => gapMs)))} ms` +
    promotionOf(promotions.length === 0 ? null : median(promotions)),
)
