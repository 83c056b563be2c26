/** What a client is told of a failure of the database after which nothing was done. */
import { type Refused, refused, type SequencerRefusal } from '../core/refusals'
import { isFolderLost } from './folder-lost'
import { isConnectionLoss, isDiskFull } from './retry'

/** Undefined of any other failure, an unknown outcome among them. */
export function databaseRefusal(failure: unknown): Refused<SequencerRefusal> | undefined {
  if (isFolderLost(failure)) return refused('server-busy') // [durability.one-process]
  if (isConnectionLoss(failure)) return refused('server-busy') // [request.busy] [request.deadline]
  if (isDiskFull(failure)) return refused('storage-full') // [error.disk-full]
  return undefined
}
