/** What a tick costs that triggers 1,000 stops if few other stops wait and if very many do. */
import { tableLines } from '../../src/clients/cli/shared/format'
import { inTurn, type Progress, whole } from '../contest'
import { median } from '../statistics'
import { type Cost, FAR_STOP, type Market, NEAR_STOP, openMarket, processorMs } from './market'

/** Stops that a tick triggers. */
const TRIGGERED = 1_000

interface Side {
  readonly waiting: number
  readonly market: Market
  readonly costs: Cost[]
}

async function openSide(serverUrl: string, waiting: number, say: Progress): Promise<Side> {
  const market = await openMarket(serverUrl, `bench_triggers_${process.pid}_${waiting}`)
  await market.arm('far', waiting, FAR_STOP)
  // Otherwise it would run in the middle of a tick and count as part of it.
  await market.client`alter table conditional_legs set (autovacuum_enabled = off)`
  await market.client`vacuum analyze`
  say(`${whole(waiting)} stops wait`)
  return { waiting, market, costs: [] }
}

async function play({ market }: Side, run: string): Promise<Cost> {
  await market.arm(run, TRIGGERED, NEAR_STOP)
  const cost = await market.costOf(() => market.tickAbove())
  const [found] = await market.client<{ triggered: number }[]>`
    select count(*)::int as triggered from conditional_legs
    where group_id like ${`cnd_${run}_%`} and status = 'TRIGGERED'`
  if (found?.triggered !== TRIGGERED) throw new Error(`${found?.triggered} stops were triggered`)
  // The orders fill.
  await market.tick()
  return cost
}

/** Lines of a table; each number of waiting stops is compared with the first. */
export async function triggers(
  serverUrl: string,
  waiting: readonly number[],
  rounds: number,
  say: Progress,
): Promise<readonly string[]> {
  const sides: Side[] = []
  for (const count of waiting) sides.push(await openSide(serverUrl, count, say))
  for (const side of sides) await play(side, 'warm')
  for (let round = 1; round <= rounds; round++) {
    for (const side of inTurn(sides, round)) {
      side.costs.push(await play(side, `r${round}`))
    }
    say(`triggers ${round}/${rounds}`)
  }
  for (const { market } of sides) await market.close()
  const [first] = sides
  const rows = sides.map(({ waiting, costs }) => [
    whole(waiting),
    ...[
      median(costs.map(({ serverMs }) => serverMs)),
      median(costs.map(({ postgresMs }) => postgresMs)),
      median(costs.map(({ wallMs }) => wallMs)),
    ].map((value) => value.toFixed(1)),
    first === undefined
      ? ''
      : (median(costs.map(processorMs)) / median(first.costs.map(processorMs))).toFixed(2),
  ])
  return tableLines(['stops waiting', 'server ms', 'PostgreSQL ms', 'clock ms', 'ratio'], rows)
}
