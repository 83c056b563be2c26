/** What a page costs beside 10,000 and beside very many rows of history, the sides taking turns. */
import postgres from 'postgres'
import { tableLines } from '../../src/clients/cli/shared/format'
import { issueToken } from '../../src/clients/sdk/token'
import { inTurn, type Progress, whole } from '../contest'
import { ACCOUNTS, CONNECTIONS, clientOf } from '../market'
import { startBrokerage } from '../processes'
import { metered, meterOf, postgresMeters } from '../processor'
import { median } from '../statistics'

/** The clients that read, and as many accounts with history in the small database. */
export const READERS = 10
const PAGES = {
  'closed orders': '/v1/orders?status=CLOSED&limit=100',
  'closed orders of a symbol': '/v1/orders?symbol=KO&status=CLOSED&limit=100',
  'all orders of a symbol': '/v1/orders?symbol=KO&limit=100',
  fills: '/v1/orders/fills?limit=100',
} as const
const PAGES_OF_A_TURN = 100

interface Reader {
  readonly name: string
  /** Reads a page of the accounts in turn. */
  read(path: string, times: number): Promise<readonly number[]>
  readonly serverMs: () => Promise<number>
}

/** `accounts` are numbers; a client may use the accounts whose remainder is its own. */
async function openReaders(url: string, sides: Readonly<Record<string, readonly number[]>>) {
  const server = await startBrokerage({ DATABASE_URL: url, DATA_DIR: '' })
  const tokens = await Promise.all(
    Array.from({ length: READERS }, (_, client) =>
      issueToken(server.origin, clientOf(client), fetch, `bench-${client}`),
    ),
  )
  const meter = meterOf(server.pid)
  const readers = Object.entries(sides).map(([name, accounts]): Reader => {
    let turn = 0
    return {
      name,
      serverMs: async () => (await meter()) / 1_000,
      async read(path, times) {
        const tookMs: number[] = []
        for (let time = 0; time < times; time++) {
          const account = accounts[turn++ % accounts.length] ?? 0
          const beganAtMs = performance.now()
          const response = await fetch(`${server.origin}${path}`, {
            headers: {
              authorization: `Bearer ${tokens[account % CONNECTIONS]}`,
              'x-service-request-id': `page-${turn}`,
              'x-service-account-id': `acc_${String(account).padStart(16, '0')}`,
            },
          })
          const text = await response.text()
          tookMs.push(performance.now() - beganAtMs)
          if (response.status !== 200) throw new Error(`${path}: ${text}`)
        }
        return tookMs
      },
    }
  })
  return { readers, stop: server.stop }
}

/** The accounts with history that the reading clients may use. */
const accountsOf = (traded: number): number[] =>
  Array.from({ length: traded }, (_, account) => account).filter(
    (account) => account % CONNECTIONS < READERS,
  )

export interface PagesAsked {
  /** Databases with a long life; the first has `READERS` accounts with history. */
  readonly small: string
  readonly large: string
  /** The accounts of the large database. */
  readonly accounts: number
  readonly rounds: number
}

/** Lines of a table. */
export async function pages(
  { small, large, accounts, rounds }: PagesAsked,
  say: Progress,
): Promise<readonly string[]> {
  const client = postgres(small, { max: 1, onnotice: () => {} })
  const meters = await postgresMeters(client)
  const few = accountsOf(READERS)
  const servers = [
    await openReaders(small, { 'few rows': few }),
    await openReaders(large, {
      'many rows, the same accounts': few,
      [`many rows, one of ${whole(accountsOf(accounts).length)} accounts each time`]: accountsOf(
        Math.max(accounts, ACCOUNTS),
      ),
    }),
  ]
  const readers = servers.flatMap((server) => server.readers)
  const rows: string[][] = []
  for (const [what, path] of Object.entries(PAGES)) {
    const costs = readers.map((reader) => ({
      reader,
      server: 0,
      postgres: 0,
      tookMs: [] as number[],
    }))
    for (const { reader } of costs) await reader.read(path, PAGES_OF_A_TURN)
    for (let round = 1; round <= rounds; round++) {
      for (const cost of inTurn(costs, round)) {
        const before = await cost.reader.serverMs()
        const { done, micros } = await metered(meters, () =>
          cost.reader.read(path, PAGES_OF_A_TURN),
        )
        cost.server += (await cost.reader.serverMs()) - before
        cost.postgres += (micros.PostgreSQL ?? 0) / 1_000
        cost.tookMs.push(...done)
      }
    }
    say(`pages of ${what}: ${rounds} rounds`)
    const asked = rounds * PAGES_OF_A_TURN
    const [first] = costs
    const all = (cost: typeof first): number =>
      cost === undefined ? Number.NaN : cost.server + cost.postgres
    for (const cost of costs) {
      rows.push([
        what,
        cost.reader.name,
        ...[cost.server / asked, cost.postgres / asked, median(cost.tookMs)].map((ms) =>
          ms.toFixed(2),
        ),
        (all(cost) / all(first)).toFixed(2),
      ])
    }
  }
  for (const server of servers) await server.stop()
  await client.end()
  return tableLines(
    ['a page of 100', 'beside', 'server ms', 'PostgreSQL ms', 'clock ms', 'ratio'],
    rows,
  )
}
