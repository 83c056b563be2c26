/**
 * Trials of a test's sandbox on a real cluster: outcomes that decide a number of orders, and
 * snapshots that are restored while a worker or the server is lost.
 */
import type postgres from 'postgres'
import { FORCED_FILL } from '../../src/core/order/fill-profile'
import type { ServerProcess, Settings } from '../../test/support/server-process'
import { place, RESTING, type Trader } from './traders'
import { printFailures } from './trial'

export interface Cluster {
  readonly admin: postgres.Sql
  /** Starts a server. */
  readonly start: (more: Settings) => ServerProcess
  readonly traders: readonly Trader[]
  readonly verdict: (trial: string, isGood: boolean, found: string) => void
  /** Stops the worker of the port, and starts it again; null if no worker is to be lost. */
  readonly worker: {
    readonly port: number
    stop(): Promise<void>
    start(): Promise<void>
  } | null
}

/** The number of orders that an outcome decides: more are placed. */
const FORCED = 100
const KEY = 'sandbox-of-the-cluster-trials'
const SANDBOX = { SANDBOX: 'on', SANDBOX_KEY: KEY }
/** Delays, in milliseconds, after which a restore loses a worker or its server. */
const DELAYS_MS = [0, 20, 50, 100, 200, 400]
/** How long Citus may take to finish what a lost server has left prepared. */
const RECOVERY_MS_MAX = 90_000

async function control(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(`${origin}/sandbox/${path}`, {
    method,
    headers: {
      'x-sandbox-key': KEY,
      'x-service-request-id': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, body: Object(await response.json()) }
}

/** Each trader places orders, at one server and then the other, until each order is accepted. */
const placeAll = (origins: readonly string[], traders: readonly Trader[], name: string, each = 1) =>
  Promise.all(
    traders.flatMap((trader, at) =>
      Array.from({ length: each }, async (_, number) => {
        for (let turn = at; ; turn++) {
          const origin = origins[turn % origins.length] ?? ''
          const { orderId } = await place(origin, trader, `${name}-${at}-${number}`, RESTING)
          if (orderId !== null) return
          await Bun.sleep(50)
        }
      }),
    ),
  )

/** Forces 100 fills on 4 orders of each trader, through two servers. */
async function forced({ admin, start, traders, verdict }: Cluster, killing: boolean) {
  const name = killing ? 'forced-killed' : 'forced'
  let one = start(SANDBOX)
  const two = start(SANDBOX)
  const origins = await Promise.all([one.listening, two.listening])
  const set = await control(origins[0] ?? '', 'PUT', 'outcomes', {
    clientOrderId: `${name}-`,
    times: FORCED,
    result: 'fill',
    price: 1,
  })
  const placing = placeAll(killing ? origins.slice(1) : origins, traders, name, 4)
  if (killing) {
    const others = placeAll(origins.slice(0, 1), traders, `${name}-x`, 4).catch(() => {})
    await Bun.sleep(150)
    await one.kill('SIGKILL')
    one = start({ ...SANDBOX, PORT: new URL(origins[0] ?? '').port })
    await one.listening
    await others
  }
  await placing
  const [hits] = await admin`select hits from forced_outcomes
    where client_order_id = ${`${name}-`}`
  const [filled] = await admin`select count(*)::int as n from fills
    where fill_profile = ${FORCED_FILL} and client_order_id like ${`${name}-%`}`
  const [placed] = await admin`select count(*)::int as n from orders
    where client_order_id like ${`${name}-%`}`
  verdict(
    killing
      ? 'an outcome of 100 fills, kill -9 of a server'
      : 'an outcome of 100 fills, two servers',
    set.status === 200 && hits?.hits === FORCED && filled?.n === FORCED,
    `${set.status}; ${placed?.n} orders placed, ${hits?.hits} counted, ${filled?.n} filled by it`,
  )
  for (const server of [one, two]) printFailures(server.reported())
  await Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')])
}

/** A digest of the books of each shard, so that a part that was left behind shows. */
async function digestOf(admin: postgres.Sql): Promise<string> {
  const books = await admin`
    select (select md5(string_agg(account_id || seq || cash || held_cash || version, ',' order by
        account_id)) from accounts) as accounts,
      (select md5(string_agg(account_id || order_id || status, ',' order by account_id, order_id))
        from orders) as orders,
      (select count(*) from order_events) as events, (select count(*) from fills) as fills,
      (select md5(string_agg(account_id || symbol || quantity, ',' order by account_id, symbol))
        from holdings) as holdings`
  return JSON.stringify(books)
}

async function settled(admin: postgres.Sql): Promise<number> {
  const beganMs = performance.now()
  while (performance.now() - beganMs < RECOVERY_MS_MAX) {
    const left = await admin`select sum(result::int)::int as n
      from run_command_on_all_nodes('select count(*) from pg_prepared_xacts')`.catch(() => [])
    if (left[0]?.n === 0) return performance.now() - beganMs
    await Bun.sleep(200)
  }
  return Number.POSITIVE_INFINITY
}

async function restored(cluster: Cluster) {
  const { admin, start, traders, verdict } = cluster
  const server = start(SANDBOX)
  const origin = await server.listening
  const beganMs = performance.now()
  const { status: saved, body } = await control(origin, 'POST', 'snapshots')
  const savedMs = performance.now() - beganMs
  const before = await digestOf(admin)
  await placeAll([origin], traders, 'after-snapshot', 4)
  const after = await digestOf(admin)
  const restoringMs = performance.now()
  const { status } = await control(origin, 'POST', `snapshots/${body.snapshotId}/restore`)
  const tookMs = performance.now() - restoringMs
  const found = await digestOf(admin)
  verdict(
    'a snapshot is restored',
    saved === 200 && status === 200 && before !== after && found === before,
    `saved in ${Math.round(savedMs)} ms (${saved}), ` +
      `restored in ${Math.round(tookMs)} ms (${status})`,
  )
  await placeAll([origin], traders, 'after-restore')
  await server.kill('SIGTERM')
}

/** Loses a worker, or the server itself, while it restores. */
async function lost(cluster: Cluster, what: 'worker' | 'server') {
  const { admin, start, traders, verdict, worker } = cluster
  if (what === 'worker' && worker === null) return
  const found: string[] = []
  for (const delayMs of DELAYS_MS) {
    const server = start(SANDBOX)
    const origin = await server.listening
    const { status, body } = await control(origin, 'POST', 'snapshots')
    const before = await digestOf(admin)
    await placeAll([origin], traders, `${what}-${delayMs}`)
    const after = await digestOf(admin)
    const restoring = control(origin, 'POST', `snapshots/${body.snapshotId}/restore`).then(
      ({ status }) => String(status),
      () => 'no answer',
    )
    await Bun.sleep(delayMs)
    if (what === 'worker') await worker?.stop()
    else await server.kill('SIGKILL')
    const answer = await restoring
    if (what === 'worker') await worker?.start()
    const recoveredMs = await settled(admin)
    const now = await digestOf(admin)
    const became = now === before ? 'restored' : now === after ? 'as before' : 'HALF RESTORED'
    const saved = status === 200 ? '' : 'NOT SAVED, '
    found.push(`${delayMs} ms: ${saved}${answer}, ${became} after ${Math.round(recoveredMs)} ms`)
    if (what === 'worker') {
      await placeAll([origin], traders, `after-${what}-${delayMs}`)
      await server.kill('SIGTERM')
    }
  }
  const isGood = !found.some((text) => /HALF|NOT|Infinity/.test(text))
  verdict(`a ${what} is lost during a restore`, isGood, found.join('; '))
}

export async function sandboxTrials(cluster: Cluster): Promise<void> {
  await forced(cluster, false)
  await forced(cluster, true)
  await restored(cluster)
  await lost(cluster, 'server')
  await lost(cluster, 'worker')
}
