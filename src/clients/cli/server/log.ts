/** The log of the process. */
import { writeSync } from 'node:fs'
import { alarm, monotonicNowMs, wallNowMs } from '../../../market/clock'
import type { LogSettings } from '../../../server/config/operating'
import { type Log, openLog } from '../../../server/telemetry/log'
import { type Reports, reportsBy } from '../../../server/telemetry/reports'
import type { Terminal } from '../shared/terminal'

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/**
 * What the process says: its log on standard output and standard error. [run.log]
 *
 * The log of this process. It goes on without one where standard output is closed.
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
  // An error that nobody has caught ends the process here, with lines of requests that wait.
  process.on('exit', () => {
    ending = true
    log.flush()
  })
  return log
}

/** A pipe that nobody reads refuses it, and the process ends all the same. */
function writeAtOnce(lines: Uint8Array): void {
  try {
    writeSync(process.stdout.fd, lines)
  } catch {
    // Nothing is left that could tell of it.
  }
}

/** What a brokerage reports, in the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})
