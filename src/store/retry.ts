import { attemptsMax } from './limits'

/** serialization_failure, deadlock_detected: PostgreSQL has rolled back and says to try again. */
const ROLLED_BACK = new Set(['40001', '40P01'])

/**
 * The connection went: postgres.js's own codes, the system's, PostgreSQL's class 08, and what it
 * says when it ends a session, for an administrator, a restart or a limit of time (57P05, 25P03,
 * 25P04). Not 57014: that ended one statement, and the session lives on with its locks; asked again
 * the statement would take as long.
 */
const CONNECTION_LOST = new RegExp(
  `^(?:${[
    'CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT',
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

export const isConnectionLoss = (error: unknown): boolean => CONNECTION_LOST.test(codeOf(error))

/** `commitSent` tells whether a lost connection may have lost the answer to a COMMIT. */
export async function retrying<T>(attempt: (commitSent: () => void) => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    let sent = false
    try {
      return await attempt(() => {
        sent = true
      })
    } catch (error) {
      const harmless = ROLLED_BACK.has(codeOf(error)) || (isConnectionLoss(error) && !sent)
      if (!harmless || attempts >= attemptsMax) throw error
    }
  }
}
