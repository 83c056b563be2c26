import type { Deadline } from './deadline'
import { TRANSACTION_ATTEMPTS_MAX } from './options'

/** serialization_failure, deadlock_detected: PostgreSQL has rolled back and says to try again. */
const ROLLED_BACK = new Set(['40001', '40P01'])

/**
 * The connection went: our own codes, postgres.js's, the system's, PostgreSQL's class 08, and what
 * it says when it ends a session, for an administrator, a restart or a limit of time (57P05, 25P03,
 * 25P04). Not 57014: that ended one statement, and the session lives on with its locks; asked again
 * the statement would take as long.
 */
const CONNECTION_LOST = new RegExp(
  `^(?:${[
    'CONNECTION_(?:CLOSED|ENDED|DESTROYED|LOST)|CONNECT_TIMEOUT|OVERDUE',
    'ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH',
    '57P0[1-5]|25P0[34]|08\\w{3}',
  ].join('|')})$`,
)

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}

/** lock_not_available: another session has held the row for longer than is waited for. */
export const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'

const DISK_FULL = '53100'
/** disk_full: nothing was written, and it can be tried again when there is room. */
export const isDiskFull = (error: unknown): boolean =>
  // Drizzle puts an error of its own around the driver's.
  codeOf(error) === DISK_FULL || (error instanceof Error && codeOf(error.cause) === DISK_FULL)

/** As PostgreSQL would say it, where it is not even asked. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = DISK_FULL
}

export const isConnectionLoss = (error: unknown): boolean => CONNECTION_LOST.test(codeOf(error))

/** A COMMIT was sent, and its answer never came: it may have been carried out or not. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly code = 'OUTCOME_UNKNOWN'
}

/**
 * `commitSent` tells whether a lost connection may have lost the answer to a COMMIT. When the time
 * is over, nothing is attempted any more.
 */
export async function retrying<T>(
  attempt: (commitSent: () => void) => Promise<T>,
  deadline?: Pick<Deadline, 'passed'>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    let sent = false
    try {
      return await attempt(() => {
        sent = true
      })
    } catch (error) {
      const lost = isConnectionLoss(error)
      if (lost && sent)
        throw new OutcomeUnknown('the answer to a COMMIT was lost', { cause: error })
      const harmless = lost || ROLLED_BACK.has(codeOf(error))
      if (!harmless || attempts >= TRANSACTION_ATTEMPTS_MAX || deadline?.passed) throw error
    }
  }
}
