/** The results in words and in a table. */
import { ACCOUNTS, CONNECTIONS } from './market'
import type { Options } from './options'
import { type Duel, type Measured, whole } from './rounds'
import { median, medianRatio } from './statistics'

export interface Setting {
  readonly machine: string
  readonly bun: string
  readonly commit: string
}

interface Line {
  readonly what: string
  readonly oursPerSecond: number
  readonly theirs: string
  readonly theirsPerSecond: number
  /** The median of the rounds' ratios, not the ratio of the medians. */
  readonly ratio: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of one core, what the generator took beside the server. */
  readonly generatorCores: number
}

function lineOf(what: string, theirs: string, { ours, theirsPerSecond }: Duel): Line {
  const perSecond = ours.map((counted) => counted.perSecond)
  return {
    what,
    oursPerSecond: median(perSecond),
    theirs,
    theirsPerSecond: median(theirsPerSecond),
    ratio: medianRatio(perSecond, theirsPerSecond),
    p50Ms: median(ours.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(ours.map(({ p99Ms }) => p99Ms)),
    generatorCores: median(ours.map(({ coresUsed }) => coresUsed)),
  }
}

export function resultsOf({ orders, quotes, embedded, database }: Measured, setting: Setting) {
  return {
    ...setting,
    database,
    orders: lineOf('durable orders', 'pgbench', orders),
    quotes: lineOf('quotes', 'bare Bun.serve', quotes),
    embedded: {
      ordersPerSecond: embedded.counted.perSecond,
      p99Ms: embedded.counted.p99Ms,
      residentBytes: embedded.residentBytes,
    },
  }
}

export type Results = ReturnType<typeof resultsOf>

export function report(results: Results, { rounds, seconds }: Options): string {
  const { orders, quotes, embedded } = results
  const rows = [
    ['', 'ours', 'beside it', 'ratio', 'p50', 'p99', 'generator'],
    ...[orders, quotes].map((line) => [
      line.what,
      `${whole(line.oursPerSecond)}/s`,
      `${whole(line.theirsPerSecond)}/s ${line.theirs}`,
      `${line.ratio.toFixed(2)} ×`,
      `${line.p50Ms.toFixed(1)} ms`,
      `${line.p99Ms.toFixed(1)} ms`,
      `${line.generatorCores.toFixed(2)} cores`,
    ]),
  ]
  return `
machine    ${results.machine}
software   Bun ${results.bun}, ${results.database}
commit     ${results.commit}
orders     LIMIT BUYs that rest, POST /v1/orders, ${CONNECTIONS} connections, \
${whole(ACCOUNTS)} accounts; each answered
           after its commit, and all found in the database afterwards
pgbench    one transaction per order, ${CONNECTIONS} clients: lock account, insert order, insert
           event, update account; same schema, same server, prepared statements
quotes     GET /v1/market/quotes?symbols=AAPL with a token, beside a bare Bun.serve that answers
           a constant of the same size
figures    medians of ${rounds} rounds of ${seconds} s (quotes: ${seconds / 2} s) in turn; \
the ratio is the median of
           the rounds' ratios; the generator runs on the same machine

${aligned(rows)}

embedded   ${whole(embedded.ordersPerSecond)} orders/s (p99 ${embedded.p99Ms.toFixed(1)} ms), \
${whole(embedded.residentBytes / 2 ** 20)} MiB resident afterwards`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
