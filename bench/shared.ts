/**
 * `bun run bench:shared`: two servers that share all their accounts. Whether an order is lost or
 * doubled, and whether an account or a server waits for the other for too long.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { openClient } from '../src/clients/sdk'
import { audit } from '../src/ledger/audit/audit'
import { connect } from '../src/postgres/connect'
import { statement } from '../src/postgres/statement'
import { seed } from './databases'
import { helpWith } from './help'
import { accountsOf, clientOf, SYMBOLS } from './market'
import { type Serving, startBrokerage } from './processes'

const USAGE = `usage: bun run bench:shared [--minutes N] [--accounts N] [--traders N]

  --minutes   how long it lasts (10)
  --accounts  all of them traded on both servers at once (4)
  --traders   of each account on each server (2)

\`bash .ci/postgres -- bun run bench:shared\` brings a PostgreSQL. It ends with status 1 if an order
was lost or doubled, if a request was refused or failed, or if the audit finds something.`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    accounts: { type: 'string', default: '4' },
    traders: { type: 'string', default: '2' },
  },
})

const serverUrl = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL
if (serverUrl === undefined) throw new Error('DATABASE_URL names no server; --help tells more')
const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
const name = `bench_shared_${process.pid}`
await admin`create database ${admin(name)}`
const url = new URL(serverUrl)
url.pathname = `/${name}`
await seed({ kind: 'server', url: url.href })

const say = (line: string): void => console.log(line)
const endsAtMs = performance.now() + Number(values.minutes) * 60_000

/** What was answered, of all traders. */
const answers = new Map<string, number>()
const placed: string[] = []
const canceled: string[] = []
/** Milliseconds of each answer, by the server. */
const waits: number[][] = [[], []]

function note(server: number, beganAtMs: number, status: number, error: unknown): void {
  const code: unknown = Object(Object(error).value).code
  const key = code === undefined ? String(status) : `${status} ${code}`
  answers.set(key, (answers.get(key) ?? 0) + 1)
  waits[server]?.push(performance.now() - beganAtMs)
}

/** Buys, sells what was bought, and cancels on the other server what it has placed on this one. */
async function trade(servers: readonly Serving[], at: number, account: number, trader: number) {
  const apis = servers.map(
    ({ origin }) =>
      openClient({ url: origin, ...clientOf(account), accountId: accountsOf(account)[0] }).api.v1,
  )
  const [here, there] = at === 0 ? apis : apis.toReversed()
  if (here === undefined || there === undefined) throw new Error('there are two servers')
  const symbol = SYMBOLS[trader % SYMBOLS.length] ?? 'KO'
  for (let turn = 0; performance.now() < endsAtMs; turn++) {
    const clientOrderId = `shared-${at}-${account}-${trader}-${turn}`
    const beganAtMs = performance.now()
    const rests = turn % 3 > 0
    const terms = rests ? { limitPrice: 1 } : {}
    const order = await here.orders.post({
      symbol,
      quantity: 1,
      side: 'BUY',
      clientOrderId,
      ...terms,
      orderType: rests ? 'LIMIT' : 'MARKET',
    })
    note(at, beganAtMs, order.status, order.error)
    const orderId = order.data?.orderId
    if (orderId === undefined) continue
    placed.push(orderId)
    if (!rests) continue
    const canceledAtMs = performance.now()
    const gone = await there.orders({ orderId }).delete()
    note(1 - at, canceledAtMs, gone.status, gone.error)
    if (gone.status === 200) canceled.push(orderId)
  }
}

const storage = { DATABASE_URL: url.href, DATA_DIR: '' }
// A market with a clock of its own is one server's.
const servers = await Promise.all([0, 1].map(() => startBrokerage(storage, { MARKET_CLOCK: '' })))
const traders = servers.flatMap((_, at) =>
  Array.from({ length: Number(values.accounts) }, (_, account) =>
    Array.from({ length: Number(values.traders) }, (_, trader) => [at, account, trader] as const),
  ).flat(),
)
await Promise.all(traders.map(([at, ...of]) => trade(servers, at, ...of)))
for (const server of servers) await server.stop()

const database = await connect({ kind: 'server', url: url.href })
const stored = statement(
  [],
  sql`select order_id, status from orders`,
  ([orderId, status]) => [String(orderId), String(status)] as const,
)
const statuses = new Map(await database.all(stored, {}))
const lost = placed.filter((orderId) => !statuses.has(orderId))
const kept = canceled.filter((orderId) => !/CANCEL/.test(statuses.get(orderId) ?? ''))
const findings: string[] = []
for await (const page of audit(database))
  findings.push(...page.findings.map((each) => Bun.inspect(each)))
await database.close()
await admin`drop database ${admin(name)} with (force)`
await admin.end()

for (const [server, ofServer] of waits.entries()) {
  const sorted = ofServer.toSorted((one, other) => one - other)
  const at = (share: number): string => `${sorted[Math.floor(share * sorted.length)]?.toFixed(1)}`
  const longest = sorted.at(-1)?.toFixed(0)
  const latencies = [
    `p50 ${at(0.5)} ms`,
    `p99 ${at(0.99)} ms`,
    `p99.9 ${at(0.999)} ms`,
    `longest ${longest} ms`,
  ].join(', ')
  say(`server ${server + 1}: ${sorted.length} answers, ${latencies}`)
}
say(`answers: ${[...answers].map(([key, count]) => `${count} × ${key}`).join(', ')}`)
const doubled = statuses.size - (placed.length - lost.length)
say(`${placed.length} orders placed, ${statuses.size} stored, ${lost.length} lost`)
say(`${doubled} stored that no answer names`)
const byStatus = Map.groupBy(statuses.values(), (status) => status)
say([...byStatus].map(([status, all]) => `${all.length} ${status}`).join(', '))
say(`${canceled.length} cancels accepted, of which ${kept.length} have not happened`)
say(`audit: ${findings.length === 0 ? 'nothing' : findings.join('; ')}`)
const isRight =
  lost.length + kept.length + findings.length === 0 &&
  statuses.size === placed.length &&
  [...answers.keys()].every((key) => key === '200')
process.exitCode = isRight ? 0 : 1
