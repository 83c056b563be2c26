/**
 * Requests by method, route and status, with the time that each took. Counted and written by hand:
 * prom-client makes a text of the labels for each observation, a twentieth of the time of a quote.
 */
import type { OnAnswered } from '../../http/http'

const NAME = 'paper_request_seconds'
const HELP = 'Requests by method, route and status: how many, and the time until each was answered.'
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const BOUNDS_MS = SECONDS.map((seconds) => seconds * 1_000)

interface Series {
  readonly method: string
  readonly route: string | null
  readonly status: number
  /** By bucket; the last one has those beyond all bounds. */
  readonly counts: number[]
  sumMs: number
}

export interface RequestHistogram {
  readonly answered: OnAnswered
  /** In the text format of Prometheus 0.0.4. */
  text(): string
}

export function requestHistogram(): RequestHistogram {
  const all: Series[] = []
  // A key of all three would be a new text for each request.
  const byRoute = new Map<string | null, Series[]>()

  function seriesOf(method: string, route: string | null, status: number): Series {
    const ofRoute = byRoute.get(route) ?? []
    const known = ofRoute.find((series) => series.status === status && series.method === method)
    if (known !== undefined) return known
    const counts = new Array<number>(SECONDS.length + 1).fill(0)
    const series = { method, route, status, counts, sumMs: 0 }
    byRoute.set(route, [...ofRoute, series])
    all.push(series)
    return series
  }

  return {
    answered({ method, route, status, ms }) {
      const series = seriesOf(method, route, status)
      let bucket = 0
      while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] ?? 0)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sumMs += ms
    },
    text() {
      const head = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`]
      return `${[...head, ...all.flatMap(linesOf)].join('\n')}\n`
    },
  }
}

/** Routes are our own, and methods those of HTTP: no label needs an escape. */
function linesOf({ method, route, status, counts, sumMs }: Series): readonly string[] {
  const labels = `method="${method}",route="${route ?? 'none'}",status="${status}"`
  let count = 0
  const buckets = counts.map((inBucket, index) => {
    count += inBucket
    return `${NAME}_bucket{${labels},le="${SECONDS[index] ?? '+Inf'}"} ${count}`
  })
  return [
    ...buckets,
    `${NAME}_sum{${labels}} ${sumMs / 1_000}`,
    `${NAME}_count{${labels}} ${count}`,
  ]
}
