/**
 * What the server says while it runs: in text as a person reads it, or each line as JSON
 * [run.log]. Warnings and errors go to standard error, everything else to standard output.
 */

import { configureSync, getJsonLinesFormatter, getLogger, type LogRecord } from '@logtape/logtape'
import type { OnAnswered } from '../api/pipeline/http'
import type { LogLevel, LogSettings } from '../config/operating'
import { plural } from '../core/count'
import { collectedLines, type Lines } from './lines'
import { levelOf, requestLine } from './request-line'

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

/** Configures the process's log: the last one that was opened is the one that is used. */
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
