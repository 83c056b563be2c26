/**
 * `bun run bench:cluster-machines URL`: loses the coordinator of a real Citus cluster while callers
 * trade, and brings all machines back from a backup. Shell commands do the operator's part.
 */
import { parseArgs } from 'node:util'
import { amount } from '../../src/core/money'
import { addAccount } from '../../src/identity/grants'
import { connect } from '../../src/postgres/connect'
import { MONDAY_AT_TEN } from '../../test/support/trading-floor'
import { helpWith } from '../help'
import { clientOf, seedClients } from '../market'
import { openTrials, shell, tradersOf } from './trial'

const USAGE = `usage: bun run bench:cluster-machines URL [--kill COMMAND --promote COMMAND]
                                  [--backup COMMAND --restore COMMAND]

  URL        an empty database of the coordinator, with the coordinator's standby as a second host
  --kill     kills the coordinator
  --promote  promotes its standby
  --backup   makes a base backup of all machines, whose logs are archived
  --restore  ends all machines, and brings them back to the restore point "trial"`

helpWith(USAGE)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kill: { type: 'string' },
    promote: { type: 'string' },
    backup: { type: 'string' },
    restore: { type: 'string' },
  },
})
const [url] = positionals
if (url === undefined) {
  console.log(USAGE)
  process.exit(2)
}
const { kill, promote, backup, restore } = values
const MAKERS = 8
const MAKE_AGAIN_AFTER_MS = 50
/** Longer than Citus waits before it finishes what a lost coordinator has left prepared. */
const RECOVERY_MS = 65_000

/** Makes accounts for several clients, as `paper keys accounts` does, until it is stopped. */
function startMakers(url: string) {
  const start = { kind: 'new', initialCash: amount('1000'), fillProfile: 'ideal@1' } as const
  let isOver = false
  let made = 0
  const all = Array.from({ length: MAKERS }, async (_, at) => {
    const { drizzle, close } = await connect({ kind: 'server', url })
    while (!isOver) {
      await addAccount(drizzle, clientOf(at).clientId, start, MONDAY_AT_TEN).then(
        () => made++,
        () => Bun.sleep(MAKE_AGAIN_AFTER_MS),
      )
    }
    await close()
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
      return made
    },
  }
}

/** Accounts without a client, which nobody can use, and clients' accounts that do not exist. */
async function halves(): Promise<number> {
  const accounts = new Set((await admin`select account_id from accounts`.values()).flat())
  const granted = new Set((await admin`select account_id from client_accounts`.values()).flat())
  return accounts.symmetricDifference(granted).size
}

const { admin, verdict, paper, start, during, end } = await openTrials(url)
const distributed = await paper('market', 'distribute')
verdict('distribute', distributed.status === 0, distributed.said.split('\n').at(-1) ?? '')
const first = start()
await first.listening
const database = await connect({ kind: 'server', url }, { timeouts: 'cli' })
await seedClients(database)
await database.close()
const traders = await tradersOf(await first.listening)

if (backup !== undefined && restore !== undefined) {
  let atPoint = new Map<string, string>()
  const journal = await during('a backup', [first], traders, async ({ acknowledged }) => {
    await shell(backup)
    await Bun.sleep(2_000)
    atPoint = new Map(acknowledged)
    await admin`select citus_create_restore_point('trial')`
  })
  await first.kill('SIGTERM')
  await shell(restore)
  const stored = await admin<{ account_id: string; client_order_id: string; order_id: string }[]>`
    select account_id, client_order_id, order_id from orders`
  const ids = new Map(
    stored.map((one) => [`${one.account_id} ${one.client_order_id}`, one.order_id]),
  )
  const lost = [...atPoint].filter(([key, orderId]) => ids.get(key) !== orderId)
  const audited = await paper('audit')
  verdict(
    'all machines brought back to the restore point',
    lost.length === 0 && ids.size < journal.acknowledged.size && audited.status === 0,
    `${atPoint.size} acknowledged before the point, ${lost.length} lost; ${stored.length} of ` +
      `${journal.acknowledged.size} orders are there; ${audited.said.split('\n').at(-1)}`,
  )
  const again = start()
  await again.listening
  await during('trading after it', [again], traders, () => Bun.sleep(2_000))
  await again.kill('SIGTERM')
} else await first.kill('SIGTERM')

if (kill !== undefined && promote !== undefined) {
  const servers = [start(), start()]
  await Promise.all(servers.map(({ listening }) => listening))
  let made = 0
  const halvesBefore = await halves()
  await during('kill -9 of the coordinator, its standby promoted', servers, traders, async () => {
    const makers = startMakers(url)
    await Bun.sleep(2_000)
    await shell(kill)
    const beganMs = performance.now()
    await shell(promote)
    console.log(`       promoted in ${Math.round(performance.now() - beganMs)} ms`)
    await Bun.sleep(6_000)
    made = await makers.stop()
  })
  await Bun.sleep(RECOVERY_MS)
  const found = await halves()
  verdict(
    'accounts that were made meanwhile have their clients',
    found === halvesBefore,
    `${made} made, ${found - halvesBefore} without a client`,
  )
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
}
await end()
