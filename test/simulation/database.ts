/**
 * The database as the processes of a simulated world have it: a PGlite in memory behind
 * connections that fail as a network's do. Transactions are carried out one by one; around and
 * between them, and inside of each, faults strike where the seed says.
 */
import { atMs } from '../../src/core/time'
import type { Database, Hints, Transaction } from '../../src/store/database'
import { isConnectionLoss, retrying } from '../../src/store/pg/retry'
import {
  type Statement,
  type StatementRunner,
  send,
  type Write,
} from '../../src/store/pg/statement'
import { takeMatcherLease } from '../../src/store/tables/matcher-lease'

/** What becomes of one attempt of a transaction, or of one statement. */
export type Fate =
  | { readonly kind: 'well' }
  /** The connection is lost before anything is sent. */
  | { readonly kind: 'lost-before' }
  /** The connection is lost at its nth statement, or PostgreSQL ends it there with a code. */
  | { readonly kind: 'lost-midway'; readonly at: number }
  | { readonly kind: 'ended'; readonly at: number; readonly code: string }
  /** COMMIT was sent, and no answer came. */
  | { readonly kind: 'unknown'; readonly committed: boolean }
  /** It waits so long before it begins, or so long for its answer. */
  | { readonly kind: 'slow-before'; readonly ms: number }
  | { readonly kind: 'slow-after'; readonly ms: number }
  /** Another session holds the account. */
  | { readonly kind: 'busy'; readonly accountId: string }

export interface Connection {
  readonly name: string
  /** Drawn anew for each attempt. */
  fate(): Fate
  /** Counts one more operation; false: the process has ended, here or before. */
  goOn(): boolean
  wait(ms: number): Promise<void>
  nowMs(): number
  /** It has filled an order while another process had the right to. */
  unfenced(holder: string): void
  readonly hints: Hints
}

/** Milliseconds for a transaction with all its attempts; then its connection is destroyed. */
const TRANSACTION_MS_MAX = 5_000

class Lost extends Error {
  readonly code = '08006'
}
class Ended extends Error {
  readonly code: string
  constructor(code: string) {
    super(`ended by ${code}`)
    this.code = code
  }
}
/** Carries a fault out of a transaction of the embedded database, which then rolls back. */
class Undo extends Error {
  constructor(cause: unknown) {
    super('undone', { cause })
  }
}

const never = <T>(): Promise<T> => new Promise(() => {})

const SET_CLOCK: Statement<'at', null> = {
  text: 'update simulation.clock set at = $1::text::timestamptz returning true',
  names: ['at'],
  decode: () => null,
  isLong: false,
}

/**
 * The embedded database prepares a statement when it first meets it, in one turn more. A world in
 * which that happens is not the same as one in which it does not.
 */
export const prepared = new Set<string>()

/** Of the right to move the market. */
const READ_HOLDER: Statement<never, string> = {
  text: 'select holder from matcher_lease',
  names: [],
  decode: ([holder]) => String(holder),
  isLong: false,
}

/** The database's clock is the world's: a function of that name is found before PostgreSQL's. */
export async function keepTime({ drizzle }: Database): Promise<void> {
  for (const text of [
    'create schema simulation',
    'create table simulation.clock (at timestamptz)',
    "insert into simulation.clock values ('2026-01-01')",
    `create function simulation.clock_timestamp() returns timestamptz language sql volatile
      as 'select at from simulation.clock'`,
    'set search_path to simulation, pg_catalog, public',
  ]) {
    await drizzle.execute(text)
  }
}

const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text)

export function simulatedDatabase(inner: Database, connection: Connection): Database {
  const { goOn, wait, fate } = connection

  const onTime = (runner: StatementRunner): StatementRunner => ({
    async all(statement, parameters) {
      prepared.add(statement.text)
      if (statement.text.includes('clock_timestamp')) {
        await runner.all(SET_CLOCK, { at: atMs(connection.nowMs()).toString() })
      }
      return runner.all(statement, parameters)
    },
  })

  /** Within a transaction; throws what undoes it. */
  function struck(runner: StatementRunner, now: Fate): StatementRunner {
    let statements = 0
    return {
      async all(statement, parameters) {
        if (!goOn()) throw new Undo(null)
        statements++
        if (now.kind === 'lost-midway' && statements >= now.at) throw new Undo(new Lost())
        if (now.kind === 'ended' && statements >= now.at) throw new Undo(new Ended(now.code))
        const rows = await runner.all(statement, parameters)
        const isLocking = now.kind === 'busy' && statement.text.includes('skip locked')
        return isLocking ? withBusy(statement, rows, now.accountId) : rows
      },
    }
  }

  /** One attempt. Whatever happens, it does not resolve in a process that has ended. */
  async function attempt<T>(
    work: (transaction: Transaction) => Promise<T>,
    commitSent: () => void,
    isOverdue: () => boolean,
  ): Promise<T> {
    const now = fate()
    if (!goOn()) return never()
    if (now.kind === 'lost-before') throw new Lost()
    if (now.kind === 'slow-before') {
      await wait(Math.min(now.ms, TRANSACTION_MS_MAX))
      if (isOverdue()) throw new Lost()
      if (!goOn()) return never()
    }
    let value: T
    try {
      value = await inner.transaction(async (transaction) => {
        const last: Write[] = []
        const runner = onTime(struck(transaction, now))
        const done = await work({ ...runner, lastly: (writes) => void last.push(...writes) })
        await send(runner, last)
        if (last.some(({ statement }) => statement.text.includes('insert into "fills"'))) {
          const [holder] = await transaction.all(READ_HOLDER, {})
          if (holder !== connection.name) connection.unfenced(holder ?? 'nobody')
        }
        if (!goOn()) throw new Undo(null)
        commitSent()
        if (now.kind === 'unknown' && !now.committed) throw new Undo(new Lost())
        return done
      })
    } catch (error) {
      if (!(error instanceof Undo)) throw error
      if (error.cause === null) return never()
      throw error.cause
    }
    if (now.kind === 'slow-after') {
      await wait(now.ms)
      if (isOverdue()) throw new Lost()
    }
    if (!goOn()) return never()
    if (now.kind === 'unknown') throw new Lost()
    return value
  }

  function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const beganAtMs = connection.nowMs()
    const isOverdue = (): boolean => connection.nowMs() - beganAtMs >= TRANSACTION_MS_MAX
    const deadline = {
      get passed() {
        return isOverdue()
      },
    }
    return retrying((commitSent) => attempt(work, commitSent, isOverdue), deadline)
  }

  /** A read is repeated on another connection; a write is a transaction of its own. */
  const all: StatementRunner['all'] = async (statement, parameters) => {
    if (!isRead(statement.text)) return transaction((one) => one.all(statement, parameters))
    for (let attempts = 1; ; attempts++) {
      const now = fate()
      if (!goOn()) return never()
      try {
        if (now.kind === 'ended') throw new Ended(now.code === '40001' ? '57014' : now.code)
        if (now.kind === 'lost-before' || now.kind === 'unknown') throw new Lost()
        if (now.kind === 'slow-before') await wait(now.ms)
        const rows = await onTime(inner).all(statement, parameters)
        if (now.kind === 'slow-after') await wait(now.ms)
        return goOn() ? rows : await never()
      } catch (error) {
        if (!isConnectionLoss(error) || attempts >= 5) throw error
      }
    }
  }

  return {
    drizzle: inner.drizzle,
    hints: connection.hints,
    all,
    transaction,
    takeMatcherLease: () => takeMatcherLease({ all }, connection.name),
    close: async () => {},
  }
}

/** The rows of the statement that locks accounts, as if another session held this one. */
function withBusy<Row>(
  statement: Statement<never, Row> | Statement<string, Row>,
  rows: readonly Row[],
  accountId: string,
): readonly Row[] {
  const names = (row: unknown): boolean => JSON.stringify(row).includes(`"${accountId}"`)
  if (!rows.some(names)) return rows
  return [...rows.filter((row) => !names(row)), statement.decode([false, accountId, null])]
}
