/** What a tick costs if few orders wait and if very many do. The two markets take turns. */
import { tableLines } from '../../src/clients/cli/shared/format'
import { inTurn, type Progress, whole } from '../contest'
import { median } from '../statistics'
import { type Cost, CROSSES, FAR, type Market, openMarket, processorMs } from './market'

/** Orders that a tick fills. */
export const CROSSING = 1_000
/** Processor time is counted in hundredths of a second. */
const QUIET_TICKS = 20

const KINDS = ['behind a checkpoint', 'later', 'fills none'] as const
type Kind = (typeof KINDS)[number]

interface Side {
  readonly waiting: number
  readonly market: Market
  readonly costs: Readonly<Record<Kind, Cost[]>>
}

async function openSide(serverUrl: string, waiting: number, say: Progress): Promise<Side> {
  const market = await openMarket(serverUrl, `bench_growth_${process.pid}_${waiting}`)
  await market.rest('far', waiting, FAR)
  // Otherwise it would run in the middle of a tick and count as part of it.
  await market.client`alter table orders set (autovacuum_enabled = off)`
  await market.client`vacuum analyze`
  say(`${whole(waiting)} orders wait`)
  return { waiting, market, costs: { 'behind a checkpoint': [], later: [], 'fills none': [] } }
}

/** One tick of each kind. PostgreSQL logs a page whole that is changed after a checkpoint. */
async function play({ market }: Side, run: string): Promise<Readonly<Record<Kind, Cost>>> {
  await market.rest(`${run}a`, CROSSING, CROSSES)
  await market.client`checkpoint`
  const first = await market.costOf(() => market.tick())
  await market.rest(`${run}b`, CROSSING, CROSSES)
  const later = await market.costOf(() => market.tick())
  const none = await market.costOf(async () => {
    for (let tick = 0; tick < QUIET_TICKS; tick++) await market.tick()
  })
  return { 'behind a checkpoint': first, later, 'fills none': each(none, QUIET_TICKS) }
}

const each = ({ serverMs, postgresMs, wallMs, logMiB }: Cost, times: number): Cost => ({
  serverMs: serverMs / times,
  postgresMs: postgresMs / times,
  wallMs: wallMs / times,
  logMiB: logMiB / times,
})

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Lines of a table; each number of waiting orders is compared with the one before the last. */
export async function ticks(
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
      const costs = await play(side, `r${round}`)
      for (const kind of KINDS) side.costs[kind].push(costs[kind])
    }
    say(`ticks ${round}/${rounds}`)
  }
  for (const { market } of sides) await market.close()

  const processorOf = ({ costs }: Side, kind: Kind): number => meanOf(costs[kind].map(processorMs))
  const compared = sides.at(-2)
  const rows = KINDS.flatMap((kind) =>
    sides.map((side) => {
      const costs = side.costs[kind]
      const ratio = compared && processorOf(side, kind) / processorOf(compared, kind)
      return [
        kind,
        whole(side.waiting),
        ...[
          meanOf(costs.map(({ serverMs }) => serverMs)),
          meanOf(costs.map(({ postgresMs }) => postgresMs)),
          median(costs.map(({ wallMs }) => wallMs)),
          meanOf(costs.map(({ logMiB }) => logMiB)),
        ].map((value) => value.toFixed(1)),
        ratio?.toFixed(2) ?? '',
      ]
    }),
  )
  const head = ['a tick', 'waiting', 'server ms', 'PostgreSQL ms', 'clock ms', 'log MiB', 'ratio']
  return tableLines(head, rows)
}
