/** A PostgreSQL server, over connections of our own to it (connection.ts). */
import { hostname } from 'node:os'
import {
  type Connection,
  type ConnectionListener,
  type Deadline,
  deadlineIn,
  openConnection,
  type Query,
  type Values,
} from '../connection'
import type { Database } from '../database'
import { takeMatcherLease } from '../matcher-lease'
import { openNotifications } from '../notify'
import {
  ANSWER_MS_MAX,
  CHANGE_CONNECTIONS_MAX,
  COMMIT_SESSION_SETTINGS,
  COMMITTING_TOGETHER,
  LEASE_ANSWER_MS_MAX,
  LEASE_SESSION_SETTINGS,
  LONG_ANSWER_MS_MAX,
  READ_CONNECTIONS_MAX,
  SESSION_OPTIONS,
  SESSION_SETTINGS,
  type SessionSettings,
  SILENT_READ_MS_MAX,
} from '../options'
import { openPool, type Pool, type PoolDeps, type Pools } from '../pool'
import { type Ask, drizzleOver } from '../pooled-drizzle'
import { retrying } from '../retry'
import {
  type BoundStatement,
  type Parameters,
  type Statement,
  type StatementRunner,
  valuesOf,
} from '../statement'
import { serverTarget } from '../tls'
import { prepareServer } from './prepare-server'

/** Who waits: the clients of a server, or a person who started a long command. */
export type Timeouts = 'of clients' | 'of a command'

/** Connects, checks the version and migrates. Throws a StartError that never shows the password. */
export async function openPostgres(url: string, timeouts?: Timeouts): Promise<Database> {
  await prepareServer(url, describeUrl(url))
  return databaseAt(url, timeouts)
}

/** The connections of a process, by what waits for what. */
function openPools(databaseUrl: string) {
  const { url, tls } = serverTarget(databaseUrl)
  const sessionOptions = { ...SESSION_OPTIONS, ...tls }
  const connect = (listener: ConnectionListener) => openConnection(url, sessionOptions, listener)
  /** What the URL sets for its sessions stays as it says. */
  const named = new URL(url).searchParams
  const pools: Pools = new Set()
  let connectionsLost = 0
  const poolOf = (
    max: number,
    settings: SessionSettings = SESSION_SETTINGS,
    more: Pick<PoolDeps, 'silentMs' | 'together'> = {},
  ): Pool =>
    openPool({
      ...more,
      max,
      pools,
      settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !named.has(name))),
      connect: (listener) =>
        connect({
          ...listener,
          lost() {
            connectionsLost++
            listener.lost?.()
          },
        }),
    })
  const silence = { silentMs: SILENT_READ_MS_MAX }
  return {
    reading: poolOf(READ_CONNECTIONS_MAX, SESSION_SETTINGS, silence),
    /** No batch waits behind the reads of clients. */
    recalling: poolOf(COMMITTING_TOGETHER, SESSION_SETTINGS, silence),
    changing: poolOf(CHANGE_CONNECTIONS_MAX),
    /**
     * Statements that are transactions of their own follow each other on one connection. The server
     * goes on with the next one without waiting to be told, or for a core of its own.
     */
    committing: poolOf(1, COMMIT_SESSION_SETTINGS, { together: COMMITTING_TOGETHER }),
    /** Its own, so that a renewal of the lease never waits for orders or reads. */
    leasing: poolOf(1, LEASE_SESSION_SETTINGS),
    notifications: openNotifications(connect, pools),
    connectionsLost: (): number => connectionsLost,
  }
}

/** A database that is migrated already. It connects with the first query. */
export function databaseAt(databaseUrl: string, timeouts: Timeouts = 'of clients'): Database {
  const { reading, recalling, changing, committing, leasing, notifications, connectionsLost } =
    openPools(databaseUrl)

  const limits =
    timeouts === 'of clients'
      ? { answerMs: ANSWER_MS_MAX, transactionMs: ANSWER_MS_MAX }
      : { answerMs: LONG_ANSWER_MS_MAX, transactionMs: Number.POSITIVE_INFINITY }

  const limitOf = (isLong: boolean): number => (isLong ? LONG_ANSWER_MS_MAX : limits.answerMs)

  const changed = <T>(
    pool: Pool,
    work: (connection: Connection) => Promise<T>,
    limitMs = limits.transactionMs,
  ): Promise<T> =>
    within(limitMs, (deadline) =>
      retrying((commitSent) => transact(pool, deadline, work, commitSent), deadline),
    )

  function one<T>(text: string, ask: Ask<T>, limitMs = limits.answerMs): Promise<T> {
    return isRead(text)
      ? within(limitMs, (deadline) => retrying(() => reading.use(deadline, ask), deadline))
      : changed(changing, ask, limitMs)
  }

  return {
    drizzle: drizzleOver({
      one,
      transaction: (work) => changed(changing, work),
    }),
    notifications,
    ...runnerOf((query, isLong) =>
      one(query.text, (connection) => connection.values(query), limitOf(isLong)),
    ),
    transaction: (work) =>
      changed(changing, (connection) =>
        work(
          runnerOf((query, isLong) => connection.values({ ...query, limitMs: limitOf(isLong) })),
        ),
      ),
    read: (work) =>
      within(limits.answerMs, (deadline) =>
        retrying(
          () =>
            recalling.use(deadline, (connection) =>
              work(runnerOf((query) => connection.values(query))),
            ),
          deadline,
        ),
      ),
    commit: (asked, claim) => commitIn(committing, limits.transactionMs, asked, claim),
    takeMatcherLease: () =>
      takeMatcherLease(
        runnerOf((query) =>
          within(LEASE_ANSWER_MS_MAX, (deadline) =>
            leasing.use(deadline, (connection) => connection.values(query)),
          ),
        ),
        thisProcess(),
      ),
    connectionsLost,
    close: async () => {
      const open = [reading, recalling, changing, committing, leasing]
      await Promise.all([notifications, ...open].map((each) => each.close()))
    },
  }
}

/** Carries out one statement, if whoever asked for it still wants it. */
const commitIn = <Row>(
  committing: Pool,
  limitMs: number,
  asked: BoundStatement<Row>,
  claim: () => boolean,
): Promise<readonly Row[] | null> =>
  within(limitMs, (deadline) =>
    retrying(
      (commitSent) =>
        committing.use(deadline, async (connection) => {
          if (!claim()) return null
          if (connection.alive) commitSent()
          const rows = await connection.values(queryOf(asked.statement, asked.parameters))
          return rows.map(asked.statement.decode)
        }),
      deadline,
    ),
  )

/** Shown to people who look up in the database which server moves the market. */
const thisProcess = (): string => `${hostname()}:${process.pid}`

/** The server and database that a DATABASE_URL names, without its password. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname}:${port || '5432'}${pathname}`
}

/**
 * A read may be repeated on another connection when its own is lost. Everything else runs in a
 * transaction, whose COMMIT is sent only before the deadline: work that was given up never takes
 * effect later [request.deadline].
 */
const isRead = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|for\s+share)\b/i.test(text)

async function within<T>(limitMs: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = deadlineIn(limitMs)
  try {
    return await work(deadline)
  } finally {
    deadline.end()
  }
}

const runnerOf = (ask: (query: Query, isLong: boolean) => Promise<Values>): StatementRunner => ({
  async all(statement, parameters) {
    const rows = await ask(queryOf(statement, parameters), statement.isLong)
    return rows.map(statement.decode)
  },
})

const queryOf = <Name extends string>(
  statement: Statement<Name, unknown>,
  parameters: Parameters<Name>,
): Query => ({ text: statement.text, values: valuesOf(statement, parameters), prepare: true })

/**
 * As long as what postgres.js sends at once: something shorter waits there for the event loop's
 * next turn, behind all requests that have come meanwhile.
 */
const COMMIT = 'commit'.padEnd(1_024)

const transact = <T>(
  pool: Pool,
  deadline: Deadline,
  work: (connection: Connection) => Promise<T>,
  commitSent: () => void,
): Promise<T> =>
  pool.use(deadline, async (connection) => {
    try {
      const begun = connection.values({ text: 'begin' })
      const [value] = await Promise.all([work(connection), begun])
      // Nothing is sent on a connection that is gone: then the outcome is known.
      if (connection.alive) commitSent()
      // After a statement that has failed this COMMIT is a ROLLBACK.
      await connection.values({ text: COMMIT })
      return value
    } catch (error) {
      if (connection.alive) await connection.values({ text: 'rollback' }).catch(() => {})
      throw error
    }
  })
