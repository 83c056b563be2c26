/** Alpaca's data for the ingest: its stream, and its history for gaps in the stream. */
import { atMs } from '../../../../core/time'
import { errorMessage } from '../../../../lib/text'
import { regularSession, sessionAt } from '../../../../market/calendar'
import type { Alarm } from '../../../../market/clock'
import type { IngestLink } from '../ingest-link'
import { type AlpacaRest, alpacaRest } from './rest'
import { type AlpacaStream, openAlpacaStream } from './stream'
import { type Translated, translate } from './translate'

export interface AlpacaSettings {
  readonly keyId: string
  readonly secret: string
  readonly feed: string
  readonly symbolsMax: number
  readonly roundLot: string
  readonly streamUrl: string
  readonly restUrl: string
}

export interface AlpacaSourceDeps extends AlpacaSettings {
  readonly ingest: Pick<IngestLink, 'push'>
  readonly after: Alarm
  readonly nowMs: () => number
  readonly say: (text: string) => void
}

export interface AlpacaSource extends AlpacaStream {
  /** Requests the official prices that are due; to be called once a minute. */
  requestOfficials(): Promise<void>
}

const SYMBOLS_PER_CALL = 50
/** The free plan shows the consolidated tape after 15 minutes. */
const OFFICIAL_AFTER_MS = 16 * 60_000
const OFFICIAL_UNTIL_MS = 29 * 60_000

export function openAlpacaSource(deps: AlpacaSourceDeps): AlpacaSource {
  const { ingest, nowMs, say, roundLot } = deps
  const rest: AlpacaRest = alpacaRest({ ...deps, url: deps.restUrl })
  /** The time of the last data of each symbol. */
  const lastDataMs = new Map<string, number>()
  const requested = new Set<string>()
  let wanted: readonly string[] = []

  const push = ({ kind, item }: Translated): void => ingest.push(kind, item)

  const stream = openAlpacaStream({
    ...deps,
    url: `${deps.streamUrl}/v2/${deps.feed}`,
    data(message) {
      const translated = translate(message, roundLot)
      if (translated === undefined) return
      push(translated)
      const { symbol } = translated.item
      if (symbol !== undefined) lastDataMs.set(symbol, nowMs())
    },
    subscribed: (symbols) => void fillGap(symbols),
  })

  /** Reads the minutes since the last data, or of this trading date, and the latest quotes. */
  async function fillGap(symbols: readonly string[]): Promise<void> {
    const dayMs = openingMs(nowMs())
    for (let first = 0; first < symbols.length; first += SYMBOLS_PER_CALL) {
      const some = symbols.slice(first, first + SYMBOLS_PER_CALL)
      const fromMs = Math.min(...some.map((one) => Math.max(lastDataMs.get(one) ?? dayMs, dayMs)))
      const from = atMs(Math.floor(fromMs / 60_000) * 60_000).toString()
      try {
        for (const bar of await rest.bars(some, from)) if (isOver(bar)) push(bar)
        for (const quote of await rest.latestQuotes(some)) push(quote)
      } catch (error) {
        say(`the history could not be read: ${errorMessage(error)}`)
      }
    }
  }

  /** Whether the minute is over: until then its bar is not complete. */
  const isOver = ({ item }: Translated): boolean =>
    (item.startsAt ?? '') < atMs(Math.floor(nowMs() / 60_000) * 60_000).toString()

  async function requestOfficials(): Promise<void> {
    const date = sessionAt(atMs(nowMs())).tradingDate
    const hours = regularSession(date)
    if (hours === null || wanted.length === 0) return
    const due = [
      { auction: 'OPG', heldAt: hours.opensAt },
      { auction: 'CLS', heldAt: hours.closesAt },
    ] as const
    for (const { auction, heldAt } of due) {
      const agoMs = nowMs() - heldAt.epochMilliseconds
      const key = `${auction} ${date}`
      if (agoMs < OFFICIAL_AFTER_MS || agoMs > OFFICIAL_UNTIL_MS || requested.has(key)) continue
      requested.add(key)
      for (const one of await rest.auctions(wanted, String(date), auction)) push(one)
    }
  }

  return {
    failed: stream.failed,
    close: () => stream.close(),
    want(symbols) {
      wanted = symbols.slice(0, deps.symbolsMax)
      stream.want(symbols)
    },
    requestOfficials,
  }
}

/** The opening of the first session of the trading date. */
function openingMs(nowMs: number): number {
  const { tradingDate } = sessionAt(atMs(nowMs))
  const regular = regularSession(tradingDate)
  const PRE_MARKET_MS = 5.5 * 3_600_000
  return regular === null ? nowMs : regular.opensAt.epochMilliseconds - PRE_MARKET_MS
}
