/**
 * Reads many rows page by page. Other requests get their turns in between, since the embedded
 * database blocks the event loop while it runs a statement. The client is charged for the rows
 * [rate-limit.cost].
 */
import { ROWS_PER_REQUEST_MAX } from '../core/limits'

export const PAGE_ROWS = 250

/** Called with the number of rows of each page; resolves when the next page may be read. */
export type LongRead = (rows: number) => Promise<void>

/** Calls `charge` with the number of requests that the rows cost, beyond the first. */
export function longRead(charge: (requests: number) => void, turn: () => Promise<void>): LongRead {
  let read = 0
  let charged = 0
  return (rows) => {
    read += rows
    const owed = Math.floor(read / ROWS_PER_REQUEST_MAX)
    if (owed > charged) charge(owed - charged)
    charged = owed
    return turn()
  }
}
