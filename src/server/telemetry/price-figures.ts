/** The figures of live prices, of a server that takes some [live.seen]. */
import { Counter, Gauge, type Registry } from 'prom-client'

/** Of live prices [live.seen]. */
export interface PriceLevels {
  readonly sources: number
  readonly accepted: number
  readonly setAside: Readonly<Record<string, number>>
  readonly refusedMessages: number
  /** The most wanted symbols; the age of a quote is null where none has come. */
  readonly wanted: readonly { readonly symbol: string; readonly ageMs: number | null }[]
}

export function priceFigures(registry: Registry): (levels: PriceLevels) => void {
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
    help: 'Quotes, trades and states that came in, by what became of them.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const refused = new Counter({
    name: 'paper_price_messages_refused_total',
    help: 'Messages of sources that were refused whole, wrong keys among them.',
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
    for (const [outcome, count] of Object.entries(levels.setAside)) items.inc({ outcome }, count)
    refused.reset()
    refused.inc(levels.refusedMessages)
  }
}
