/** What the process says: its log on standard output and standard error. [run.log] */
import type { Terminal } from '../cli/shared/terminal'
import type { Reports } from '../compose/reports'
import type { LogSettings } from '../config/operating'
import { alarm, wallNowMs } from '../market/clock'
import { type Log, openLog } from '../telemetry/log'
import { reportsBy } from './log'

type LogTerminal = Pick<Terminal, 'say' | 'complain'>

/** The log of this process. It goes on without one where standard output is closed. */
export function processLog(settings: LogSettings, { say, complain }: LogTerminal): Log {
  let closed = false
  process.stdout.on('error', () => {
    closed = true
  })
  return openLog(settings, {
    out: say,
    err: complain,
    write: (text, taken) => (closed ? taken() : process.stdout.write(text, () => taken())),
    after: alarm,
    wallNowMs,
  })
}

/** What a brokerage reports, in the log. */
export const reportsTo = (log: Log): Reports => ({
  ...reportsBy(log),
  answered: log.answered,
})
