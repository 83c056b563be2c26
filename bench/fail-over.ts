/**
 * `bun run bench:fail-over`: how long no order is accepted when the primary dies and its standby
 * is promoted at once, with both hosts in DATABASE_URL. Each round makes a pair of clusters.
 */
import { parseArgs } from 'node:util'
import { newPair, startCallers, startOnPair, storedOrders } from '../test/support/fail-over'
import { helpWith } from './help'
import { median } from './statistics'

const USAGE = `usage: bun run bench:fail-over [--rounds N] [--callers N] [--orders N]
                            [--asynchronous]

  --rounds N      pairs of clusters, one after the other (5)
  --callers N     callers, each with one order at a time (8)
  --orders N      acknowledged orders before the primary dies, and after (500)
  --asynchronous  commits do not wait for the standby`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    callers: { type: 'string', default: '8' },
    orders: { type: 'string', default: '500' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const [rounds, callers, orders] = [values.rounds, values.callers, values.orders].map(Number)

interface Round {
  readonly gapMs: number
  readonly promotionMs: number
}

const longestGapMs = (timesMs: readonly number[]): number =>
  Math.max(...timesMs.map((atMs, at) => atMs - (timesMs[at - 1] ?? atMs)))

async function measure(round: number): Promise<Round> {
  const pair = await newPair(round)
  if (values.asynchronous) {
    await pair.primary.ask('alter system reset synchronous_standby_names')
    await pair.primary.ask('select pg_reload_conf()')
  }
  const server = startOnPair(pair)
  const timesMs: number[] = []
  const calling = await startCallers(server, callers ?? 1, () => {
    timesMs.push(performance.now())
  })
  await calling.reached(orders ?? 1)
  await pair.primary.kill('SIGQUIT')
  const diedAtMs = performance.now()
  await pair.standby.promote()
  const promotionMs = performance.now() - diedAtMs
  await calling.reached(calling.acknowledged.length + (orders ?? 1))
  await calling.stop()
  const stored = await storedOrders(pair.standby)
  await server.kill('SIGTERM')
  await pair.remove()
  const { acknowledged, refusals } = calling
  const lost = acknowledged.filter(
    ({ clientOrderId, orderId }) => !stored.get(clientOrderId)?.includes(orderId),
  )
  const doubled = [...stored.values()].filter(({ length }) => length > 1)
  const gapMs = longestGapMs(timesMs)
  console.log(
    `${Math.round(gapMs)} ms without an accepted order, ${Math.round(promotionMs)} ms of it the ` +
      `promotion; ${acknowledged.length} acknowledged, ${lost.length} lost, ` +
      `${doubled.length} doubled; ${[...refusals].map(([what, n]) => `${n} × ${what}`).join(', ')}`,
  )
  return { gapMs, promotionMs }
}

const measured: Round[] = []
for (let round = 1; round <= (rounds ?? 1); round++) measured.push(await measure(round))
const medianOf = (of: (round: Round) => number): number => Math.round(median(measured.map(of)))
console.log(
  `median: ${medianOf(({ gapMs }) => gapMs)} ms, ` +
    `${medianOf(({ promotionMs }) => promotionMs)} ms of it the promotion`,
)
