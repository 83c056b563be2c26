/**
 * One, two and four servers on one PostgreSQL, with the same connections dealt out to them: what a
 * second process is for. The generator has a process for each server.
 */
import { play, type Side, type Turn } from '../contest'
import { httpSide } from '../http-side'
import { accountsOf, CONNECTIONS } from '../market'
import { perRequest } from '../pgbench'
import { type Serving, startBrokerage } from '../processes'
import { type Meters, metered } from '../processor'
import { signInAll, type Workload } from '../requests'
import type { Bench } from './suite'

const COUNTS = [1, 2, 4] as const
const SECONDS_MAX = 2
const NAMES = { 1: 'one server', 2: 'two servers', 4: 'four servers' } as const

const [accountId = ''] = accountsOf(0)

const WORK: readonly { readonly name: string; readonly what: string; readonly load: Workload }[] = [
  {
    name: 'orders by servers',
    what: `POST /v1/orders over ${CONNECTIONS} connections, each account's on one server`,
    load: { kind: 'orders' },
  },
  {
    name: 'reads by servers',
    what: `GET /v1/account/buying-power over ${CONNECTIONS} connections, which reads the database`,
    load: { kind: 'reads', path: '/v1/account/buying-power', accountId },
  },
  {
    name: 'quotes by servers',
    what: `GET /v1/market/quotes over ${CONNECTIONS} connections, which reads no database`,
    load: { kind: 'reads', path: '/v1/market/quotes?symbols=AAPL' },
  },
]

export async function processes({ databases, postgres, rounds, say }: Bench) {
  const servers: Serving[] = []
  try {
    // On the system clock: a simulated one is one server's.
    for (let count = 0; count < Math.max(...COUNTS); count++) {
      const database = { DATABASE_URL: databases.ours, DATA_DIR: '' }
      servers.push(await startBrokerage(database, { MARKET_CLOCK: '' }))
    }
    const [first] = servers
    if (first === undefined) return []
    const tokens = await signInAll(first.origin)
    const played = []
    for (const { name, what, load } of WORK) {
      const [one, ...more] = COUNTS.map((count) => {
        const dealt = servers.slice(0, count).map((server, at) =>
          httpSide({
            name: NAMES[count],
            server,
            workload: load,
            tokens: tokens.map((token, connection) => {
              if (connection % count !== at) return ''
              return load.kind === 'orders' ? token : (tokens[0] ?? '')
            }),
          }),
        )
        return together(NAMES[count], dealt, postgres)
      })
      if (one === undefined) continue
      const { settle } = databases
      const short = { ...rounds, seconds: Math.min(rounds.seconds, SECONDS_MAX) }
      const setting = `${what}; rounds of ${short.seconds} s`
      played.push(await play({ name, what: setting, sides: [one, ...more], settle }, short, say))
    }
    return played
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** The sides at once, as one. */
const together = (name: string, sides: readonly Side[], postgres: Meters): Side => ({
  name,
  async run(seconds) {
    const { done: turns, micros } = await metered(postgres, () =>
      Promise.all(sides.map((side) => side.run(seconds))),
    )
    const sum = (of: (turn: Turn) => number): number =>
      turns.reduce((all, turn) => all + of(turn), 0)
    const answered = sum((turn) => turn.answered)
    const most = (of: (turn: Turn) => number | null): number =>
      Math.max(...turns.map((turn) => of(turn) ?? 0))
    const servers = sum((turn) => (turn.cpuMicros.server ?? 0) * turn.answered)
    return {
      perSecond: sum((turn) => turn.perSecond),
      answered,
      p50Ms: most((turn) => turn.p50Ms),
      p99Ms: most((turn) => turn.p99Ms),
      cpuMicros: { servers: servers / answered, ...perRequest(micros, answered) },
    }
  },
})
