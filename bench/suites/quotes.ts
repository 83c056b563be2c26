/** Quotes beside a bare Bun.serve that answers a constant of as many bytes. */
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { type Contest, play } from '../contest'
import { httpSide, wrkSide } from '../http-side'
import { bytesOf, type Serving, startBareServer, startBrokerage } from '../processes'
import { signInAll } from '../requests'
import { hasWrk } from '../wrk'
import type { Bench } from './suite'

const SYMBOLS = [1, 50]

export async function quotes({ databases, postgres, rounds, say }: Bench) {
  const server = await startBrokerage({ DATABASE_URL: databases.ours, DATA_DIR: '' })
  try {
    const tokens = await signInAll(server.origin)
    const played = []
    for (const count of SYMBOLS) {
      const symbols = US_INSTRUMENTS.slice(0, count).map(({ symbol }) => symbol)
      const path = `/v1/market/quotes?symbols=${symbols.join()}`
      const bare = await startBareServer(
        await bytesOf(server.origin, { path, token: tokens[0] ?? '' }),
      )
      try {
        for (const contest of contestsOf(count, path, server, bare, tokens, postgres)) {
          played.push(await play(contest, rounds, say))
        }
      } finally {
        await bare.stop()
      }
    }
    return played
  } finally {
    await server.stop()
  }
}

function contestsOf(
  count: number,
  path: string,
  server: Serving,
  bare: Serving,
  tokens: readonly string[],
  meters: Bench['postgres'],
): readonly Contest[] {
  const name = count === 1 ? 'quote of 1 symbol' : `quotes of ${count} symbols`
  const what = 'GET /v1/market/quotes, with tokens, and limits that are counted'
  const workload = { kind: 'reads', path } as const
  const [token = ''] = tokens
  const ours: Contest = {
    name,
    what,
    sides: [
      httpSide({ name: 'ours', server, workload, tokens, meters }),
      httpSide({ name: 'bare Bun.serve', server: bare, workload, tokens }),
    ],
  }
  if (!hasWrk()) return [ours]
  const byWrk: Contest = {
    name: `${name}, by wrk`,
    what: `${what}; the generator is wrk`,
    sides: [wrkSide('ours', server, path, token), wrkSide('bare Bun.serve', bare, path, token)],
  }
  return [ours, byWrk]
}
