/** Reads from the whole database, or from each shard of a distributed one. */
import { ConnectionLost } from './connection'
import type { Database, Shard } from './database'
import { isConnectionLoss } from './errors'
import type { StatementRunner } from './statement'

export type ShardedSource = Pick<Database, 'all' | 'shards'>

/** The shard is no more, and nothing was written: a split has given its accounts to others. */
export class ShardSplit extends ConnectionLost {}

type Read<Rows> = (runner: StatementRunner, rows: Rows) => Promise<void>

/**
 * Reads from the database, or from each shard that can be reached. If a shard is lost meanwhile,
 * its accounts wait: listen for its return.
 */
export async function fromEach(
  source: ShardedSource,
  read: (runner: StatementRunner) => Promise<void>,
): Promise<void> {
  if (source.shards === undefined) return read(source)
  await Promise.all(source.shards.all.map((shard) => unlessAway(shard, () => read(shard))))
}

/** Reads for these accounts, each from its own shard. */
export async function forAccounts<Row extends { readonly accountId: string }>(
  source: ShardedSource,
  rows: readonly Row[],
  read: Read<readonly Row[]>,
): Promise<void> {
  const { shards } = source
  if (shards === undefined) return read(source, rows)
  const byShard = Map.groupBy(rows, ({ accountId }) => shards.of(accountId))
  await Promise.all([...byShard].map(([shard, own]) => unlessAway(shard, () => read(shard, own))))
}

async function unlessAway(shard: Shard, read: () => Promise<void>): Promise<void> {
  if (shard.isAway) return
  await read().catch((error: unknown) => {
    if (!isConnectionLoss(error)) throw error
  })
}
