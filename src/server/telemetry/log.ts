/**
 * What the server says while it runs: in text as a person reads it, or each line as JSON
 * [run.log]. Warnings and errors go to standard error, everything else to standard output.
 */

import { configureSync, getJsonLinesFormatter, getLogger, type LogRecord } from '@logtape/logtape'
import { atMs } from '../../core/time'
import type { Answered, OnAnswered } from '../../http/http'
import { plural } from '../../lib/text'
import type { LogFormat, LogLevel, LogSettings } from '../config/operating'

/** How long a line may wait. */
const WRITE_EVERY_MS = 20
const LINES_AT_ONCE = 256
/** Bytes that were handed over and not yet taken. */
const UNREAD_MAX = 4 * 1024 * 1024

export interface LinesDeps {
  /** Calls `taken` when the bytes have been taken. */
  readonly write: (lines: Uint8Array, taken: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  /** Called when the log is read again, with the lines that were left out. */
  readonly leftOut: (lines: number) => void
}

export interface Lines {
  /** Nothing waits to be written. */
  readonly isEmpty: boolean
  add(line: string): void
  /** Hands over what waits. */
  flush(): void
  /** Resolves when everything has been taken. */
  drained(): Promise<void>
}

/**
 * Collects the lines of requests, and writes many at once: a request never waits for whoever reads
 * the log. If nobody reads them, lines beyond a bound are left out and counted, and memory stays
 * bounded [run.log-unread].
 */
export function collectedLines({ write, after, leftOut }: LinesDeps): Lines {
  const utf8 = new TextEncoder()
  let waiting = ''
  let count = 0
  let cancel: (() => void) | null = null
  let unread = 0
  let missing = 0
  let emptied: (() => void)[] = []

  function flush(): void {
    cancel?.()
    cancel = null
    if (count === 0) return
    const bytes = utf8.encode(waiting)
    waiting = ''
    count = 0
    unread += bytes.length
    write(bytes, () => {
      unread -= bytes.length
      if (unread > 0) return
      if (missing > 0) {
        leftOut(missing)
        missing = 0
      }
      for (const resolve of emptied) resolve()
      emptied = []
    })
  }

  return {
    get isEmpty() {
      return count === 0
    },
    add(line) {
      if (unread > UNREAD_MAX) {
        missing++
        return
      }
      waiting += `${line}\n`
      count++
      if (count === LINES_AT_ONCE) flush()
      else cancel ??= after(WRITE_EVERY_MS, flush)
    },
    flush,
    async drained() {
      flush()
      if (unread > 0) await new Promise<void>((resolve) => emptied.push(resolve))
    },
  }
}

/** Asked every few seconds by programs that watch the server. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/health', '/metrics'])

const INTERNAL_ERROR = 500

export function levelOf({ route, status }: Pick<Answered, 'route' | 'status'>): LogLevel {
  if (status === INTERNAL_ERROR) return 'error'
  return route !== null && PROBES.has(route) ? 'debug' : 'info'
}

const SHOWN_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARN', error: 'ERROR' } as const

/**
 * The line of a request in the log [run.log-requests]. It says who called what, and what came of
 * it: nothing of a body, a query or a header but the request's id, and so no secret.
 *
 * `nowMs`: when it was answered, since 1970.
 */
export type RequestLine = (answered: Answered, level: LogLevel, nowMs: number) => string

export const requestLine = (format: LogFormat): RequestLine => {
  const timeAt = times()
  return format === 'json'
    ? (answered, level, nowMs) => inJson(answered, level, timeAt(nowMs))
    : (answered, _, nowMs) => inText(answered, timeAt(nowMs))
}

/**
 * In the shape of LogTape's lines. Routes, codes and the ids of clients are our own, and a method
 * is a token of HTTP: none of them has a character that JSON escapes.
 */
const inJson = (answered: Answered, level: LogLevel, time: string): string => {
  const { method, status, route, clientId, refusedAs, requestId, ms } = answered
  const head = `{"@timestamp":"${time}","level":"${SHOWN_LEVEL[level]}"`
  const client = clientId === undefined ? '' : `,"client":"${clientId}"`
  const path = route === null ? 'null' : `"${route}"`
  const code = refusedAs === undefined ? '' : `,"code":"${refusedAs}"`
  const id = requestId === undefined ? '' : `,"id":${JSON.stringify(requestId)}`
  const what = `"method":"${method}","route":${path},"status":${status}${code}`
  return `${head}${REQUEST}${client},${what},"ms":${hundredths(ms)}${id}}`
}

const REQUEST = ',"message":"request","logger":"paper.request"'

/** `2026-03-02T15:00:00.000Z GET /v1/market/quotes 200 0.21 ms client=pk_test_1 id="r1"` */
const inText = (answered: Answered, time: string): string => {
  const { method, status, route, clientId, refusedAs, requestId, ms } = answered
  const code = refusedAs === undefined ? '' : ` ${refusedAs}`
  const client = clientId === undefined ? '' : ` client=${clientId}`
  const id = requestId === undefined ? '' : ` id=${JSON.stringify(requestId)}`
  const what = `${method} ${route ?? '(no route)'} ${status}${code}`
  return `${time} ${what} ${hundredths(ms)} ms${client}${id}`
}

/** Milliseconds, rounded to hundredths. */
const hundredths = (ms: number): number => Math.round(ms * 100) / 100

/** Times as `2026-03-02T15:00:00.000Z`; the text of a second is made once. */
function times(): (nowMs: number) => string {
  let ofSecond = Number.NaN
  let second = ''
  return (nowMs) => {
    const whole = Math.round(nowMs)
    const within = whole % 1_000
    if (whole - within !== ofSecond) {
      ofSecond = whole - within
      second = atMs(ofSecond).toString({ smallestUnit: 'second' }).slice(0, -1)
    }
    return `${second}.${String(within).padStart(3, '0')}Z`
  }
}

export interface Log {
  /** Lines that belong together: in text they are written at once. */
  info(...lines: readonly string[]): void
  warning(...lines: readonly string[]): void
  error(...lines: readonly string[]): void
  readonly answered: OnAnswered
  /** Writes what waits. */
  flush(): void
  /** Resolves when everything that was logged has been written. */
  drained(): Promise<void>
}

export interface LogDeps {
  /** Both take whole lines, at once. */
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Takes the lines of requests, without waiting for whoever reads them. */
  readonly write: (lines: Uint8Array, taken: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  readonly wallNowMs: () => number
  /** Monotonic, in milliseconds; the clock by which requests are told. */
  readonly elapsedMs: () => number
}

const WEIGHT = { debug: 0, info: 1, warning: 2, error: 3 } as const

/**
 * Configures the process's log: the last one that was opened is the one that is used.
 */
export function openLog({ format, faultFormat, level }: LogSettings, deps: LogDeps): Log {
  const asJson = getJsonLinesFormatter({ properties: 'flatten', categorySeparator: '.' })
  const lines: Lines = collectedLines({
    ...deps,
    leftOut: (count) =>
      say(
        'warning',
        `${plural(count, 'request was', 'requests were')} not logged: nobody read the log`,
      ),
  })
  const sink = (record: LogRecord): void => {
    lines.flush()
    const isFault = record.level === 'warning' || record.level === 'error'
    const isJson = (isFault ? faultFormat : format) === 'json'
    const line = isJson ? asJson(record).trimEnd() : record.message.join('')
    if (isFault) deps.err(line)
    else deps.out(line)
  }
  configureSync({
    reset: true,
    sinks: { sink },
    loggers: [
      { category: 'paper', sinks: ['sink'], lowestLevel: level },
      { category: ['logtape', 'meta'], sinks: [], lowestLevel: 'error' },
    ],
  })
  const server = getLogger(['paper', 'server'])
  const say = (at: LogLevel, ...said: readonly string[]): void => {
    // What is aligned for a person is not so for a program.
    const texts =
      (WEIGHT[at] < WEIGHT.warning ? format : faultFormat) === 'text'
        ? [said.join('\n')]
        : said.map((line) => line.trim().replace(/(?<=\S) {2,}/g, ' '))
    // A single brace would be a placeholder.
    for (const text of texts) server[at](text.replace(/[{}]/g, '$&$&'))
  }
  const lineOf = requestLine(format)
  // The monotonic clock tells when requests were answered: the other one is read for each write.
  let aheadMs = 0
  const lowest = WEIGHT[level]
  return {
    info: (...said) => say('info', ...said),
    warning: (...said) => say('warning', ...said),
    error: (...said) => say('error', ...said),
    answered(answered) {
      const answeredLevel = levelOf(answered)
      if (WEIGHT[answeredLevel] < lowest) return
      if (lines.isEmpty) aheadMs = deps.wallNowMs() - deps.elapsedMs()
      lines.add(lineOf(answered, answeredLevel, answered.atMs + aheadMs))
    },
    flush: lines.flush,
    drained: lines.drained,
  }
}
