/** Durable orders over HTTP beside pgbench, which makes one transaction of each order. */
import { play, type Side } from '../contest'
import { httpSide, wrkOrdersSide } from '../http-side'
import { ACCOUNTS, CONNECTIONS } from '../market'
import { ONE_STATEMENT, SIX_ROUND_TRIPS } from '../order-transactions'
import { pgbench } from '../pgbench'
import { startBrokerage } from '../processes'
import { signInAll } from '../requests'
import { hasWrk } from '../wrk'
import type { Bench } from './suite'

const PGBENCH = {
  'pgbench, six round trips': SIX_ROUND_TRIPS,
  'pgbench, one statement': ONE_STATEMENT,
} as const

/** Further numbers of connections, for the waits of fewer or of more clients. */
const OTHER_CONNECTIONS = [1, 8, 256]

export async function orders({ databases, postgres, rounds, say }: Bench) {
  const server = await startBrokerage({ DATABASE_URL: databases.ours, DATA_DIR: '' })
  try {
    let answered = 0
    let unanswered = 0
    const tokens = await signInAll(server.origin)
    /** `left`: orders that a turn has sent at its end, and whose answers it does not wait for. */
    const counted = (side: Side, left = 0): Side => ({
      ...side,
      async run(seconds) {
        const turn = await side.run(seconds)
        answered += turn.answered
        unanswered += left
        return turn
      },
    })
    const oursWith = (connections: number): Side =>
      counted(
        httpSide({
          name: 'ours',
          server,
          workload: { kind: 'orders' },
          meters: postgres,
          tokens: Array.from({ length: connections }, (_, at) => tokens[at % tokens.length] ?? ''),
        }),
      )
    const warm = (side: Side): Side => ({ ...side, age: 'warm' })
    const theirs = Object.entries(PGBENCH).map(
      ([name, transaction]): Side => ({
        name,
        run: (seconds) =>
          pgbench({ url: databases.pgbench, transaction, seconds, meters: postgres }),
      }),
    )
    const oursByWrk = counted(
      wrkOrdersSide({ name: 'ours, by wrk', server, tokens, meters: postgres }),
      CONNECTIONS,
    )
    const what = `POST /v1/orders: LIMIT buys that rest, of ${ACCOUNTS} accounts`
    const { settle } = databases
    const turns = [
      await play(
        {
          name: 'orders',
          what:
            `${what}, ${CONNECTIONS} connections; each is answered after its commit, and all ` +
            'are found in the database afterwards',
          sides: [{ ...oursWith(CONNECTIONS), age: 'young' }, ...theirs],
          settle,
        },
        rounds,
        say,
      ),
    ]
    for (const connections of OTHER_CONNECTIONS) {
      const sides = [warm(oursWith(connections))] as const
      const contest = { name: `orders, ${connections} connections`, what, sides, settle }
      turns.push(await play(contest, rounds, say))
    }
    if (hasWrk()) {
      const contest = { name: 'orders, by wrk', what: `${what}; the generator is wrk`, settle }
      const sides = [warm(oursByWrk), ...theirs.map(warm)] as const
      turns.push(await play({ ...contest, sides }, rounds, say))
    }
    await assertDurable(databases, answered, unanswered)
    return turns
  } finally {
    await server.stop()
  }
}

/**
 * What was answered with 200 is in the database, once, with its event; of what was sent and not
 * waited for, any part may be.
 */
async function assertDurable(
  databases: Bench['databases'],
  answered: number,
  unanswered: number,
): Promise<void> {
  const stored = await databases.ordersIn(databases.ours)
  if (stored < answered || stored > answered + unanswered) {
    throw new Error(`${answered} orders were answered, ${stored} are in the database`)
  }
}
