/**
 * The line of a request in the log [run.log-requests]. It says who called what, and what came of
 * it: nothing of a body, a query or a header but the request's id, and so no secret.
 *
 * Made by hand, in the shape of LogTape's lines: a record of LogTape's own would take a third of
 * the time of a quote. What lines have in common is kept as bytes.
 */

import type { CallKind } from '../api/pipeline/call-kinds'
import type { LogFormat, LogLevel } from '../config/operating'
import { asciiInto, jsonBytesMax, jsonInto } from '../core/ascii-bytes'
import type { LineMaker } from './lines'

/** Asked every few seconds by programs that watch the server. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/health', '/metrics'])

const INTERNAL_ERROR = 500

export function levelOf({ route, status }: CallKind): LogLevel {
  if (status === INTERNAL_ERROR) return 'error'
  return route !== null && PROBES.has(route) ? 'debug' : 'info'
}

/** What the lines of a kind have in common; the time stands before it, the milliseconds behind. */
interface Shape {
  readonly common: Uint8Array
  /** Behind the milliseconds, where the request's id follows in JSON, and what follows that. */
  readonly beforeId: string
  readonly afterId: string
  /** Behind the milliseconds of a request without an id. */
  readonly withoutId: string
}

const SHOWN_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARN', error: 'ERROR' } as const

const utf8 = new TextEncoder()

function inJson({ method, status, route, clientId, refusedAs }: CallKind, level: LogLevel): Shape {
  const fields = JSON.stringify({
    level: SHOWN_LEVEL[level],
    message: 'request',
    logger: 'paper.request',
    ...(clientId !== undefined && { client: clientId }),
    ...{ method, route, status },
    ...(refusedAs !== undefined && { code: refusedAs }),
  })
  const common = utf8.encode(`","${fields.slice(2, -1)},"ms":`)
  return { common, beforeId: ',"id":', afterId: '}\n', withoutId: '}\n' }
}

/** `2026-03-02T15:00:00.000Z GET /v1/market/quotes 200 0.21 ms client=pk_test_1 id="r1"` */
function inText({ method, status, route, clientId, refusedAs }: CallKind): Shape {
  const code = refusedAs === undefined ? '' : ` ${refusedAs}`
  const common = utf8.encode(` ${method} ${route ?? '(no route)'} ${status}${code} `)
  const client = clientId === undefined ? '' : ` client=${clientId}`
  const behind = ` ms${client}`
  return { common, beforeId: `${behind} id=`, afterId: '\n', withoutId: `${behind}\n` }
}

const TIME_FIRST = { json: '{"@timestamp":"', text: '' } as const

/** More than the opening, the milliseconds, and the texts around the id but for a client's. */
const SHORT_PARTS_BYTES_MAX = 128

export function requestLines(
  format: LogFormat,
  secondText: (ms: number) => string,
): (kind: CallKind, level: LogLevel) => LineMaker {
  const shapeOf = format === 'json' ? inJson : inText
  const openingOf = openings(TIME_FIRST[format], secondText)
  return (kind, level) => {
    const { common, beforeId, afterId, withoutId } = shapeOf(kind, level)
    const bytes = common.length + withoutId.length + SHORT_PARTS_BYTES_MAX
    /** Everything before the milliseconds: lines of one moment share it. */
    let head = new Uint8Array()
    let headOfMs = Number.NaN

    function headAt(nowMs: number): Uint8Array {
      if (nowMs === headOfMs) return head
      headOfMs = nowMs
      const opening = openingOf(nowMs)
      if (head.length !== opening.length + common.length) {
        head = new Uint8Array(opening.length + common.length)
        head.set(common, opening.length)
      }
      head.set(opening)
      return head
    }

    return {
      bytesMax: (requestId) => bytes + (requestId === undefined ? 0 : jsonBytesMax(requestId)),
      write(into, at, nowMs, ms, requestId) {
        into.set(headAt(Math.round(nowMs)), at)
        const next = asciiInto(into, at + head.length, hundredths(ms))
        if (requestId === undefined) return asciiInto(into, next, withoutId)
        return asciiInto(into, jsonInto(into, asciiInto(into, next, beforeId), requestId), afterId)
      },
    }
  }
}

/**
 * The beginnings of lines, with times as `2026-03-02T15:00:00.000Z`; that of a millisecond is made
 * once.
 */
function openings(first: string, secondText: (ms: number) => string) {
  let ofSecondMs = Number.NaN
  let second = ''
  let ofMs = Number.NaN
  let opening = new Uint8Array()
  return (nowMs: number): Uint8Array => {
    if (nowMs === ofMs) return opening
    ofMs = nowMs
    const within = nowMs % 1_000
    if (nowMs - within !== ofSecondMs) {
      ofSecondMs = nowMs - within
      second = secondText(ofSecondMs)
    }
    opening = utf8.encode(`${first}${second}.${String(within).padStart(3, '0')}Z`)
    return opening
  }
}

/** The texts of up to 10 ms: those of most requests. */
const HUNDREDTHS = Array.from({ length: 1_000 }, (_, hundredths) => String(hundredths / 100))

/** Milliseconds, rounded to hundredths. */
function hundredths(ms: number): string {
  const rounded = Math.round(ms * 100)
  return HUNDREDTHS[rounded] ?? String(rounded / 100)
}
