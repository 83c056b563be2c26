/**
 * The line of a request in the log [run.log-requests]. It says who called what, and what came of
 * it: nothing of a body, a query or a header but the request's id, and so no secret.
 */
import type { Answered } from '../api/pipeline/http'
import type { LogFormat, LogLevel } from '../config/operating'
import { atMs } from '../core/time'

/** Asked every few seconds by programs that watch the server. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/health', '/metrics'])

const INTERNAL_ERROR = 500

export function levelOf({ route, status }: Pick<Answered, 'route' | 'status'>): LogLevel {
  if (status === INTERNAL_ERROR) return 'error'
  return route !== null && PROBES.has(route) ? 'debug' : 'info'
}

const SHOWN_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARN', error: 'ERROR' } as const

/** `nowMs`: when it was answered, since 1970. */
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
