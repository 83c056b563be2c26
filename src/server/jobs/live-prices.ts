/**
 * Saves the live prices that this server has accepted, shares them with the other servers of its
 * database, and receives theirs [live.shared]. At every rate of prices, it writes only a few rows a
 * second.
 */
import { atMs, DAY_MS } from '../../core/time'
import { type BarNumbers, type NewBar, writeBars } from '../../ledger/bars'
import {
  LIVE_PRICES_RETENTION_MS,
  type LiveFact,
  livePricesNow,
  livePricesSince,
  noteAsked,
  saveLiveFacts,
  shareLivePrices,
} from '../../ledger/live-prices'
import { EMPTY_BATCH, type SourceBatch } from '../../market/feeds/live/batch'
import type { ChangedMinute, LiveBook } from '../../market/feeds/live/book'
import type { LiveIntake } from '../../market/feeds/live/intake'
import { type RecordLine, readLine, writeLine } from '../../market/feeds/live/record'
import { dateOf } from '../../market/feeds/trading-day'
import type { Database } from '../../postgres/database'
import type { Job } from './jobs'

/** The text of a notification about new prices. */
const NOTIFICATION = 'live-prices'
const SHARE_EVERY_MS = 250
const SAVE_BARS_EVERY_MS = 5_000
/** Prices are also read without a notification, which may be lost. */
const RECEIVE_EVERY_MS = 1_000
const SAVE_WANTED_EVERY_MS = 60_000

export interface LivePricesDeps {
  readonly database: Database
  readonly book: LiveBook
  readonly intake: LiveIntake
  /** A random name, by which a server skips its own prices. */
  readonly server: string
  readonly nowMs: () => number
  /** True if no other server can use this database. */
  readonly alone: boolean
  readonly failed: (error: unknown) => void
  /** Reads the bars since then, if prices of other servers were missed. */
  readonly reload: (afterMs: number) => Promise<void>
}

export interface LivePrices {
  readonly jobs: readonly Job[]
  /** Shares and saves the rest. */
  flush(): Promise<void>
}

export async function openLivePrices(deps: LivePricesDeps): Promise<LivePrices> {
  const prices = new SharedPrices(deps, deps.alone ? '0' : await livePricesNow(deps.database))
  if (!deps.alone) await prices.listen()
  return prices
}

class SharedPrices implements LivePrices {
  readonly #deps: LivePricesDeps
  /** When each wanted symbol was last saved. */
  readonly #wantedSavedAtMs = new Map<string, number>()
  /** The names of the last batches of other servers. */
  readonly #lastBatches = new Set<string>()
  readonly #unsavedFacts = new Map<string, LiveFact>()
  #unsavedMinutes: readonly ChangedMinute[] = []
  #readTo: string
  #receivedAtMs: number
  #ordinal = 0
  #receiving: Promise<void> | null = null
  readonly jobs: readonly Job[]

  constructor(deps: LivePricesDeps, readFrom: string) {
    this.#deps = deps
    this.#readTo = readFrom
    this.#receivedAtMs = deps.nowMs()
    this.jobs = [
      { name: 'share-live-prices', everyMs: SHARE_EVERY_MS, run: this.#share },
      { name: 'save-live-bars', everyMs: SAVE_BARS_EVERY_MS, run: this.#saveBars },
      ...(deps.alone
        ? []
        : [{ name: 'read-live-prices', everyMs: RECEIVE_EVERY_MS, run: () => this.#receive() }]),
    ]
  }

  /** Begins to receive the prices of other servers. */
  async listen(): Promise<void> {
    const receive = (): void => void this.#receive().catch(this.#deps.failed)
    await this.#deps.database.notifications.listen((payload) => {
      if (payload === NOTIFICATION) receive()
    }, receive)
  }

  async flush(): Promise<void> {
    await this.#share()
    await this.#saveBars()
  }

  readonly #share = async (): Promise<void> => {
    const lines = this.#deps.intake.drainBatches()
    const at = atMs(this.#deps.nowMs()).toString()
    const until = atMs(this.#deps.nowMs() - LIVE_PRICES_RETENTION_MS).toString()
    for (const fact of factsIn(lines)) this.#unsavedFacts.set(fact.key, fact)
    await this.#saveFacts()
    if (lines.length > 0 && !this.#deps.alone) {
      this.#ordinal++
      await shareLivePrices(this.#deps.database, {
        server: this.#deps.server,
        ordinal: this.#ordinal,
        at,
        until,
        lines: lines.map(writeLine).join('\n'),
      })
      await this.#deps.database.notifications.notify([NOTIFICATION])
    }
    await this.#saveWanted(at)
  }

  /** Saves facts. If that fails, they stay for the next time. */
  async #saveFacts(): Promise<void> {
    const facts = [...this.#unsavedFacts.values()]
    if (facts.length === 0) return
    await saveLiveFacts(this.#deps.database, facts)
    for (const fact of facts) {
      if (this.#unsavedFacts.get(fact.key) === fact) this.#unsavedFacts.delete(fact.key)
    }
  }

  async #saveWanted(at: string): Promise<void> {
    const savedAtMs = this.#wantedSavedAtMs
    const nowMs = this.#deps.nowMs()
    const wanted = this.#deps.intake.wanted()
    const due = [...wanted.keys()].filter(
      (symbol) => (savedAtMs.get(symbol) ?? 0) < nowMs - SAVE_WANTED_EVERY_MS,
    )
    if (due.length === 0) return
    await noteAsked(this.#deps.database, due, at)
    for (const symbol of due) savedAtMs.set(symbol, this.#deps.nowMs())
    for (const symbol of savedAtMs.keys()) if (!wanted.has(symbol)) savedAtMs.delete(symbol)
  }

  readonly #saveBars = async (): Promise<void> => {
    const changed = [...this.#unsavedMinutes, ...this.#deps.intake.drainMinutes()]
    this.#unsavedMinutes = [...new Map(changed.map((one) => [keyOf(one), one])).values()]
    const bars = this.#unsavedMinutes.flatMap(({ symbol, minute }): NewBar[] => {
      const minutes = this.#deps.book.find(symbol)?.minutes
      const found = minutes?.at(minutes.from(minute))
      if (found?.minute !== minute) return []
      const { open, high, low, close, volume } = found.bar
      const numbers: BarNumbers = [minute, open, high, low, close, volume]
      return [{ symbol, interval: '1m', numbers }]
    })
    if (bars.length > 0) await writeBars(this.#deps.database, '1m', bars)
    this.#unsavedMinutes = []
  }

  /** Concurrent callers share one read, so that batches are taken in order. */
  #receive(): Promise<void> {
    this.#receiving ??= this.#receiveOnce().finally(() => {
      this.#receiving = null
    })
    return this.#receiving
  }

  async #receiveOnce(): Promise<void> {
    const sinceMs = this.#receivedAtMs
    const beganMs = this.#deps.nowMs()
    const found = await livePricesSince(this.#deps.database, this.#readTo, this.#deps.server)
    if (beganMs - sinceMs > LIVE_PRICES_RETENTION_MS / 2) await this.#deps.reload(sinceMs)
    this.#receivedAtMs = beganMs
    for (const { name, lines } of found.batches) {
      if (this.#lastBatches.has(name)) continue
      for (const text of lines.split('\n')) {
        const line = readLine(text)
        if (typeof line !== 'string') this.#deps.book.take(line.batch, line.atMs)
      }
    }
    this.#readTo = found.readTo
    this.#lastBatches.clear()
    for (const { name } of found.batches) this.#lastBatches.add(name)
  }
}

const keyOf = ({ symbol, minute }: ChangedMinute): string => `${symbol} ${minute}`

/** The last fact of each key. */
function factsIn(lines: readonly RecordLine[]): readonly LiveFact[] {
  const facts = new Map<string, LiveFact>()
  for (const { atMs: ms, batch } of lines) {
    const add = (key: string, part: Partial<SourceBatch>): void => {
      const line = writeLine({ atMs: ms, batch: { ...EMPTY_BATCH, ...part } })
      facts.set(key, { key, at: atMs(ms).toString(), line })
    }
    for (const state of batch.states) add(`state ${state.symbol}`, { states: [state] })
    for (const rate of batch.rates) add(`rate ${rate.base}/${rate.quote}`, { rates: [rate] })
    for (const official of batch.officials) {
      const { symbol, auction, atMs: heldMs } = official
      const date = dateOf(Math.floor(heldMs / DAY_MS))
      add(`${auction} ${symbol} ${date}`, { officials: [official] })
    }
  }
  return [...facts.values()]
}
