/**
 * The line of a request in the log [run.log-requests]. It says who called what, and what came of
 * it: nothing of a body, a query or a header but the request's id, and so no secret.
 *
 * Made by hand, in the shape of LogTape's lines: a record of LogTape's own would take a third of
 * the time of a quote. What lines have in common is kept as text.
 */

import type { WatchedCall } from '../api/pipeline/watch'
import type { LogFormat, LogLevel } from '../config/operating'
import { asciiJson } from '../core/ascii-json'

/** Asked every few seconds by programs that watch the server. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/health', '/metrics'])

const INTERNAL_ERROR = 500

export function levelOf(route: string | null, status: number): LogLevel {
  if (status === INTERNAL_ERROR) return 'error'
  return route !== null && PROBES.has(route) ? 'debug' : 'info'
}

/** The line of one request, after what it has in common with others of its kind. */
export interface Kind {
  readonly level: LogLevel
  /** `at`: as `timestamps` writes it; `ms`: as `hundredths` does. */
  line(at: string, ms: string, requestId: string | undefined): string
}

type Encoder = (method: string, status: number, call: WatchedCall, level: LogLevel) => Kind

const SHOWN_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARN', error: 'ERROR' } as const

const inJson: Encoder = (method, status, { route, clientId, refusedAs }, level) => {
  const fields = JSON.stringify({
    level: SHOWN_LEVEL[level],
    message: 'request',
    logger: 'paper.request',
    ...(clientId !== undefined && { client: clientId }),
    ...{ method, route, status },
    ...(refusedAs !== undefined && { code: refusedAs }),
  })
  const common = `","${fields.slice(2, -1)},"ms":`
  return {
    level,
    line: (at, ms, id) =>
      id === undefined
        ? `{"@timestamp":"${at}${common}${ms}}\n`
        : `{"@timestamp":"${at}${common}${ms},"id":${asciiJson(id)}}\n`,
  }
}

/** `2026-03-02T15:00:00.000Z GET /v1/market/quotes 200 0.21 ms client=pk_test_1 id="r1"` */
const inText: Encoder = (method, status, { route, clientId, refusedAs }, level) => {
  const code = refusedAs === undefined ? '' : ` ${refusedAs}`
  const before = `${method} ${route ?? '(no route)'} ${status}${code}`
  const client = clientId === undefined ? '' : ` client=${clientId}`
  return {
    level,
    line: (at, ms, id) =>
      `${at} ${before} ${ms} ms${client}${id === undefined ? '' : ` id=${asciiJson(id)}`}\n`,
  }
}

/** Clients × routes × outcomes; where there are more, all are made anew. */
const KINDS_MAX = 10_000

/** The kind of a request. Most are of the kind of the one before. */
export function kindsOf(format: LogFormat) {
  const encode = format === 'json' ? inJson : inText
  const kinds = new Map<string, Kind>()
  let last: { readonly call: WatchedCall; readonly method: string; readonly kind: Kind } | null =
    null
  let lastStatus = 0
  return (method: string, status: number, call: WatchedCall): Kind => {
    if (
      last !== null &&
      lastStatus === status &&
      last.method === method &&
      last.call.route === call.route &&
      last.call.clientId === call.clientId &&
      last.call.refusedAs === call.refusedAs
    ) {
      return last.kind
    }
    const key = `${method} ${status} ${call.route} ${call.clientId} ${call.refusedAs}`
    let kind = kinds.get(key)
    if (kind === undefined) {
      if (kinds.size >= KINDS_MAX) kinds.clear()
      kind = encode(method, status, call, levelOf(call.route, status))
      kinds.set(key, kind)
    }
    last = { call, method, kind }
    lastStatus = status
    return kind
  }
}

/**
 * Writes times as `2026-03-02T15:00:00.000Z`; the text of a second and that of a millisecond are
 * made once.
 */
export function timestamps(secondText: (ms: number) => string): (nowMs: number) => string {
  let ofSecondMs = Number.NaN
  let second = ''
  let ofMs = Number.NaN
  let text = ''
  return (nowMs) => {
    if (nowMs === ofMs) return text
    ofMs = nowMs
    const within = nowMs % 1_000
    if (nowMs - within !== ofSecondMs) {
      ofSecondMs = nowMs - within
      second = secondText(ofSecondMs)
    }
    text = `${second}.${String(within).padStart(3, '0')}Z`
    return text
  }
}

/** The texts of up to 10 ms: those of most requests. */
const HUNDREDTHS = Array.from({ length: 1_000 }, (_, hundredths) => String(hundredths / 100))

/** Milliseconds, rounded to hundredths. */
export function hundredths(ms: number): string {
  const rounded = Math.round(ms * 100)
  return HUNDREDTHS[rounded] ?? String(rounded / 100)
}
