/**
 * What the line in the log and the metrics of each request cost: a quote with both beside a quote
 * with neither, over HTTP with the kernel's part of it, and within one process.
 */
import { play, type Side } from '../contest'
import { httpSide, wrkSide } from '../http-side'
import { startWatchedServer, type WatchedServing } from '../processes'
import { signInAll } from '../requests'
import { hasWrk } from '../wrk'
import type { Bench } from './suite'

const PATH = '/v1/market/quotes?symbols=AAPL'
const WHAT = 'a quote with a line in the log (JSON) and metrics for each request, and with neither'

export async function log({ databases, rounds, say }: Bench) {
  const database = { DATABASE_URL: databases.ours, DATA_DIR: '' }
  const watched = await startWatchedServer('watched', database)
  try {
    const unwatched = await startWatchedServer('unwatched', database)
    try {
      const tokens = await signInAll(watched.origin)
      const [token = ''] = tokens
      const workload = { kind: 'reads', path: PATH } as const
      const contest = (
        name: string,
        what: string,
        sideOf: (as: string, s: WatchedServing) => Side,
      ) =>
        play(
          {
            name,
            what: `${WHAT}, ${what}`,
            sides: [sideOf('log and metrics', watched), sideOf('neither', unwatched)],
          },
          rounds,
          say,
        )
      const played = [
        await contest('log', 'over HTTP', (name, server) =>
          httpSide({ name, server, workload, tokens }),
        ),
        await contest('log, in process', 'within one process', (name, server) => ({
          name,
          async run(seconds) {
            const counts = await server.within({ token, seconds })
            const { answered, micros } = counts
            const perSecond = answered / counts.seconds
            return {
              perSecond,
              answered,
              p50Ms: null,
              p99Ms: null,
              cpuMicros: { server: micros / answered },
            }
          },
        })),
      ]
      if (!hasWrk()) return played
      const byWrk = await contest(
        'log, by wrk',
        'over HTTP; the generator is wrk',
        (name, server) => wrkSide(name, server, PATH, token),
      )
      return [...played, byWrk]
    } finally {
      await unwatched.stop()
    }
  } finally {
    await watched.stop()
  }
}
