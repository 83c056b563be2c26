/** Databases that do to a desk what a real one does when other sessions or networks fail it. */
import type { Database, Transaction } from '../../src/store/database'
import { ConnectionLost } from '../../src/store/pg/connection'
import { drizzleOver } from '../../src/store/pg/pooled-drizzle'
import type { StatementRunner } from '../../src/store/pg/statement'

/** Each account of `held` is locked by another session. */
export function holdingAccounts(inner: Database, held: ReadonlySet<string>): Database {
  const without = (runner: Transaction): StatementRunner['all'] =>
    async function all(statement, parameters) {
      if (!statement.text.includes('skip locked')) return runner.all(statement, parameters)
      const wanted = Object.values<string | null>(parameters).join(',')
      const rows = await runner.all(statement, parameters)
      const taken = [...held].filter((accountId) => wanted.includes(`"${accountId}"`))
      const isTaken = (each: unknown): boolean => taken.some((id) => namesAccount(each, id))
      return rows.filter((each) => !isTaken(each))
    }
  return {
    ...withoutAtOnce(inner),
    transaction: (work) => inner.transaction((runner) => work({ ...runner, all: without(runner) })),
  }
}

/** Every change is a transaction with a beginning, so that all of them go through its hands. */
export function withoutAtOnce({ atOnce: _, ...database }: Database): Database {
  return database
}

const namesAccount = (row: unknown, accountId: string): boolean =>
  JSON.stringify(row).includes(`"${accountId}"`)

export interface Gate {
  /** Resolves when somebody stands at the gate. */
  readonly reached: Promise<void>
  open(): void
}

/** Transactions wait at a gate: before their work, or with their COMMIT carried out. */
export function gatedDatabase(
  inner: Database,
  where: 'before work' | 'after commit',
): { readonly database: Database; readonly gate: Gate } {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const pass = async (): Promise<void> => {
    reached.resolve()
    await opened.promise
  }
  return {
    gate: { reached: reached.promise, open: opened.resolve },
    database: {
      ...withoutAtOnce(inner),
      async transaction(work) {
        if (where === 'before work') await pass()
        const value = await inner.transaction(work)
        if (where === 'after commit') await pass()
        return value
      },
    },
  }
}

export interface Failing {
  readonly database: Database
  /** From now on whatever is asked of it fails so; null: it comes through again. */
  failWith(failure: Error | null): void
}

/** A database that fails whenever the test says so. */
export function failing(inner: Database): Failing {
  let failure: Error | null = null
  const fail = () => Promise.reject(failure)
  const failingDrizzle = drizzleOver({ one: fail, transaction: fail })
  return {
    failWith(wanted) {
      failure = wanted
    },
    database: {
      ...inner,
      drizzle: new Proxy(inner.drizzle, {
        get: (drizzle, key) => Reflect.get(failure === null ? drizzle : failingDrizzle, key),
      }),
      all: (statement, parameters) =>
        failure === null ? inner.all(statement, parameters) : fail(),
      transaction: (work, lane) => (failure === null ? inner.transaction(work, lane) : fail()),
      ...(inner.atOnce && {
        atOnce: (ask) =>
          failure === null && inner.atOnce !== undefined ? inner.atOnce(ask) : fail(),
      }),
    },
  }
}

export const lostConnection = () => new ConnectionLost('the connection to the database was lost')
