/**
 * Reads the backlogs of streams: the events after a `since` that are no longer in memory. It reads
 * those of one client, over all its sockets, one page at a time. Each page waits for its turn, so
 * that orders of other clients are carried out in between.
 */
import type { OrderEvent } from '../../../core/order/event'
import type { YieldTurns } from '../../../market/turns'
import { longRead } from '../../../store/long-read'

type Page = readonly OrderEvent[]

/** Counts the requests beyond its message that a backlog costs [rate-limit.cost]. */
export type ChargeBacklog = (clientId: string, requests: number) => void

export interface Backlogs {
  /** Reads the pages of one subscription, each once it is the client's turn. */
  readerFor(clientId: string, charge: ChargeBacklog): (page: () => Promise<Page>) => Promise<Page>
}

export function openBacklogs(turn: YieldTurns): Backlogs {
  /** The last page that each client waits for. */
  const last = new Map<string, Promise<void>>()

  function read(clientId: string, page: () => Promise<Page>): Promise<Page> {
    const before = last.get(clientId) ?? Promise.resolve()
    const reading = before.then(turn).then(page)
    const over = reading.then(
      () => {},
      () => {},
    )
    last.set(clientId, over)
    void over.then(() => {
      if (last.get(clientId) === over) last.delete(clientId)
    })
    return reading
  }

  return {
    readerFor(clientId, charge) {
      const pageRead = longRead(
        (requests) => charge(clientId, requests),
        async () => {},
      )
      return async (page) => {
        const found = await read(clientId, page)
        await pageRead(found.length)
        return found
      }
    },
  }
}
