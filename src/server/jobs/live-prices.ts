/**
 * Keeps the live prices that this server has let in, tells them to the others of its database, and
 * hears theirs [live.shared]. A server writes a few rows a second, however much comes in.
 */
import { atMs, DAY_MS } from '../../core/time'
import { type BarNumbers, type NewBar, writeBars } from '../../ledger/bars'
import {
  keepLiveFacts,
  LIVE_PRICES_KEPT_MS,
  type LiveFact,
  livePricesNow,
  livePricesSince,
  noteAsked,
  tellLivePrices,
} from '../../ledger/live-prices'
import { EMPTY_BATCH, type SourceBatch } from '../../market/feeds/live/batch'
import type { ChangedMinute, LiveBook } from '../../market/feeds/live/book'
import type { LiveIntake } from '../../market/feeds/live/intake'
import { type RecordLine, readLine, writeLine } from '../../market/feeds/live/record'
import { dateOf } from '../../market/feeds/trading-day'
import type { Database } from '../../postgres/database'
import type { Job } from './jobs'

/** What other processes are told by; those that know another kind of notification leave it out. */
const HINT = 'live-prices'
const TELL_EVERY_MS = 250
const KEEP_BARS_EVERY_MS = 5_000
/** Notifications may be lost. */
const LISTEN_EVERY_MS = 1_000
const ASKED_AGAIN_AFTER_MS = 60_000

export interface LivePricesDeps {
  readonly database: Database
  readonly book: LiveBook
  readonly intake: LiveIntake
  /** Drawn at the start: a server does not hear itself. */
  readonly server: string
  readonly nowMs: () => number
  /** No other server has this database. */
  readonly alone: boolean
  readonly failed: (error: unknown) => void
  /** Reads the bars since then: what the others told was missed. */
  readonly reload: (afterMs: number) => Promise<void>
}

export interface LivePrices {
  readonly jobs: readonly Job[]
  /** Tells and keeps what is left. */
  flush(): Promise<void>
}

export async function openLivePrices(deps: LivePricesDeps): Promise<LivePrices> {
  const prices = new SharedPrices(deps, deps.alone ? '0' : await livePricesNow(deps.database))
  if (!deps.alone) await prices.listen()
  return prices
}

class SharedPrices implements LivePrices {
  readonly #deps: LivePricesDeps
  readonly #noted = new Map<string, number>()
  readonly #heard = new Set<string>()
  readonly #unkeptFacts = new Map<string, LiveFact>()
  #unkeptMinutes: readonly ChangedMinute[] = []
  #readTo: string
  #heardAtMs: number
  #ordinal = 0
  #listening: Promise<void> | null = null
  readonly jobs: readonly Job[]

  constructor(deps: LivePricesDeps, readFrom: string) {
    this.#deps = deps
    this.#readTo = readFrom
    this.#heardAtMs = deps.nowMs()
    this.jobs = [
      { name: 'tell-live-prices', everyMs: TELL_EVERY_MS, run: this.#tell },
      { name: 'keep-live-bars', everyMs: KEEP_BARS_EVERY_MS, run: this.#keepBars },
      ...(deps.alone
        ? []
        : [{ name: 'hear-live-prices', everyMs: LISTEN_EVERY_MS, run: () => this.#hear() }]),
    ]
  }

  /** Takes what other servers tell, from now on. */
  async listen(): Promise<void> {
    const again = (): void => void this.#hear().catch(this.#deps.failed)
    await this.#deps.database.notifications.listen((payload) => {
      if (payload === HINT) again()
    }, again)
  }

  async flush(): Promise<void> {
    await this.#tell()
    await this.#keepBars()
  }

  readonly #tell = async (): Promise<void> => {
    const lines = this.#deps.intake.drainBatches()
    const at = atMs(this.#deps.nowMs()).toString()
    const until = atMs(this.#deps.nowMs() - LIVE_PRICES_KEPT_MS).toString()
    for (const fact of factsIn(lines)) this.#unkeptFacts.set(fact.key, fact)
    await this.#keepFacts()
    if (lines.length > 0 && !this.#deps.alone) {
      this.#ordinal++
      const text = lines.map(writeLine).join('\n')
      await tellLivePrices(this.#deps.database, {
        server: this.#deps.server,
        ordinal: this.#ordinal,
        at,
        until,
        lines: text,
      })
      await this.#deps.database.notifications.notify([HINT])
    }
    await this.#tellAsked(at)
  }

  /** What could not be written is written with the next. */
  async #keepFacts(): Promise<void> {
    const facts = [...this.#unkeptFacts.values()]
    if (facts.length === 0) return
    await keepLiveFacts(this.#deps.database, facts)
    for (const fact of facts)
      if (this.#unkeptFacts.get(fact.key) === fact) this.#unkeptFacts.delete(fact.key)
  }

  async #tellAsked(at: string): Promise<void> {
    const sinceMs = this.#deps.nowMs() - ASKED_AGAIN_AFTER_MS
    const asked = this.#deps.intake.wanted()
    const news = [...asked.keys()].filter((symbol) => (this.#noted.get(symbol) ?? 0) < sinceMs)
    if (news.length === 0) return
    await noteAsked(this.#deps.database, news, at)
    for (const symbol of news) this.#noted.set(symbol, this.#deps.nowMs())
    for (const symbol of this.#noted.keys()) if (!asked.has(symbol)) this.#noted.delete(symbol)
  }

  readonly #keepBars = async (): Promise<void> => {
    const changed = new Map(
      [...this.#unkeptMinutes, ...this.#deps.intake.drainMinutes()].map((one) => [keyOf(one), one]),
    )
    this.#unkeptMinutes = [...changed.values()]
    const bars = this.#unkeptMinutes.flatMap(({ symbol, minute }): NewBar[] => {
      const minutes = this.#deps.book.find(symbol)?.minutes
      const found = minutes?.at(minutes.from(minute))
      if (found?.minute !== minute) return []
      const { open, high, low, close, volume } = found.bar
      const numbers: BarNumbers = [minute, open, high, low, close, volume]
      return [{ symbol, interval: '1m', numbers }]
    })
    if (bars.length > 0) await writeBars(this.#deps.database, '1m', bars)
    this.#unkeptMinutes = []
  }

  /** Callers share one reading: batches are taken in their order. */
  #hear(): Promise<void> {
    this.#listening ??= this.#hearOnce().finally(() => {
      this.#listening = null
    })
    return this.#listening
  }

  async #hearOnce(): Promise<void> {
    const sinceMs = this.#heardAtMs
    const beganMs = this.#deps.nowMs()
    const found = await livePricesSince(this.#deps.database, this.#readTo, this.#deps.server)
    if (beganMs - sinceMs > LIVE_PRICES_KEPT_MS / 2) await this.#deps.reload(sinceMs)
    this.#heardAtMs = beganMs
    for (const { name, lines } of found.told) {
      if (this.#heard.has(name)) continue
      for (const text of lines.split('\n')) {
        const line = readLine(text)
        if (typeof line !== 'string') this.#deps.book.take(line.batch, line.atMs)
      }
    }
    this.#readTo = found.readTo
    this.#heard.clear()
    for (const { name } of found.told) this.#heard.add(name)
  }
}

const keyOf = ({ symbol, minute }: ChangedMinute): string => `${symbol} ${minute}`

/** The last of each key. */
function factsIn(lines: readonly RecordLine[]): readonly LiveFact[] {
  const facts = new Map<string, LiveFact>()
  for (const { atMs: ms, batch } of lines) {
    const add = (key: string, part: Partial<SourceBatch>): void => {
      const kept = { ...EMPTY_BATCH, ...part }
      facts.set(key, { key, at: atMs(ms).toString(), line: writeLine({ atMs: ms, batch: kept }) })
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
