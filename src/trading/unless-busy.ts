import { type DeskRefusal, type Refused, refused } from '../core/refusals'
import { isDiskFull } from '../store/pg/retry'
import type { Command } from './command'
import { type Desk, DeskIsBusy } from './desk'

export type OrBusy<T> = T | Refused<DeskRefusal>

/** `waitedMs`: how long the request has been here already (D15). */
export async function unlessBusy<T>(
  desk: Desk,
  command: Command<T>,
  waitedMs: () => number = () => 0,
): Promise<OrBusy<T>> {
  try {
    return await desk.carryOut(command, waitedMs())
  } catch (error) {
    if (error instanceof DeskIsBusy) return refused('server-busy')
    if (isDiskFull(error)) return refused('storage-full')
    throw error
  }
}
