/**
 * Metrics of one process for Prometheus [run.metrics], with the metrics of live prices [live.seen].
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type AccountEvent, isOfLeg } from '../../core/conditional/leg'
import type { Answered, OnAnswered } from '../../http/call'

/** Values that are read when the metrics are. */
export interface Levels {
  /** Commands of clients that have no answer yet. */
  readonly waiting: number
  readonly ticksSkipped: number
  /** Null if another process moves the market. */
  readonly tickAgeSeconds: number | null
  readonly streams: { readonly count: number; readonly eventsBehind: number }
  readonly connectionsLost: number
  /** Null unless prices come from outside. */
  readonly prices: PriceLevels | null
}

export interface Metrics {
  readonly answered: OnAnswered
  readonly batchDone: (commands: number, ms: number) => void
  readonly ordersChanged: (events: readonly AccountEvent[]) => void
  /** Returns the text, with the current levels. */
  read(levels: Levels): Promise<string>
  readonly contentType: string
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Gauges of prom-client that are named like counters. Its gauges by type have the same values. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

class RegistryMetrics implements Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]
  readonly #requests: ReturnType<typeof requestHistogram>
  readonly #orders = new Counter({
    name: 'paper_order_events_total',
    help: 'Events of orders that this process has committed, by the status that they led to.',
    labelNames: ['status'] as const,
    registers: this.#registers,
  })
  readonly #batches = new Histogram({
    name: 'paper_batch_commands',
    help: 'Commands that were committed together.',
    buckets: BATCH_SIZES,
    registers: this.#registers,
  })
  readonly #commits = new Histogram({
    name: 'paper_batch_seconds',
    help: 'Time of a batch, from its first statement to the answer to its COMMIT.',
    buckets: SECONDS,
    registers: this.#registers,
  })
  readonly #waiting = this.#level(
    'paper_commands_waiting',
    'Commands of clients without an answer yet.',
  )
  readonly #moves = this.#level(
    'paper_market_moved_here',
    '1 if this process moves the market, else 0.',
  )
  readonly #tickAge = this.#level(
    'paper_tick_age_seconds',
    'Market seconds since the last tick that was carried out; NaN if another process moves it.',
  )
  readonly #readers = this.#level('paper_stream_readers', 'Streams of order events that are open.')
  readonly #behind = this.#level(
    'paper_stream_events_behind',
    'Events that the slowest reader of a stream has not been sent.',
  )
  readonly #skipped = new Counter({
    name: 'paper_ticks_skipped_total',
    help: 'Ticks that were skipped because they were late.',
    registers: this.#registers,
  })
  readonly #lost = new Counter({
    name: 'paper_database_connections_lost_total',
    help: 'Connections to the database that were lost; new ones took their place.',
    registers: this.#registers,
  })
  #prices: ((levels: PriceLevels) => void) | null = null
  readonly contentType: string = this.#registry.contentType
  readonly answered: OnAnswered

  constructor(cell: string | null) {
    if (cell !== null) this.#registry.setDefaultLabels({ cell })
    this.#requests = requestHistogram(cell)
    this.answered = this.#requests.answered
    collectDefaultMetrics({ register: this.#registry })
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name)
  }

  readonly batchDone = (commands: number, ms: number): void => {
    this.#batches.observe(commands)
    this.#commits.observe(ms / 1_000)
  }

  ordersChanged(events: readonly AccountEvent[]): void {
    for (const event of events) {
      if (!isOfLeg(event)) this.#orders.inc({ status: event.order.status })
    }
  }

  async read(levels: Levels): Promise<string> {
    this.#waiting.set(levels.waiting)
    this.#moves.set(levels.tickAgeSeconds === null ? 0 : 1)
    this.#tickAge.set(levels.tickAgeSeconds ?? Number.NaN)
    this.#readers.set(levels.streams.count)
    this.#behind.set(levels.streams.eventsBehind)
    this.#skipped.reset()
    this.#skipped.inc(levels.ticksSkipped)
    this.#lost.reset()
    this.#lost.inc(levels.connectionsLost)
    if (levels.prices !== null) {
      this.#prices ??= priceMetrics(this.#registry)
      this.#prices(levels.prices)
    }
    return `${await this.#registry.metrics()}\n${this.#requests.text()}`
  }

  #level(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: this.#registers })
  }
}

/** Each metric has the cell as a label, if there is one [run.cell-seen]. */
export const openMetrics = (cell: string | null = null): Metrics => new RegistryMetrics(cell)

/** Values of live prices [live.seen]. */
export interface PriceLevels {
  readonly sources: number
  readonly accepted: number
  readonly rejected: Readonly<Record<string, number>>
  readonly refusedMessages: number
  /** The most wanted symbols. The age of a quote is null if there is no quote. */
  readonly wanted: readonly { readonly symbol: string; readonly ageMs: number | null }[]
}

function priceMetrics(registry: Registry): (levels: PriceLevels) => void {
  const registers = [registry]
  const age = new Gauge({
    name: 'paper_quote_age_seconds',
    help: 'Seconds since the last quote of each wanted symbol, by its own time; NaN without one.',
    labelNames: ['symbol'] as const,
    registers,
  })
  const sources = new Gauge({
    name: 'paper_price_sources',
    help: 'Sources of live prices that are connected to this process.',
    registers,
  })
  const items = new Counter({
    name: 'paper_price_items_total',
    help: 'Quotes, trades and states from sources, by their outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const refused = new Counter({
    name: 'paper_price_messages_refused_total',
    help: 'Messages of sources that were refused, including those with a wrong key.',
    registers,
  })
  return (levels) => {
    age.reset()
    for (const { symbol, ageMs } of levels.wanted) {
      age.set({ symbol }, ageMs === null ? Number.NaN : ageMs / 1_000)
    }
    sources.set(levels.sources)
    items.reset()
    items.inc({ outcome: 'accepted' }, levels.accepted)
    for (const [outcome, count] of Object.entries(levels.rejected)) items.inc({ outcome }, count)
    refused.reset()
    refused.inc(levels.refusedMessages)
  }
}

const NAME = 'paper_request_seconds'
const HELP = 'Requests by method, route and status: how many, and the time until each was answered.'
const BOUNDS_MS = SECONDS.map((seconds) => seconds * 1_000)

interface Series {
  readonly method: string
  readonly route: string | null
  readonly status: number
  /** One count for each bucket, and one for times beyond all buckets. */
  readonly counts: number[]
  sumMs: number
}

/**
 * Counts requests and their times by method, route and status. It does not use prom-client, which
 * makes a text of the labels for each observation. That takes a twentieth of the time of a whole
 * request for a quote. `text` has the text format of Prometheus 0.0.4.
 */
function requestHistogram(cell: string | null) {
  const all: Series[] = []
  // Keyed by route alone, since a key of all three would be a new text for each request.
  const byRoute = new Map<string | null, Series[]>()

  function seriesOf(method: string, route: string | null, status: number): Series {
    const ofRoute = byRoute.get(route) ?? []
    const existing = ofRoute.find((each) => each.status === status && each.method === method)
    if (existing !== undefined) return existing
    const counts = new Array<number>(SECONDS.length + 1).fill(0)
    const series = { method, route, status, counts, sumMs: 0 }
    byRoute.set(route, [...ofRoute, series])
    all.push(series)
    return series
  }

  return {
    answered({ method, route, status, ms }: Answered) {
      const series = seriesOf(method, route, status)
      let bucket = 0
      while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] ?? 0)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sumMs += ms
    },
    text(): string {
      const head = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`]
      return `${[...head, ...all.flatMap((series) => linesOf(series, cell))].join('\n')}\n`
    },
  }
}

/** The labels need no escape: routes are our own, and methods are HTTP's. */
function linesOf(
  { method, route, status, counts, sumMs }: Series,
  cell: string | null,
): readonly string[] {
  const inCell = cell === null ? '' : `,cell="${cell}"`
  const labels = `method="${method}",route="${route ?? 'none'}",status="${status}"${inCell}`
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
