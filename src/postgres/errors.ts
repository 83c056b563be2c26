/**
 * Errors of the database: which of them left nothing done, so that the work may be repeated, and
 * what operators and clients get to see of them.
 */

import { DrizzleQueryError } from 'drizzle-orm'
import { type Refused, refused, type SequencerRefusal } from '../core/refusals'
import { errorMessage } from '../lib/text'
import type { Deadline } from './connection'
import { TRANSACTION_ATTEMPTS_MAX } from './options'

/**
 * serialization_failure, deadlock_detected, read_only_sql_transaction: PostgreSQL rolled back, and
 * a retry may succeed. The last one is of a server that is no longer the primary; the retry goes to
 * another connection [run.hosts].
 */
const ROLLED_BACK = new Set(['40001', '40P01', '25006'])

/**
 * Codes of a lost connection: our own, postgres.js's, the system's, PostgreSQL's class 08, and its
 * codes for a session that an administrator, a restart or a time limit ended (57P05, 25P03, 25P04).
 * Not 57014, which ends one statement: the session survives with its locks, and a second attempt
 * would take as long.
 */
const CONNECTION_LOST = new RegExp(
  `^(?:${[
    'CONNECTION_(?:CLOSED|ENDED|DESTROYED|LOST)|CONNECT_TIMEOUT|OVERDUE',
    'ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH',
    '57P0[1-5]|25P0[34]|08\\w{3}',
  ].join('|')})$`,
)

/** Unwraps the driver's error from drizzle's. */
export const driverErrorOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? error.cause : error

export function codeOf(thrown: unknown): string {
  const error = driverErrorOf(thrown)
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}

/** lock_not_available: another connection had locked the row for longer than LOCK_WAIT_MS_MAX. */
export const isRowLocked = (error: unknown): boolean => codeOf(error) === '55P03'

const DISK_FULL = '53100'
/** disk_full: nothing was written. A retry succeeds when there is room. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === DISK_FULL

/** Thrown in place of PostgreSQL's own error, before a statement is sent. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = DISK_FULL
}

export const isConnectionLoss = (error: unknown): boolean => CONNECTION_LOST.test(codeOf(error))

/**
 * A COMMIT was sent, and its answer was lost: it may or may not have taken effect. Its message says
 * why. It has no cause, since the cause alone would mean that nothing was done.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly code = 'OUTCOME_UNKNOWN'
}

/**
 * Runs one attempt, which calls `commitSent` before it sends a COMMIT. Throws an OutcomeUnknown if
 * the connection is lost after that.
 */
export async function unlessUnknown<T>(
  attempt: (commitSent: () => void) => Promise<T>,
): Promise<T> {
  let sent = false
  try {
    return await attempt(() => {
      sent = true
    })
  } catch (error) {
    if (!(sent && isConnectionLoss(error))) throw error
    const why = errorMessage(error)
    throw new OutcomeUnknown(`the answer to a COMMIT was lost, so its outcome is unknown: ${why}`)
  }
}

/**
 * Repeats the attempt after a rollback or a lost connection, until the deadline, unless its COMMIT
 * was sent.
 */
export async function retry<T>(
  attempt: (commitSent: () => void) => Promise<T>,
  deadline?: Pick<Deadline, 'passed'>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await unlessUnknown(attempt)
    } catch (error) {
      const isRepeatable = isConnectionLoss(error) || ROLLED_BACK.has(codeOf(error))
      if (!isRepeatable || attempts >= TRANSACTION_ATTEMPTS_MAX || deadline?.passed) throw error
    }
  }
}

/** Why the server cannot start: one line for its operator, which ends with the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The folder of an embedded database is no longer this process's [durability.one-process]. */
const FOLDER_LOST = 'FOLDER_LOST'

/** Nothing was done, and nothing will be: the process must end. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost'
  readonly code = FOLDER_LOST
}

export const isFolderLost = (error: unknown): boolean => codeOf(error) === FOLDER_LOST

/** The refusal for a failure that changed nothing; undefined for others, such as OutcomeUnknown. */
export function databaseRefusal(failure: unknown): Refused<SequencerRefusal> | undefined {
  if (isFolderLost(failure)) return refused('server-busy') // [durability.one-process]
  if (isConnectionLoss(failure)) return refused('server-busy') // [request.busy] [request.deadline]
  if (isDiskFull(failure)) return refused('storage-full') // [error.disk-full]
  return undefined
}
