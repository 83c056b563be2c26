/** drizzle's query builder on the connections of a database, with drizzle's driver for proxies. */
import { PgDialect } from 'drizzle-orm/pg-core'
import {
  PgProxyTransaction,
  PgRemoteDatabase,
  PgRemoteSession,
  type RemoteCallback,
} from 'drizzle-orm/pg-proxy'
import type { TablesRelationalConfig } from 'drizzle-orm/relations'
import type { Connection } from './connection'
import type { Drizzle } from './database'

/** The part of a connection that the query builder uses. */
export type BuilderConnection = Pick<Connection, 'alive' | 'values' | 'records'>
export type Ask<T> = (connection: BuilderConnection) => Promise<T>

export interface PooledWork {
  /** Runs one statement. */
  one<T>(text: string, ask: Ask<T>): Promise<T>
  /** Runs the work in a transaction on one connection. */
  transaction<T>(work: Ask<T>): Promise<T>
}

type NoSchema = Record<string, never>
type Transaction = PgProxyTransaction<NoSchema, TablesRelationalConfig>

const dialect = new PgDialect()

export const drizzleOver = (pooled: PooledWork): Drizzle =>
  new PgRemoteDatabase(dialect, new PooledSession(pooled), undefined)

const callbackOf =
  ({ one }: PooledWork): RemoteCallback =>
  async (text, values, method) => {
    const rows = await one<readonly unknown[]>(text, (connection) =>
      method === 'all' ? connection.values({ text, values }) : connection.records({ text, values }),
    )
    return { rows: [...rows] }
  }

class PooledSession extends PgRemoteSession<NoSchema, TablesRelationalConfig> {
  readonly #pooled: PooledWork

  constructor(pooled: PooledWork) {
    super(callbackOf(pooled), dialect, undefined)
    this.#pooled = pooled
  }

  override transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#pooled.transaction((connection) => work(transactionOn(connection, 0)))
  }
}

function transactionOn(connection: BuilderConnection, depth: number): Transaction {
  const savepoint = `nested_${depth}`
  const run = (text: string) => connection.values({ text })

  async function nested<T>(work: Ask<T>): Promise<T> {
    await run(`savepoint ${savepoint}`)
    try {
      const value = await work(connection)
      await run(`release ${savepoint}`)
      return value
    } catch (error) {
      if (connection.alive) await run(`rollback to ${savepoint}`)
      throw error
    }
  }

  const session = new PooledSession({
    one: (_text, ask) => ask(connection),
    transaction: nested,
  })
  return new NestableTransaction(session, (work) =>
    nested(() => work(transactionOn(connection, depth + 1))),
  )
}

class NestableTransaction extends PgProxyTransaction<NoSchema, TablesRelationalConfig> {
  readonly #nest: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

  constructor(
    session: PooledSession,
    nest: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>,
  ) {
    super(dialect, session, undefined)
    this.#nest = nest
  }

  override transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#nest(work)
  }
}
