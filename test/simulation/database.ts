/**
 * The database as the processes of a simulated world have it: a PGlite in memory behind
 * connections that fail as a network's do. Transactions are carried out one by one; around and
 * between them, and inside of each, faults strike at the places that the seed draws.
 */
import type { Database, Notifications } from '../../src/postgres/database'
import { isConnectionLoss, retry } from '../../src/postgres/errors'
import { takeMatcherLease } from '../../src/postgres/matcher-lease'
import { drizzleOver } from '../../src/postgres/pooled-drizzle'
import type { BoundStatement, Statement, StatementRunner } from '../../src/postgres/statement'
import { HELD } from '../../src/trading/commit-statement'
import { builderConnection, isBuilt } from './builder'
import { isRead } from './one-session'
import { type Sessions, Undo } from './sessions'

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
  /** It waits so long before it begins, in front of its nth statement, or for its answer. */
  | { readonly kind: 'slow-before'; readonly ms: number }
  | { readonly kind: 'slow-midway'; readonly at: number; readonly ms: number }
  | { readonly kind: 'slow-after'; readonly ms: number }
  /** Another session holds the account. */
  | { readonly kind: 'busy'; readonly accountId: string }

export interface Connection {
  readonly name: string
  /** Drawn again for each attempt. */
  fate(): Fate
  /** Counts one more operation; false: the process has ended, here or before. */
  goOn(): boolean
  wait(ms: number): Promise<void>
  nowMs(): number
  /** It has changed an order as the market while another process had the right to. */
  unfenced(holder: string): void
  /** It would have, and its statement has changed nothing. */
  fencedOff(): void
  readonly notifications: Notifications
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
const LOCK_NOT_AVAILABLE = '55P03'
const never = <T>(): Promise<T> => new Promise(() => {})

/**
 * The embedded database prepares a statement when it first meets it, in one turn more. A world in
 * which that happens is not the same as one in which it does not.
 */
export const prepared = new Set<string>()

/** Reads the holder of the lease. */
const READ_HOLDER: Statement<never, string> = {
  text: 'select holder from matcher_lease',
  names: [],
  decode: ([holder]) => String(holder),
  isLong: false,
}

/** The accounts of which the statement would write what the market has decided. */
function marketsOf({ parameters }: BoundStatement<unknown>): ReadonlySet<string> {
  const listed = (value: string | null | undefined): readonly string[] =>
    (value ?? '').replaceAll(/[{}"]/g, '').split(',')
  const areMarkets = listed(parameters.isMarkets)
  return new Set(listed(parameters.accountId).filter((_, at) => areMarkets[at] === 'true'))
}

export function simulatedDatabase(shared: Sessions, connection: Connection): Database {
  const { goOn, wait, fate } = connection

  const noted = (runner: StatementRunner): StatementRunner => ({
    all(statement, parameters) {
      if (!isBuilt(statement.text)) prepared.add(statement.text)
      return runner.all(statement, parameters)
    },
  })

  /** Within a transaction; throws what undoes it. */
  function struck(runner: StatementRunner, now: Fate, isOverdue: () => boolean): StatementRunner {
    let statements = 0
    let passed: Promise<void> | null = null
    /** Those behind it wait as well. */
    async function slowly(ms: number): Promise<void> {
      passed ??= wait(ms)
      await passed
      if (isOverdue()) throw new Undo(new Lost(), true)
      if (!goOn()) throw new Undo(null, true)
    }
    return {
      async all(statement, parameters) {
        if (!goOn()) throw new Undo(null, true)
        statements++
        if (now.kind === 'lost-midway' && statements >= now.at) throw new Undo(new Lost(), true)
        if (now.kind === 'slow-midway' && statements >= now.at) await slowly(now.ms)
        if (now.kind === 'ended' && statements >= now.at) throw new Undo(new Ended(now.code), false)
        return runner.all(statement, parameters)
      },
    }
  }

  /** One attempt. Whatever happens, it does not resolve in a process that has ended. */
  async function attempt<T>(
    line: string | null,
    work: (transaction: StatementRunner) => Promise<T>,
    commitSent: () => void,
    isOverdue: () => boolean,
    named = '',
  ): Promise<T> {
    const now = fate()
    if (!goOn()) return never()
    if (now.kind === 'busy' && named.includes(now.accountId)) throw new Ended(LOCK_NOT_AVAILABLE)
    if (now.kind === 'lost-before') throw new Lost()
    if (now.kind === 'slow-before') {
      await wait(Math.min(now.ms, TRANSACTION_MS_MAX))
      if (isOverdue()) throw new Lost()
      if (!goOn()) return never()
    }
    let value: T
    try {
      value = await shared.transaction(line, async (transaction) => {
        const done = await work(noted(struck(transaction, now, isOverdue)))
        if (!goOn()) throw new Undo(null, true)
        commitSent()
        if (now.kind === 'unknown' && !now.committed) throw new Undo(new Lost(), true)
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

  function overdueFromNow(): () => boolean {
    const beganAtMs = connection.nowMs()
    return () => connection.nowMs() - beganAtMs >= TRANSACTION_MS_MAX
  }

  function transaction<T>(
    line: string | null,
    work: (transaction: StatementRunner) => Promise<T>,
  ): Promise<T> {
    const isOverdue = overdueFromNow()
    const deadline = {
      get passed() {
        return isOverdue()
      },
    }
    return retry((commitSent) => attempt(line, work, commitSent, isOverdue), deadline)
  }

  /** Failures on the connection that the batches share. */
  let failed = 0
  const commitsLine = `${connection.name} commits`

  /**
   * Its statement is its COMMIT. It is sent before those in front of it are answered, and a failure
   * of one of them takes its answer away. Another session may have locked an account, and keep it
   * for longer than a statement waits.
   */
  function commit<Row>(
    asked: BoundStatement<Row>,
    claim: () => boolean,
  ): Promise<readonly Row[] | null> {
    const isOverdue = overdueFromNow()
    const deadline = {
      get passed() {
        return isOverdue()
      },
    }
    return retry(async (commitSent) => {
      const failedBefore = failed
      const rows = await attempt(
        commitsLine,
        async (transaction) => {
          if (!claim()) return null
          commitSent()
          const rows = await transaction.all(asked.statement, asked.parameters)
          const markets = marketsOf(asked)
          if (markets.size > 0 && !rows.some((row) => row === HELD)) connection.fencedOff()
          if (rows.some((row) => markets.has(String(row)))) {
            const [holder] = await transaction.all(READ_HOLDER, {})
            if (holder !== connection.name) connection.unfenced(holder ?? 'nobody')
          }
          return rows
        },
        () => {},
        isOverdue,
        JSON.stringify(asked.parameters),
      ).catch((error: unknown) => {
        failed++
        throw error
      })
      if (failed > failedBefore) throw new Lost()
      return rows
    }, deadline)
  }

  /** A read is repeated on another connection. */
  async function read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      const now = fate()
      if (!goOn()) return never()
      try {
        if (now.kind === 'ended') throw new Ended(now.code === '40001' ? '57014' : now.code)
        if (now.kind === 'lost-before' || now.kind === 'unknown') throw new Lost()
        if (now.kind === 'slow-before') await wait(now.ms)
        const value = await shared.read((runner) => work(noted(runner)))
        if (now.kind === 'slow-after') await wait(now.ms)
        return goOn() ? value : await never()
      } catch (error) {
        if (!isConnectionLoss(error) || attempts >= 5) throw error
      }
    }
  }

  /** A write is a transaction of its own. */
  const one = <T>(text: string, work: (runner: StatementRunner) => Promise<T>): Promise<T> =>
    isRead(text) ? read(work) : transaction(null, work)

  const all: StatementRunner['all'] = (statement, parameters) =>
    one(statement.text, (runner) => runner.all(statement, parameters))

  return {
    drizzle: drizzleOver({
      one: (text, ask) => one(text, (runner) => ask(builderConnection(runner))),
      transaction: (work) => transaction(null, (runner) => work(builderConnection(runner))),
    }),
    notifications: connection.notifications,
    all,
    transaction: (work) => transaction(null, work),
    read,
    commit,
    takeMatcherLease: () => takeMatcherLease({ all }, connection.name),
    close: async () => {},
  }
}
