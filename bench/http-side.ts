/** A server as one side of a contest, asked by our generator or by wrk. */
import type { Side, Turn } from './contest'
import { perRequest } from './pgbench'
import { load, type Serving } from './processes'
import { type Meters, metered, meterOf } from './processor'
import type { Workload } from './requests'
import { wrkOrders, wrkReads } from './wrk'

/** The generator's own: it starts its connections, and is compiled while it runs. */
const WARM_UP_SECONDS = 0.5

export interface HttpSide {
  readonly name: string
  readonly server: Serving
  readonly workload: Workload
  /** One for each connection. */
  readonly tokens: readonly string[]
  /** Meters of the processes behind the server. */
  readonly meters?: Meters
}

/**
 * Counts the turns of all sides together. Otherwise two sides of one server would send the same
 * ids, and the later orders would be replays.
 */
let turns = 0

export function httpSide({ name, server, workload, tokens, meters }: HttpSide): Side {
  return {
    name,
    async run(seconds) {
      turns++
      const task = { origin: server.origin, workload, tokens, run: `r${server.pid}-${turns}` }
      const { done, micros } = await metered({ server: meterOf(server.pid), ...meters }, () =>
        load({ ...task, warmUpSeconds: WARM_UP_SECONDS, seconds }),
      )
      const { perSecond, answered, p50Ms, p99Ms } = done
      return { perSecond, answered, p50Ms, p99Ms, cpuMicros: perRequest(micros, answered) }
    },
  }
}

/** The same read by wrk, all connections with one token and one request id. */
export const wrkSide = (name: string, server: Serving, path: string, token: string): Side =>
  byWrk(name, server, {}, (seconds) => wrkReads(`${server.origin}${path}`, token, seconds))

/** Orders by wrk. */
export const wrkOrdersSide = ({ name, server, tokens, meters }: Omit<HttpSide, 'workload'>): Side =>
  byWrk(name, server, meters, (seconds) => {
    turns++
    return wrkOrders(server.origin, tokens, `w${server.pid}-${turns}`, seconds)
  })

const byWrk = (
  name: string,
  server: Serving,
  meters: Meters | undefined,
  work: (seconds: number) => Promise<Omit<Turn, 'cpuMicros'>>,
): Side => ({
  name,
  async run(seconds): Promise<Turn> {
    const { done, micros } = await metered({ server: meterOf(server.pid), ...meters }, () =>
      work(seconds),
    )
    return { ...done, cpuMicros: perRequest(micros, done.answered) }
  },
})
