/**
 * Our server with the log and the metrics of its requests, or with neither. No setting takes both
 * away: a log that is silent still looks at each request. It answers over HTTP, and quotes within
 * its own process for as long as its parent says.
 */

import { processLog, reportsTo } from '../src/clients/cli/server/command'
import { openBrokerage } from '../src/server/compose/brokerage'
import { readConfig } from '../src/server/config/config'

export interface Asked {
  readonly token: string
  readonly seconds: number
}

export interface WatchedCounts {
  readonly answered: number
  readonly seconds: number
  /** The processor time of this process, with what it writes to its log. */
  readonly micros: number
}

/** As many as come with one look at the sockets of 64 connections. */
const AT_ONCE = 64

async function quotesWithin(
  ask: (request: Request) => Response | Promise<Response>,
  { token, seconds }: Asked,
): Promise<WatchedCounts> {
  const url = 'http://127.0.0.1/v1/market/quotes?symbols=AAPL'
  const headers = { authorization: `Bearer ${token}`, 'x-service-request-id': 'within' }
  const beganAtMs = performance.now()
  const before = process.cpuUsage()
  let answered = 0
  let passedMs = 0
  while (passedMs < seconds * 1_000) {
    for (let asked = 0; asked < AT_ONCE; asked++) {
      const found = ask(new Request(url, { headers }))
      const { status } = found instanceof Promise ? await found : found
      if (status !== 200) throw new Error(`a quote was answered ${status}`)
    }
    answered += AT_ONCE
    await new Promise<void>((resume) => setImmediate(resume))
    passedMs = performance.now() - beganAtMs
  }
  const { user, system } = process.cpuUsage(before)
  return { answered, seconds: passedMs / 1_000, micros: user + system }
}

if (import.meta.main) {
  const isWatched = process.argv[2] === 'watched'
  const read = readConfig(process.env)
  if ('faults' in read) throw new Error('the benchmark has set its server up wrongly')
  const log = processLog(
    { format: 'json', faultFormat: 'json', level: 'info', cell: null },
    { say: console.log, complain: console.error },
  )
  const { answered, ...reports } = reportsTo(log)
  const { app } = await openBrokerage(
    { ...read.config, metrics: isWatched },
    isWatched && answered !== undefined ? { ...reports, answered } : reports,
  )
  app.listen({ hostname: '127.0.0.1', port: 0 })
  console.log(`listening ${app.server?.url.origin}`)
  process.on('message', async (asked: Asked) => {
    process.send?.(await quotesWithin((request) => app.fetch(request), asked))
  })
}
