/**
 * Keeps the live prices that this server has let in, tells them to the others of its database, and
 * hears theirs [live.shared]. A server writes a few rows a second, however much comes in.
 */
import { atMs, DAY_MS } from '../core/time'
import { EMPTY_BATCH, type SourceBatch } from '../market/feeds/live/batch'
import type { ChangedMinute, LiveBook } from '../market/feeds/live/book'
import type { LiveIntake } from '../market/feeds/live/intake'
import { type RecordLine, readLine, writeLine } from '../market/feeds/live/record'
import { dateOf } from '../market/feeds/trading-day'
import type { Database } from '../store/database'
import { type BarNumbers, type NewBar, writeBars } from '../store/tables/bars'
import {
  keepLiveFacts,
  LIVE_PRICES_KEPT_MS,
  type LiveFact,
  livePricesNow,
  livePricesSince,
  tellLivePrices,
} from '../store/tables/live-prices'
import { noteAsked } from '../store/tables/wanted-symbols'
import type { Job } from './jobs'

/** What other processes are told by; those that know another kind of hint leave it out. */
const HINT = 'live-prices'
const TELL_EVERY_MS = 250
const KEEP_BARS_EVERY_MS = 5_000
/** Hints may be lost. */
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
  const { database, book, intake, server, nowMs, alone, failed } = deps
  const noted = new Map<string, number>()
  const heard = new Set<string>()
  const unkeptFacts = new Map<string, LiveFact>()
  let unkeptMinutes: readonly ChangedMinute[] = []
  let readTo = alone ? '0' : await livePricesNow(database)
  let heardAtMs = nowMs()
  let ordinal = 0
  let listening: Promise<void> | null = null

  async function tell(): Promise<void> {
    const lines = intake.takeUntold()
    const at = atMs(nowMs()).toString()
    const until = atMs(nowMs() - LIVE_PRICES_KEPT_MS).toString()
    for (const fact of factsIn(lines)) unkeptFacts.set(fact.key, fact)
    await keepFacts()
    if (lines.length > 0 && !alone) {
      ordinal++
      const text = lines.map(writeLine).join('\n')
      await tellLivePrices(database, { server, ordinal, at, until, lines: text })
      await database.hints.notify([HINT])
    }
    await tellAsked(at)
  }

  /** What could not be written is written with the next. */
  async function keepFacts(): Promise<void> {
    const facts = [...unkeptFacts.values()]
    if (facts.length === 0) return
    await keepLiveFacts(database, facts)
    for (const fact of facts) if (unkeptFacts.get(fact.key) === fact) unkeptFacts.delete(fact.key)
  }

  async function tellAsked(at: string): Promise<void> {
    const sinceMs = nowMs() - ASKED_AGAIN_AFTER_MS
    const asked = intake.asked()
    const news = [...asked.keys()].filter((symbol) => (noted.get(symbol) ?? 0) < sinceMs)
    if (news.length === 0) return
    await noteAsked(database, news, at)
    for (const symbol of news) noted.set(symbol, nowMs())
    for (const symbol of noted.keys()) if (!asked.has(symbol)) noted.delete(symbol)
  }

  async function keepBars(): Promise<void> {
    const changed = new Map(
      [...unkeptMinutes, ...intake.takeUnkeptMinutes()].map((one) => [keyOf(one), one]),
    )
    unkeptMinutes = [...changed.values()]
    const bars = unkeptMinutes.flatMap(({ symbol, minute }): NewBar[] => {
      const minutes = book.find(symbol)?.minutes
      const found = minutes?.at(minutes.from(minute))
      if (found?.minute !== minute) return []
      const { open, high, low, close, volume } = found.bar
      const numbers: BarNumbers = [minute, open, high, low, close, volume]
      return [{ symbol, interval: '1m', numbers }]
    })
    if (bars.length > 0) await writeBars(database, '1m', bars)
    unkeptMinutes = []
  }

  /** Callers share one reading: batches are taken in their order. */
  function listen(): Promise<void> {
    listening ??= listenOnce().finally(() => {
      listening = null
    })
    return listening
  }

  async function listenOnce(): Promise<void> {
    const sinceMs = heardAtMs
    const beganMs = nowMs()
    const found = await livePricesSince(database, readTo, server)
    if (beganMs - sinceMs > LIVE_PRICES_KEPT_MS / 2) await deps.reload(sinceMs)
    heardAtMs = beganMs
    for (const { name, lines } of found.told) {
      if (heard.has(name)) continue
      for (const text of lines.split('\n')) {
        const line = readLine(text)
        if (typeof line !== 'string') book.take(line.batch, line.atMs)
      }
    }
    readTo = found.readTo
    heard.clear()
    for (const { name } of found.told) heard.add(name)
  }

  if (!alone) {
    const again = (): void => void listen().catch(failed)
    await database.hints.listen((payload) => {
      if (payload === HINT) again()
    }, again)
  }
  return {
    jobs: [
      { name: 'tell-live-prices', everyMs: TELL_EVERY_MS, run: tell },
      { name: 'keep-live-bars', everyMs: KEEP_BARS_EVERY_MS, run: keepBars },
      ...(alone
        ? []
        : [{ name: 'hear-live-prices', everyMs: LISTEN_EVERY_MS, run: () => listen() }]),
    ],
    async flush() {
      await tell()
      await keepBars()
    },
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
