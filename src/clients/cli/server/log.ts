/** The log of the server's process. */
import { writeSync } from 'node:fs'
import { alarm, monotonicNowMs, wallNowMs } from '../../../market/clock'
import type { LogSettings } from '../../../server/config/operating'
import { type Log, openLog, type Reports, reportsBy } from '../../../server/telemetry/log'
import type { Terminal } from '../shared/terminal'

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/**
 * The log of this process, on standard output and standard error [run.log]. The process continues
 * without it if standard output is closed.
 */
export function processLog(settings: LogSettings, { say, complain }: LogTerminal): Log {
  let closed = false
  process.stdout.on('error', () => {
    closed = true
  })
  let ending = false
  const log = openLog(settings, {
    out: say,
    err: complain,
    write(lines, taken) {
      if (closed) taken()
      else if (ending) writeAtOnce(lines)
      else process.stdout.write(lines, () => taken())
    },
    after: alarm,
    wallNowMs,
    elapsedMs: monotonicNowMs,
  })
  // An uncaught error ends the process here, while lines of requests still wait.
  process.on('exit', () => {
    ending = true
    log.flush()
  })
  return log
}

/** Ignores the error of a pipe without a reader: the process ends all the same. */
function writeAtOnce(lines: Uint8Array): void {
  try {
    writeSync(process.stdout.fd, lines)
  } catch {
    // The log itself is gone, so nothing can report the error.
  }
}

/** Writes the reports of a brokerage to the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})
