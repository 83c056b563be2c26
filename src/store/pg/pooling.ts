/**
 * Finds a connection pooler between this process and PostgreSQL [run.pooler]. Orders, the lease and
 * hints need sessions: locks, time limits, prepared statements and LISTEN belong to one. A pooler
 * may give each transaction another.
 */
import type { Sql } from 'postgres'
import { isConnectionLoss } from './retry'

/** How long a pooler may take to give a second session. */
const SECOND_SESSION_MS_MAX = 15_000
const LOOKS = 3

export type Pooling = 'none' | 'by session' | 'by transaction' | 'too small'

const pidOf = async (
  sql: Sql,
): Promise<{ pid: number | undefined; toldPid: number | undefined }> => {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  // PostgreSQL tells each session its own number at the beginning; a pooler makes one up.
  return { pid: rows[0]?.pid, toldPid: Number(rows.state?.pid ?? rows[0]?.pid) }
}

/**
 * `one` and `another` have one connection each; `another` is used where there is a pooler. Two
 * clients of a pooler by transaction share a session, or one of them gets another.
 */
export async function poolingOf(one: Sql, another: () => Sql): Promise<Pooling> {
  const { pid, toldPid } = await pidOf(one)
  if (pid === undefined || pid === toldPid) return 'none'
  const other = another()
  const late = Promise.withResolvers<'too small'>()
  const timer = setTimeout(() => late.resolve('too small'), SECOND_SESSION_MS_MAX)
  try {
    return await Promise.race([look(one, other, pid), late.promise])
  } catch (error) {
    // PgBouncer closes the connection at a BEGIN where each statement has another session.
    if (isConnectionLoss(error)) return 'by transaction'
    throw error
  } finally {
    clearTimeout(timer)
    await other.end({ timeout: 0 })
  }
}

async function look(one: Sql, other: Sql, first: number): Promise<Pooling> {
  const whileOtherIsBusy = await other.begin(async (busy) => {
    const rows = await busy<{ pid: number }[]>`select pg_backend_pid() as pid`
    // With a single session, the next question would wait for it.
    return rows[0]?.pid === first || (await pidOf(one)).pid !== first
  })
  if (whileOtherIsBusy) return 'by transaction'
  const second = (await pidOf(other)).pid
  for (let looked = 0; looked < LOOKS; looked++) {
    if ((await pidOf(one)).pid !== first || (await pidOf(other)).pid !== second) {
      return 'by transaction'
    }
  }
  return 'by session'
}
