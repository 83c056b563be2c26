/**
 * The log of a server, as text or as lines of JSON [run.log], and the reports of a brokerage to
 * the process that runs it. Warnings and errors go to standard error, everything else to standard
 * output.
 */
import { configureSync, getJsonLinesFormatter, getLogger, type LogRecord } from '@logtape/logtape'
import { atMs } from '../../core/time'
import type { Answered, Failure, OnAnswered } from '../../http/call'
import { plural } from '../../lib/text'
import type { LogFormat, LogLevel, LogSettings } from '../config/operating'

/** How long a line may wait to be written. */
const WRITE_EVERY_MS = 20
const LINES_AT_ONCE = 256
/** Bytes that were written and not yet read. */
const UNREAD_MAX = 4 * 1024 * 1024

interface LinesDeps {
  /** Calls `done` when the bytes have been read. */
  readonly write: (lines: Uint8Array, done: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  /** Called when the log is read again, with the number of lines that were dropped. */
  readonly dropped: (lines: number) => void
}

interface Lines {
  /** True if no line waits to be written. */
  readonly isEmpty: boolean
  add(line: string): void
  /** Writes the waiting lines. */
  flush(): void
  /** Resolves when all lines have been read. */
  drained(): Promise<void>
}

/**
 * Buffers the lines of requests, and writes many at once, so that a request never waits for the
 * reader of the log. If nobody reads, lines beyond a limit are dropped and counted
 * [run.log-unread].
 */
export function bufferedLines({ write, after, dropped }: LinesDeps): Lines {
  const utf8 = new TextEncoder()
  let waiting = ''
  let count = 0
  let cancel: (() => void) | null = null
  let unread = 0
  let missing = 0
  let waiters: (() => void)[] = []

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
        dropped(missing)
        missing = 0
      }
      for (const resolve of waiters) resolve()
      waiters = []
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
      if (unread > 0) await new Promise<void>((resolve) => waiters.push(resolve))
    },
  }
}

/** Routes that monitoring programs call every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/health', '/metrics'])

const INTERNAL_ERROR = 500

function levelOf({ route, status }: Pick<Answered, 'route' | 'status'>): LogLevel {
  if (status === INTERNAL_ERROR) return 'error'
  return route !== null && PROBES.has(route) ? 'debug' : 'info'
}

const SHOWN_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARN', error: 'ERROR' } as const

/**
 * The log line of a request [run.log-requests]: client, route, result and duration. It has nothing
 * of a body, a query or a header but the request's id, and so no secret. `nowMs` is the time of the
 * answer, in milliseconds since 1970.
 */
type RequestLine = (answered: Answered, level: LogLevel, nowMs: number) => string

const requestLine = (format: LogFormat, cell: string | null = null): RequestLine => {
  const timeAt = timeFormat()
  // [run.cell-seen]
  const inCell = cell === null ? '' : format === 'json' ? `,"cell":"${cell}"` : ` cell=${cell}`
  return format === 'json'
    ? (answered, level, nowMs) => inJson(answered, level, timeAt(nowMs), inCell)
    : (answered, _, nowMs) => `${inText(answered, timeAt(nowMs))}${inCell}`
}

/**
 * The same JSON as LogTape's. Routes, codes, client ids and methods have no character that JSON
 * escapes.
 */
const inJson = (answered: Answered, level: LogLevel, time: string, inCell: string): string => {
  const { method, status, route, clientId, refusedAs, requestId, ms } = answered
  const head = `{"@timestamp":"${time}","level":"${SHOWN_LEVEL[level]}"`
  const client = clientId === undefined ? '' : `,"client":"${clientId}"`
  const path = route === null ? 'null' : `"${route}"`
  const code = refusedAs === undefined ? '' : `,"code":"${refusedAs}"`
  const id = requestId === undefined ? '' : `,"id":${JSON.stringify(requestId)}`
  const what = `"method":"${method}","route":${path},"status":${status}${code}`
  return `${head}${REQUEST}${inCell}${client},${what},"ms":${hundredths(ms)}${id}}`
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

/** Formats times as `2026-03-02T15:00:00.000Z`, and caches the text of the current second. */
function timeFormat(): (nowMs: number) => string {
  let secondMs = Number.NaN
  let second = ''
  return (nowMs) => {
    const ms = Math.round(nowMs)
    const fraction = ms % 1_000
    if (ms - fraction !== secondMs) {
      secondMs = ms - fraction
      second = atMs(secondMs).toString({ smallestUnit: 'second' }).slice(0, -1)
    }
    return `${second}.${String(fraction).padStart(3, '0')}Z`
  }
}

export interface Log {
  /** Logs lines that belong together. As text they are written at once. */
  info(...lines: readonly string[]): void
  warning(...lines: readonly string[]): void
  error(...lines: readonly string[]): void
  readonly answered: OnAnswered
  /** Writes the waiting lines. */
  flush(): void
  /** Resolves when all lines have been read. */
  drained(): Promise<void>
}

interface LogDeps {
  /** `out` and `err` write whole lines synchronously. */
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Writes the lines of requests, and calls `done` when they have been read. */
  readonly write: (lines: Uint8Array, done: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  readonly wallNowMs: () => number
  /** The monotonic clock of requests, in milliseconds. */
  readonly elapsedMs: () => number
}

const WEIGHT = { debug: 0, info: 1, warning: 2, error: 3 } as const

/** Configures the process's log, in place of an earlier one. */
export function openLog({ format, faultFormat, level, cell }: LogSettings, deps: LogDeps): Log {
  const asJson = getJsonLinesFormatter({ properties: 'flatten', categorySeparator: '.' })
  const lines: Lines = bufferedLines({
    ...deps,
    dropped: (count) =>
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
  const ofServer = getLogger(['paper', 'server'])
  const server = cell === null ? ofServer : ofServer.with({ cell })
  const say = (at: LogLevel, ...message: readonly string[]): void => {
    // JSON needs no spaces that align lines for people.
    const texts =
      (WEIGHT[at] < WEIGHT.warning ? format : faultFormat) === 'text'
        ? [message.join('\n')]
        : message.map((line) => line.trim().replace(/(?<=\S) {2,}/g, ' '))
    // Doubled, since a single brace would begin a placeholder.
    for (const text of texts) server[at](text.replace(/[{}]/g, '$&$&'))
  }
  const lineOf = requestLine(format, cell)
  // Requests have times of the monotonic clock; the wall clock is read only once for each write.
  let aheadMs = 0
  const lowest = WEIGHT[level]
  return {
    info: (...message) => say('info', ...message),
    warning: (...message) => say('warning', ...message),
    error: (...message) => say('error', ...message),
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

export interface Reports {
  /** Reports a request that failed because of an internal error. */
  readonly request: (failure: Failure) => void
  /** Reports each request when it is answered. */
  readonly answered?: OnAnswered
  /** Reports failed background work. `what` says which, and what happens next. */
  readonly background: (what: string, error: unknown) => void
  /** Reports something that the operator should see. */
  readonly notice?: (text: string) => void
  /**
   * Reports that the database's folder is no longer this process's. The database refuses everything
   * from now on, and the process must end without closing it.
   */
  readonly lost?: (why: string) => void
  /** Reports a damaged table, with the remedy. */
  readonly damaged?: (text: string) => void
  /** Reports a row of the scenario that has happened. */
  readonly scenario?: (line: string) => void
  /** Reports the progress of a long start. */
  readonly progress?: (text: string) => void
}

export function reportsBy({
  info,
  warning,
  error,
}: Pick<Log, 'info' | 'warning' | 'error'>): Reports {
  return {
    request: ({ method, path, requestId, error: cause }) =>
      error(`${method} ${path} failed (request id ${requestId ?? 'unknown'}): ${explain(cause)}`),
    background: (what, cause) => error(`${what}: ${explain(cause)}`),
    notice: warning,
    lost: error,
    damaged: error,
    scenario: info,
    progress: info,
  }
}

/**
 * The text of an internal error: its first cause, with the stack. The errors around it, such as a
 * failed query with all its parameters, are long and may have secrets.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, stack = '', message } = error
  if (cause instanceof Error) return explain(cause)
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}
