/** The driver for a PostgreSQL server, on the connections of connection.ts. */
import { hostname } from 'node:os'
import { firstUrlOf, hostsOf } from '../../lib/database-url'
import type { Ask as AskText, ShardPlace } from '../citus/layout'
import { openShards, overShards } from '../citus/shards'
import type { Connection } from '../connection'
import type { Database } from '../database'
import { retry } from '../errors'
import { connectTo } from '../hosts'
import { takeMatcherLease } from '../matcher-lease'
import { openNotifications } from '../notify'
import {
  ANSWER_MS_MAX,
  BATCHES_AT_ONCE,
  CHANGE_CONNECTIONS_MAX,
  COMMIT_SESSION_SETTINGS,
  DISTRIBUTED_PLANNING,
  LEASE_ANSWER_MS_MAX,
  LEASE_SESSION_SETTINGS,
  LONG_ANSWER_MS_MAX,
  READ_CONNECTIONS_MAX,
  SESSION_OPTIONS,
  SESSION_SETTINGS,
  type SessionSettings,
  SILENT_READ_MS_MAX,
} from '../options'
import {
  isRead,
  type Pool,
  type Pools,
  poolsOf,
  queryOf,
  runnerOf,
  transact,
  within,
} from '../pool'
import { type Ask, drizzleOver } from '../pooled-drizzle'
import type { BoundStatement } from '../statement'
import { serverTargets } from '../tls'
import { prepareServer } from './prepare-server'

/** `server`: clients wait for an answer. `cli`: a person waits for a long command. */
export type Timeouts = 'server' | 'cli'

/** Connects, checks the version and migrates. Throws a StartError that never shows the password. */
export async function openPostgres(url: string, timeouts?: Timeouts): Promise<Database> {
  const shards = await prepareServer(url, describeUrl(url))
  return databaseAt(url, timeouts, shards)
}

/** The connection pools of a process. They are separate, so that none waits for another. */
function openPools(databaseUrl: string, isDistributed: boolean) {
  const targets = serverTargets(databaseUrl)
  const connect = connectTo(
    targets.map(({ url, tls }) => ({ url, options: { ...SESSION_OPTIONS, ...tls } })),
  )
  /** Settings of the URL take precedence. */
  const settingsOfUrl = firstUrlOf(databaseUrl).searchParams
  const settingsOf = (settings: SessionSettings): SessionSettings =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => !settingsOfUrl.has(name)))
  const pools: Pools = new Set()
  let connectionsLost = 0
  const connectionLost = (): void => {
    connectionsLost++
  }
  const poolOf = poolsOf({
    connect,
    pools,
    settingsOf: (settings) =>
      settingsOf(isDistributed ? { ...settings, ...DISTRIBUTED_PLANNING } : settings),
    connectionLost,
  })
  const silence = { silentMs: SILENT_READ_MS_MAX }
  return {
    reads: poolOf(READ_CONNECTIONS_MAX, SESSION_SETTINGS, silence),
    /** For the reads of batches, which must not wait for the reads of clients. */
    recalls: poolOf(BATCHES_AT_ONCE, SESSION_SETTINGS, silence),
    changes: poolOf(CHANGE_CONNECTIONS_MAX),
    /** One connection for all batches: PostgreSQL begins the next one without a round trip. */
    commits: poolOf(1, COMMIT_SESSION_SETTINGS, { usersPerConnection: BATCHES_AT_ONCE }),
    lease: poolOf(1, LEASE_SESSION_SETTINGS),
    notifications: openNotifications(connect, pools),
    connectionsLost: (): number => connectionsLost,
    connectionLost,
    settingsOf,
  }
}

/**
 * A migrated database. Connects at the first query. `places` are the shards of a distributed
 * database; null if it is on one server.
 */
export function databaseAt(
  databaseUrl: string,
  timeouts: Timeouts = 'server',
  places: readonly ShardPlace[] | null = null,
): Database {
  const pools = openPools(databaseUrl, places !== null)
  const database = databaseOver(pools, timeouts)
  if (places === null) return database
  const ask: AskText = (text) =>
    within(ANSWER_MS_MAX, (deadline) =>
      pools.reads.use(deadline, (connection) => connection.values({ text })),
    )
  return overShards(
    database,
    openShards({ ...pools, databaseUrl, places, ask, coordinator: database }),
  )
}

function databaseOver(pools: ReturnType<typeof openPools>, timeouts: Timeouts): Database {
  const { reads, recalls, changes, commits, lease, notifications, connectionsLost } = pools
  const limits =
    timeouts === 'server'
      ? { answerMs: ANSWER_MS_MAX, transactionMs: ANSWER_MS_MAX }
      : { answerMs: LONG_ANSWER_MS_MAX, transactionMs: Number.POSITIVE_INFINITY }

  const limitOf = (isLong: boolean): number => (isLong ? LONG_ANSWER_MS_MAX : limits.answerMs)

  const transaction = <T>(
    work: (connection: Connection) => Promise<T>,
    limitMs = limits.transactionMs,
  ): Promise<T> =>
    within(limitMs, (deadline) =>
      retry((commitSent) => transact(changes, deadline, work, commitSent), deadline),
    )

  function one<T>(text: string, ask: Ask<T>, limitMs = limits.answerMs): Promise<T> {
    return isRead(text)
      ? within(limitMs, (deadline) => retry(() => reads.use(deadline, ask), deadline))
      : transaction(ask, limitMs)
  }

  return {
    drizzle: drizzleOver({ one, transaction }),
    notifications,
    ...runnerOf((query, isLong) =>
      one(query.text, (connection) => connection.values(query), limitOf(isLong)),
    ),
    transaction: (work) =>
      transaction((connection) =>
        work(
          runnerOf((query, isLong) => connection.values({ ...query, limitMs: limitOf(isLong) })),
        ),
      ),
    read: (work) =>
      within(limits.answerMs, (deadline) =>
        retry(
          () =>
            recalls.use(deadline, (connection) =>
              work(runnerOf((query) => connection.values(query))),
            ),
          deadline,
        ),
      ),
    commit: (bound, claim) => commitIn(commits, limits.transactionMs, bound, claim),
    takeMatcherLease: () =>
      takeMatcherLease(
        runnerOf((query) =>
          within(LEASE_ANSWER_MS_MAX, (deadline) =>
            lease.use(deadline, (connection) => connection.values(query)),
          ),
        ),
        thisProcess(),
      ),
    connectionsLost,
    close: async () => {
      const all = [notifications, reads, recalls, changes, commits, lease]
      await Promise.all(all.map((each) => each.close()))
    },
  }
}

/** Commits one statement if `claim` returns true. */
const commitIn = <Row>(
  commits: Pool,
  limitMs: number,
  { statement, parameters }: BoundStatement<Row>,
  claim: () => boolean,
): Promise<readonly Row[] | null> =>
  within(limitMs, (deadline) =>
    retry(
      (commitSent) =>
        commits.use(deadline, async (connection) => {
          if (!claim()) return null
          if (connection.alive) commitSent()
          const rows = await connection.values(queryOf(statement, parameters))
          return rows.map(statement.decode)
        }),
      deadline,
    ),
  )

/** The holder's name in the lease, for people who read the table. */
const thisProcess = (): string => `${hostname()}:${process.pid}`

/** The servers and the database that a DATABASE_URL names, without its password. */
export function describeUrl(url: string): string {
  return `PostgreSQL at ${hostsOf(url)}${firstUrlOf(url).pathname}`
}
