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
    ...inner,
    transaction: (work) => inner.transaction((runner) => work({ ...runner, all: without(runner) })),
  }
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
      ...inner,
      async transaction(work) {
        if (where === 'before work') await pass()
        const value = await inner.transaction(work)
        if (where === 'after commit') await pass()
        return value
      },
    },
  }
}

export interface Losable {
  readonly database: Database
  /** From now on whatever is asked of it is lost, or comes through again. */
  setAway(away: boolean): void
}

/** A database that is away whenever the test says so. */
export function losable(inner: Database): Losable {
  let isAway = false
  const lost = () => Promise.reject(new ConnectionLost('the connection to the database was lost'))
  const lostDrizzle = drizzleOver({ one: lost, transaction: lost })
  return {
    setAway(away) {
      isAway = away
    },
    database: {
      ...inner,
      drizzle: new Proxy(inner.drizzle, {
        get: (drizzle, key) => Reflect.get(isAway ? lostDrizzle : drizzle, key),
      }),
      all: (statement, parameters) => (isAway ? lost() : inner.all(statement, parameters)),
      transaction: (work, lane) => (isAway ? lost() : inner.transaction(work, lane)),
    },
  }
}
