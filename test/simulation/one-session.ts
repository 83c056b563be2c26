/**
 * The one session of a database in memory, shared by all that the processes of a world ask of it.
 * The seed chooses who is next among all that wait. A transaction lets others in between its reads
 * and its writes: they find what was committed before it, as beside a real PostgreSQL.
 *
 * Others are let in as long as the host has written nothing and holds no lock that they would wait
 * for. They stay committed if the host is rolled back after them.
 */
import { atMs } from '../../src/core/time'
import type { Database } from '../../src/postgres/database'
import type { Statement, StatementRunner } from '../../src/postgres/statement'
import type { Choices, Sessions } from './sessions'

/** Null for the outermost transaction. */
type Start = (host: Host | null) => Promise<void>

interface Waiting {
  readonly line: string | null
  /** Nobody's guest. */
  readonly isAlone: boolean
  readonly start: Start
}

/** A transaction that others are let into. */
interface Host {
  readonly runner: StatementRunner
  /** Its own statements are answered. */
  settled(): Promise<void>
  readonly hasGuests: boolean
  read<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T>
  transaction<T>(work: (runner: StatementRunner) => Promise<T>): Promise<T>
}

export const isRead = (text: string): boolean =>
  /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)\b/i.test(text) &&
  !/\b(?:insert|update|delete)\b/i.test(text.replaceAll(/\bfor update\b/gi, ''))

const locksRows = (text: string): boolean => /\bfor (?:update|share)\b/i.test(text)
const locksMore = (text: string): boolean => /\block table\b|advisory/i.test(text)
/** Nobody is let in behind it. */
const closes = (text: string): boolean => !isRead(text) || locksMore(text)

/** A guest wants a lock that its host may hold: it waits until the host is done. */
class Waits extends Error {}

const plain = (text: string): Statement<never, null> => ({
  text,
  names: [],
  isLong: false,
  decode: () => null,
})
const SAVEPOINT = plain('savepoint guest')
const ROLLBACK = plain('rollback to guest')

const SET_CLOCK: Statement<'at', null> = {
  text: `select set_config('simulation.now', $1::text, false)`,
  names: ['at'],
  decode: () => null,
  isLong: false,
}

/** The clock of the world; it is found before PostgreSQL's if `SEARCH_PATH` is set. */
export async function makeClock({ drizzle }: Pick<Database, 'drizzle'>): Promise<void> {
  await drizzle.execute('create schema simulation')
  await drizzle.execute(
    `create function simulation.clock_timestamp() returns timestamptz language sql volatile
      as $$ select current_setting('simulation.now')::timestamptz $$`,
  )
}

export const SEARCH_PATH = 'simulation, pg_catalog, public'

/** The session's clock is the world's. */
export async function keepTime(database: Database): Promise<void> {
  await makeClock(database)
  await database.drizzle.execute(`set search_path to ${SEARCH_PATH}`)
}

/** Whoever else is about to ask asks. */
async function others(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns++) await new Promise((next) => setImmediate(next))
}
const TURNS = 3

export function oneSession(
  inner: Pick<Database, 'all' | 'transaction'>,
  nowMs: () => number,
  choices: Choices,
): Sessions {
  let waiting: Waiting[] = []
  let serving: PromiseWithResolvers<void> | null = null
  /** As the session has it; null: unknown, since a rollback takes it back. */
  let clockMs: number | null = null

  const timely = (runner: StatementRunner): StatementRunner => ({
    async all(statement, parameters) {
      if (statement.text.includes('clock_timestamp') && clockMs !== Math.floor(nowMs())) {
        const now = Math.floor(nowMs())
        await runner.all(SET_CLOCK, { at: atMs(now).toString() })
        clockMs = now
      }
      return runner.all(statement, parameters)
    },
  })

  /** Takes the first of a line; null if nobody waits. */
  function take(host: { readonly line: string | null } | null): Waiting | null {
    const lines = new Set(host?.line == null ? [] : [host.line])
    const first = waiting.filter(({ line, isAlone }) => {
      if (host !== null && isAlone) return false
      if (line === null) return true
      const isFirst = !lines.has(line)
      lines.add(line)
      return isFirst
    })
    const chosen = first[first.length > 1 ? choices.next(first.length) : 0]
    if (chosen === undefined) return null
    waiting = waiting.filter((one) => one !== chosen)
    return chosen
  }

  async function serve(): Promise<void> {
    if (serving !== null) return
    serving = Promise.withResolvers()
    // Whoever asks in the same turn is among them.
    await null
    for (let next = take(null); next !== null; next = take(null)) await next.start(null)
    serving.resolve()
    serving = null
  }

  const ask = <T>(
    line: string | null,
    work: (host: Host | null) => Promise<T>,
    isAlone = false,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ line, isAlone, start: (host) => work(host).then(resolve, reject) })
      void serve()
    })

  async function outermost<T>(
    line: string | null,
    work: (runner: StatementRunner) => Promise<T>,
  ): Promise<T> {
    try {
      const done = await inner.transaction(async (transaction) => {
        const host = hostOf(timely(transaction), line)
        try {
          return { value: await work(host.runner) }
        } catch (error) {
          await host.settled()
          if (!host.hasGuests) throw error
          await transaction.all(ROLLBACK, {})
          clockMs = null
          return { error }
        }
      })
      if ('error' in done) throw done.error
      return done.value
    } catch (error) {
      clockMs = null
      throw error
    }
  }

  function hostOf(transaction: StatementRunner, line: string | null): Host {
    let pending = 0
    let guest: Promise<void> | null = null
    let isOpen = true
    let hasGuests = false
    let settled = Promise.withResolvers<void>()

    async function letIn(): Promise<void> {
      const visit = others().then(async () => {
        const next = take({ line })
        if (next === null) return
        choices.count('let into a transaction')
        await next.start(host)
      })
      guest = visit
      await visit
      guest = null
    }

    const guestRunner: StatementRunner = {
      async all(statement, parameters) {
        if (locksMore(statement.text)) throw new Waits()
        return transaction.all(statement, parameters)
      },
    }

    const host: Host = {
      runner: {
        async all(statement, parameters) {
          while (guest !== null) await guest
          if (closes(statement.text)) isOpen = false
          pending++
          try {
            const rows = await transaction.all(statement, parameters)
            if (rows.length > 0 && locksRows(statement.text)) isOpen = false
            return rows
          } finally {
            if (--pending === 0) {
              settled.resolve()
              settled = Promise.withResolvers()
              if (isOpen && choices.letsIn()) await letIn()
            }
          }
        },
      },
      async settled() {
        while (guest !== null) await guest
        if (pending > 0) await settled.promise
      },
      get hasGuests() {
        return hasGuests
      },
      read: (work) => work(guestRunner),
      async transaction(work) {
        await transaction.all(SAVEPOINT, {})
        try {
          const value = await work(guestRunner)
          // From here on what the host does is rolled back alone.
          await transaction.all(SAVEPOINT, {})
          hasGuests = true
          return value
        } catch (error) {
          await transaction.all(ROLLBACK, {})
          clockMs = null
          throw error
        }
      },
    }
    return host
  }

  return {
    get busy() {
      return serving?.promise ?? null
    },
    read: (work) => ask(null, (host) => (host === null ? work(timely(inner)) : host.read(work))),
    transaction: (line, work) =>
      ask(line, (host) => (host === null ? outermost(line, work) : host.transaction(work))).catch(
        (error: unknown) => {
          if (!(error instanceof Waits)) throw error
          return ask(line, () => outermost(line, work), true)
        },
      ),
    elapse: async () => {},
    close: async () => {},
  }
}
