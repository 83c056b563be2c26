/** Distributes the tables of a database over the workers of its cluster [run.distribute]. */
import { type Distributed, distribute, workersOf } from '../citus/distribute'
import type { Ask } from '../citus/layout'
import { StartError } from '../errors'
import { CLOSE_SECONDS_MAX, SESSION_OPTIONS } from '../options'
import { reachPrimary } from '../primary'
import { databaseAt, describeUrl } from './postgres'
import { migrateFit, withMigrationLock } from './prepare-server'

/**
 * Returns `in use` if a server moves the market. A server that starts meanwhile waits for the lock
 * of migrations, and then sees the shards. Throws a StartError that says why the database cannot be
 * distributed.
 */
export async function distributeServer(
  databaseUrl: string,
  shards: number | null,
): Promise<Distributed | 'in use'> {
  const where = describeUrl(databaseUrl)
  const reached = await reachPrimary(databaseUrl, {
    connectSeconds: SESSION_OPTIONS.connect_timeout,
    closeSeconds: CLOSE_SECONDS_MAX,
  })
  if ('why' in reached) throw new StartError(`Cannot reach ${where} (DATABASE_URL): ${reached.why}`)
  const ask: Ask = (text) => reached.sql.unsafe(text).values()
  try {
    await migrateFit(reached, where)
    const workers = await workersOf(ask)
    if (typeof workers !== 'number') {
      throw new StartError(`${where} (DATABASE_URL) ${workers.fault}; ${workers.remedy}.`)
    }
    return await whileUnused(databaseUrl, () =>
      withMigrationLock(reached.sql, () => distribute(ask, workers, shards)),
    )
  } finally {
    await reached.end()
  }
}

/** Holds the matcher's lease, which a running server has or takes. */
async function whileUnused<T>(databaseUrl: string, work: () => Promise<T>): Promise<T | 'in use'> {
  const database = databaseAt(databaseUrl, 'cli')
  try {
    const lease = await database.takeMatcherLease()
    if (lease === null) return 'in use'
    try {
      return await work()
    } finally {
      await lease.release()
    }
  } finally {
    await database.close()
  }
}
