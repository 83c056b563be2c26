/** Errors of the database, for operators at a start and as refusals for clients. */
import { type Refused, refused, type SequencerRefusal } from '../core/refusals'
import { codeOf, isConnectionLoss, isDiskFull } from './retry'

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
