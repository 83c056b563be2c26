/**
 * A read of many rows goes page by page: other requests get their turns in between, since the
 * embedded database holds the event loop while it carries out a statement, and the client is
 * charged for the rows [rate-limit.cost].
 */
import { ROWS_PER_REQUEST_MAX } from '../core/limits'

/** Rows of one page. */
export const PAGE_ROWS = 250

/** Called with the rows of each page that was read; resolves when the next one may be. */
export type LongRead = (rows: number) => Promise<void>

/** `charge` is called with the requests that the rows count as, beyond the first. */
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
