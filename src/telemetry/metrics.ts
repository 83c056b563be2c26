/** The figures of one process, as Prometheus reads them [run.metrics]. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OnAnswered } from '../api/pipeline/http'
import type { OrderEvent } from '../core/order/event'
import { type PriceLevels, priceFigures } from './price-figures'
import { requestHistogram } from './request-histogram'

/** What is looked at when somebody asks. */
export interface Levels {
  /** Commands of clients that have no answer yet. */
  readonly waiting: number
  readonly ticksSkipped: number
  /** Null: another process moves the market. */
  readonly tickAgeSeconds: number | null
  readonly streams: { readonly count: number; readonly eventsBehind: number }
  readonly connectionsLost: number
  /** Null unless prices come from outside. */
  readonly prices: PriceLevels | null
}

export interface Metrics {
  readonly answered: OnAnswered
  readonly batchDone: (commands: number, ms: number) => void
  readonly ordersChanged: (events: readonly OrderEvent[]) => void
  /** The text, with the levels as they are now. */
  read(levels: Levels): Promise<string>
  readonly contentType: string
}

const BATCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Levels of prom-client's own with the ending of counters; each is there by its type as well. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const requests = requestHistogram()
  const orders = new Counter({
    name: 'paper_order_events_total',
    help: 'Events of orders that this process has committed, by the status that they led to.',
    labelNames: ['status'] as const,
    registers,
  })
  const batches = new Histogram({
    name: 'paper_batch_commands',
    help: 'Commands that were committed together.',
    buckets: BATCH_SIZES,
    registers,
  })
  const commits = new Histogram({
    name: 'paper_batch_seconds',
    help: 'Time of a batch, from its first statement to the answer to its COMMIT.',
    buckets: BATCH_SECONDS,
    registers,
  })
  const level = (name: string, help: string): Gauge => new Gauge({ name, help, registers })
  const waiting = level('paper_commands_waiting', 'Commands of clients without an answer yet.')
  const moves = level('paper_market_moved_here', '1 where this process moves the market, else 0.')
  const tickAge = level(
    'paper_tick_age_seconds',
    'Market seconds since the last tick that was carried out; NaN where another process moves it.',
  )
  const readers = level('paper_stream_readers', 'Streams of order events that are open.')
  const behind = level(
    'paper_stream_events_behind',
    'Events that the slowest reader of a stream has not been sent.',
  )
  const skipped = new Counter({
    name: 'paper_ticks_skipped_total',
    help: 'Ticks that were left out because they were late.',
    registers,
  })
  const lost = new Counter({
    name: 'paper_database_connections_lost_total',
    help: 'Connections to the database that were lost; new ones took their place.',
    registers,
  })

  let prices: ((levels: PriceLevels) => void) | null = null

  return {
    contentType: registry.contentType,
    answered: requests.answered,
    batchDone(commands, ms) {
      batches.observe(commands)
      commits.observe(ms / 1_000)
    },
    ordersChanged(events) {
      for (const { order } of events) orders.inc({ status: order.status })
    },
    async read(levels) {
      waiting.set(levels.waiting)
      moves.set(levels.tickAgeSeconds === null ? 0 : 1)
      tickAge.set(levels.tickAgeSeconds ?? Number.NaN)
      readers.set(levels.streams.count)
      behind.set(levels.streams.eventsBehind)
      skipped.reset()
      skipped.inc(levels.ticksSkipped)
      lost.reset()
      lost.inc(levels.connectionsLost)
      if (levels.prices !== null) {
        prices ??= priceFigures(registry)
        prices(levels.prices)
      }
      return `${await registry.metrics()}\n${requests.text()}`
    },
  }
}
