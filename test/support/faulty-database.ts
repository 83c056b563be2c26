/** Databases that fail a sequencer as real ones do by their other sessions and their networks. */

import { ConnectionLost } from '../../src/postgres/connection'
import type { Database } from '../../src/postgres/database'
import { drizzleOver } from '../../src/postgres/pooled-drizzle'

/**
 * Each account of `held` is locked by another session: a statement that would write it waits for as
 * long as PostgreSQL lets it, and fails.
 */
export function holdingAccounts(inner: Database, held: ReadonlySet<string>): Database {
  const isHeld = (named: string): boolean =>
    [...held].some((accountId) => new RegExp(`\\b${accountId}\\b`).test(named))
  return {
    ...inner,
    async commit(asked, claim) {
      const named = Object.values<string | null>(asked.parameters).join()
      if (!isHeld(named)) return inner.commit(asked, claim)
      if (!claim()) return null
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    },
    async all(statement, parameters) {
      const rows = await inner.all(statement, parameters)
      if (!statement.text.includes('skip locked')) return rows
      const named = Object.values<string | null>(parameters).join().match(/\w+/g) ?? []
      return named.filter(isHeld).map((accountId) => statement.decode([accountId]))
    },
  }
}

export interface Gate {
  /** Resolves when somebody stands at the gate. */
  readonly reached: Promise<void>
  open(): void
}

/** Statements wait at a gate: before they are sent, or when they have been carried out. */
export function gatedDatabase(
  inner: Database,
  where: 'before it is sent' | 'after commit',
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
      async commit(asked, claim) {
        if (where === 'before it is sent') await pass()
        const rows = await inner.commit(asked, claim)
        if (where === 'after commit') await pass()
        return rows
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
      transaction: (work) => (failure === null ? inner.transaction(work) : fail()),
      read: (work) => (failure === null ? inner.read(work) : fail()),
      commit: (asked, claim) => (failure === null ? inner.commit(asked, claim) : fail()),
    },
  }
}

export const lostConnection = () => new ConnectionLost('the connection to the database was lost')
