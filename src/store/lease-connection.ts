/**
 * The connection of the matcher's lease: its own, so that a renewal never waits for orders or
 * reads. A question that is not answered in time ends it, and the next one makes another.
 */
import type { Sql } from 'postgres'
import { leaseAnswerMaxMs } from './limits'
import type { StatementRunner } from './statement'

export function leaseConnection(
  connect: () => Sql,
  runnerOf: (client: Sql) => StatementRunner,
): StatementRunner & { close(): Promise<void> } {
  let client: Sql | null = null

  async function end(ended: Sql | null): Promise<void> {
    if (client === ended) client = null
    // At once: what it was asked is not worth waiting for, and may never be answered.
    await ended?.end({ timeout: 0 })
  }

  return {
    async all(statement, parameters) {
      client ??= connect()
      const asked = client
      const overdue = setTimeout(() => void end(asked), leaseAnswerMaxMs)
      try {
        return await runnerOf(asked).all(statement, parameters)
      } finally {
        clearTimeout(overdue)
      }
    },
    close: () => end(client),
  }
}
