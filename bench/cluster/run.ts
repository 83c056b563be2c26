/**
 * `bun run bench:cluster URL`: distributes an empty database of a real Citus cluster, trades on it
 * with two servers, and does to it what happens to clusters. Each trial ends with `paper audit` and
 * with the comparison of what was acknowledged with what is stored.
 */
import { parseArgs } from 'node:util'
import { connect } from '../../src/postgres/connect'
import type { ServerProcess } from '../../test/support/server-process'
import { helpWith } from '../help'
import { seedClients } from '../market'
import { sandboxTrials } from './sandbox'
import type { Journal, Trader } from './traders'
import { accountOf, openTrials, shell, tradersOf } from './trial'

const USAGE = `usage: bun run bench:cluster URL [--stop COMMAND --start COMMAND]

  URL      an empty database of the coordinator, as its owner
  --stop   a shell command that stops the worker whose port is in WORKER_PORT
  --start  a shell command that starts it again

Without the two commands no worker is lost.`

helpWith(USAGE)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stop: { type: 'string' }, start: { type: 'string' } },
})
/** More than [run.lease] promises, since this machine may be busy. */
const MARKET_MOVES_MS_MAX = 10_000
const [url] = positionals
if (url === undefined) {
  console.log(USAGE)
  process.exit(2)
}
const { admin, verdict, paper, start, filled, during, end } = await openTrials(url)

async function distribution(): Promise<void> {
  const first = await paper('market', 'distribute')
  verdict('distribute', first.status === 0, first.said.split('\n').at(-1) ?? '')
  const again = await paper('market', 'distribute')
  verdict('distribute again', again.status === 0, again.said)
  await admin`alter table holdings drop constraint holdings_account_id_accounts_account_id_fk`
  await admin`drop function paper_run_on_shard(text, bigint, text, text[])`
  const refused = await start().ended
  verdict('a start on half a distribution is refused', refused.status === 1, refused.errors.trim())
  const resumed = await paper('market', 'distribute')
  verdict('distribute goes on', resumed.status === 0, resumed.said.replaceAll('\n', '; '))
}

async function shardOf(accountId: string) {
  const [found] = await admin`
    select shard.shardid::text as id, node.nodename as host, node.nodeport as port
    from pg_dist_shard as shard
    join pg_dist_placement as placement using (shardid)
    join pg_dist_node as node using (groupid)
    where shard.shardid = get_shard_id_for_distribution_column('accounts', ${accountId}::text)`
  return { id: String(found?.id), host: String(found?.host), port: Number(found?.port) }
}

async function move(
  trial: string,
  mode: string,
  servers: readonly ServerProcess[],
  traders: readonly Trader[],
) {
  await during(trial, servers, traders, async () => {
    const from = await shardOf(accountOf(0))
    const [to] = await admin`select nodename as host, nodeport as port from pg_dist_node
      where shouldhaveshards and noderole = 'primary' and nodeport <> ${from.port} limit 1`
    const beganAtMs = performance.now()
    await admin.unsafe(`select citus_move_shard_placement(${from.id}, '${from.host}', ${from.port},
      '${to?.host}', ${to?.port}, '${mode}')`)
    console.log(`       moved in ${Math.round(performance.now() - beganAtMs)} ms`)
  })
}

/**
 * The servers have to find the parts by themselves. Citus 13.2.2 cannot split by replication if a
 * part stays on the worker that has the shard (docs/scale.md).
 */
async function split(
  trial: string,
  mode: 'block_writes' | 'force_logical',
  servers: readonly ServerProcess[],
  traders: readonly Trader[],
) {
  await during(trial, servers, traders, async () => {
    const { id, port } = await shardOf(accountOf(0))
    const [range] = await admin`select shardminvalue::bigint as low, shardmaxvalue::bigint as high
      from pg_dist_shard where shardid = ${id}`
    const middle = Math.floor((Number(range?.low) + Number(range?.high)) / 2)
    const nodes = await admin`select nodeid from pg_dist_node where shouldhaveshards
      and noderole = 'primary' and (nodeport <> ${port} or ${mode === 'block_writes'})`
    const [one, other = one] = nodes.map(({ nodeid }) => nodeid)
    const beganAtMs = performance.now()
    await admin.unsafe(
      `select citus_split_shard_by_split_points(${id}, array['${middle}'], array[${one}, ${other}],
        '${mode}')`,
    )
    console.log(`       split in ${Math.round(performance.now() - beganAtMs)} ms`)
    await Bun.sleep(2_000)
  })
}

/** Halts all placing while a worker is lost. Returns how many orders were accepted meanwhile. */
async function haltedWithout(begin: () => Promise<void>, journal: Journal): Promise<void> {
  const halted = await paper('market', 'halt')
  await Bun.sleep(500)
  const atHalt = journal.acknowledged.size
  await Bun.sleep(2_000)
  const without = journal.acknowledged.size - atHalt
  await begin()
  await Bun.sleep(5_000)
  const withIt = journal.acknowledged.size - atHalt
  const resumed = await paper('market', 'resume')
  verdict(
    'a halt while a worker is lost',
    halted.status === 1 && without === 0 && withIt === 0 && resumed.status === 0,
    `the command: ${halted.status}, "${halted.said.replaceAll('\n', ' ')}"; ${without} orders ` +
      `accepted elsewhere, ${withIt} after the worker was back; resumed: ${resumed.status}`,
  )
}

async function lostWorker(servers: readonly ServerProcess[], traders: readonly Trader[]) {
  const { stop, start: begin } = values
  if (stop === undefined || begin === undefined) return
  const { port } = await shardOf(accountOf(0))
  const there = await Promise.all(
    traders.map(async ({ accountId }) => (await shardOf(accountId)).port === port),
  )
  await during('a lost worker', servers, traders, async (journal) => {
    await shell(stop, { WORKER_PORT: String(port) })
    await Bun.sleep(8_000)
    const before = new Map([...journal.sent].map(([account, ids]) => [account, ids.size]))
    const filledBefore = await admin`select count(*)::int as n from orders where account_id =
      ${traders[there.indexOf(false)]?.accountId ?? ''} and status = 'FILLED'`
    await Bun.sleep(5_000)
    const filledAfter = await admin`select count(*)::int as n from orders where account_id =
      ${traders[there.indexOf(false)]?.accountId ?? ''} and status = 'FILLED'`
    const went = traders.map(
      ({ accountId }) => (journal.sent.get(accountId)?.size ?? 0) > (before.get(accountId) ?? 0),
    )
    const waited = went.filter((goes, at) => !goes && there[at]).length
    const others = went.filter((goes, at) => goes && !there[at]).length
    verdict(
      'while a worker is lost',
      others === there.filter((is) => !is).length &&
        Number(filledAfter[0]?.n) > Number(filledBefore[0]?.n),
      `${others} of ${there.filter((is) => !is).length} accounts elsewhere go on, ${waited} of ` +
        `${there.filter(Boolean).length} accounts there wait; one of the others had ` +
        `${filledBefore[0]?.n} fills and 5 s later ${filledAfter[0]?.n}`,
    )
    const third = start()
    const isUp = await third.listening.then(
      () => 'it listens',
      (error: unknown) => String(error),
    )
    verdict('a server that starts while a worker is lost', isUp === 'it listens', isUp)
    await third.kill('SIGTERM')
    await haltedWithout(() => shell(begin, { WORKER_PORT: String(port) }), journal)
    await Bun.sleep(6_000)
  })
}

/** Comes before there are many orders: a snapshot has no more time than any other request. */
async function sandbox(traders: readonly Trader[]): Promise<void> {
  const { stop, start: begin } = values
  const { port } = await shardOf(accountOf(0))
  const lost = { WORKER_PORT: String(port) }
  const worker =
    stop === undefined || begin === undefined
      ? null
      : { port, stop: () => shell(stop, lost), start: () => shell(begin, lost) }
  await sandboxTrials({ admin, start, traders, verdict, worker })
}

await distribution()
const database = await connect({ kind: 'server', url }, { timeouts: 'cli' })
let one = start()
await one.listening
await seedClients(database)
await database.close()
const inUse = await paper('market', 'distribute')
verdict('distribute beside a server is refused', inUse.status !== 0, inUse.said)
const traders = await tradersOf(await one.listening)
await one.kill('SIGTERM')
await sandbox(traders)
one = start()
await one.listening
await during('one server', [one], traders, () => Bun.sleep(3_000))
let two = start()
await two.listening
await during('two servers', [one, two], traders, () => Bun.sleep(3_000))
await during('kill -9 of the server that moves the market', [one, two], traders, async () => {
  await one.kill('SIGKILL')
  const beganAtMs = performance.now()
  // Fills that were under way end meanwhile.
  await Bun.sleep(1_000)
  const before = await filled()
  let after = before
  while (after === before && performance.now() - beganAtMs < MARKET_MOVES_MS_MAX) {
    await Bun.sleep(100)
    after = await filled()
  }
  verdict(
    'the other moves the market',
    after > before,
    `${before} fills, and ${after} ${Math.round(performance.now() - beganAtMs)} ms after the kill`,
  )
  await Bun.sleep(3_000)
})
one = start()
await one.listening
await during('kill -9 of the other', [one, two], traders, async () => {
  await two.kill('SIGKILL')
  await Bun.sleep(6_000)
})
two = start()
await two.listening
await move('a shard moved while writes are blocked', 'block_writes', [one, two], traders)
await move('a shard moved by replication', 'force_logical', [one, two], traders)
await split('a shard split while writes are blocked', 'block_writes', [one, two], traders)
await split('a shard split by replication', 'force_logical', [one, two], traders)
await lostWorker([one, two], traders)
await Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')])
// As a migration of a later version would.
await admin`alter table orders add column trial integer`
await admin`alter table orders add constraint orders_trial check (trial > 0)`
await admin`create index orders_trial_index on orders (account_id, trial)`
one = start()
await one.listening
await during('a later migration', [one], traders, () => Bun.sleep(2_000))
await one.kill('SIGTERM')
await end()
