/** Statements and transactions on a connection of a pool. */
import { type Connection, type Deadline, deadlineIn, type Query, type Values } from './connection'
import type { Pool } from './pool'
import { type Parameters, type Statement, type StatementRunner, valuesOf } from './statement'

/**
 * True if the text only reads, so that it may be repeated on another connection. Anything else runs
 * in a transaction, whose COMMIT is sent only before the deadline: work that was given up never
 * takes effect later [request.deadline].
 */
export const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|for\s+share)\b/i.test(text)

export async function within<T>(
  limitMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = deadlineIn(limitMs)
  try {
    return await work(deadline)
  } finally {
    deadline.end()
  }
}

export const runnerOf = (
  ask: (query: Query, isLong: boolean) => Promise<Values>,
): StatementRunner => ({
  async all(statement, parameters) {
    const rows = await ask(queryOf(statement, parameters), statement.isLong)
    return rows.map(statement.decode)
  },
})

export const queryOf = <Name extends string>(
  statement: Statement<Name, unknown>,
  parameters: Parameters<Name>,
): Query => ({ text: statement.text, values: valuesOf(statement, parameters), prepare: true })

/**
 * So long that postgres.js sends it at once: it delays a shorter text until the next turn of the
 * event loop, behind all new requests.
 */
export const COMMIT = 'commit'.padEnd(1_024)

export const transact = <T>(
  pool: Pool,
  deadline: Deadline,
  work: (connection: Connection) => Promise<T>,
  commitSent: () => void,
): Promise<T> =>
  pool.use(deadline, async (connection) => {
    try {
      const begun = connection.values({ text: 'begin' })
      const [value] = await Promise.all([work(connection), begun])
      // Nothing is sent on a lost connection, so the outcome is known.
      if (connection.alive) commitSent()
      // After a failed statement this COMMIT is a ROLLBACK.
      await connection.values({ text: COMMIT })
      return value
    } catch (error) {
      if (connection.alive) await connection.values({ text: 'rollback' }).catch(() => {})
      throw error
    }
  })
