/** How fast very many orders are filled at one tick, beside COPY of the rows that this writes. */
import { tmpdir } from 'node:os'
import { type Progress, whole } from '../contest'
import { type Cost, CROSSES, type Market, openMarket, processorMs } from './market'

const AT_ONCE = 100_000

export async function atOnce(serverUrl: string, say: Progress): Promise<string> {
  const market = await openMarket(serverUrl, `bench_growth_${process.pid}_once`)
  const { client } = market
  try {
    await market.rest('once', AT_ONCE, CROSSES)
    await client`checkpoint`
    say(`${whole(AT_ONCE)} orders wait, and all cross`)
    const filled = await market.costOf(() => market.tick())
    const [found] = await client<{ fills: number }[]>`select count(*)::int as fills from fills`
    if (found?.fills !== AT_ONCE) throw new Error(`${found?.fills} of ${AT_ONCE} were filled`)
    const copied = await copies(market)
    const processor = processorMs(filled)
    return (
      `${whole(AT_ONCE)} orders filled at one tick: ` +
      `${whole((AT_ONCE / filled.wallMs) * 1_000)}/s, ` +
      `${(copied.wallMs / filled.wallMs).toFixed(2)} of the pace of COPY by the clock, ` +
      `${(copied.postgresMs / processor).toFixed(2)} by processor time ` +
      `(${whole(filled.serverMs)} + ${whole(filled.postgresMs)} ms, ` +
      `COPY ${whole(copied.postgresMs)} ms)`
    )
  } finally {
    await market.close()
  }
}

/** What a fill writes, its order, its event and itself, into tables alike; with their indexes. */
async function copies({ client, costOf }: Market): Promise<Pick<Cost, 'postgresMs' | 'wallMs'>> {
  // The server writes and reads it: it runs on this machine.
  const file = `${tmpdir()}/bench_growth_${process.pid}`
  let [postgresMs, wallMs] = [0, 0]
  for (const table of ['orders', 'order_events', 'fills']) {
    await client.unsafe(`copy ${table} to '${file}'`)
    await client.unsafe(`create table copied_${table} (like ${table} including all)`)
    await client`checkpoint`
    const cost = await costOf(async () => {
      await client.unsafe(`copy copied_${table} from '${file}'`)
    })
    postgresMs += cost.postgresMs
    wallMs += cost.wallMs
  }
  await client.unsafe(`copy (select) to program 'rm ${file}'`)
  return { postgresMs, wallMs }
}
