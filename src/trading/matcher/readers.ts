/** What the order book reads from: the database, or each shard of a distributed one. */
import type { Database, Shard } from '../../postgres/database'
import { isConnectionLoss, OutcomeUnknown } from '../../postgres/errors'
import type { StatementRunner } from '../../postgres/statement'

export type BookSource = Pick<Database, 'all' | 'shards'>

type Read<Rows> = (runner: StatementRunner, rows: Rows) => Promise<void>

/**
 * Reads from the database, or from each shard that can be reached. If a shard is lost meanwhile,
 * its accounts wait, and the book is loaded again when it returns.
 */
export async function fromEach(
  source: BookSource,
  read: (runner: StatementRunner) => Promise<void>,
): Promise<void> {
  if (source.shards === undefined) return read(source)
  await Promise.all(source.shards.all.map((shard) => unlessAway(shard, () => read(shard))))
}

/** Reads for these accounts, each from its own shard. */
export async function forAccounts<Row extends { readonly accountId: string }>(
  source: BookSource,
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
    if (!(isConnectionLoss(error) || error instanceof OutcomeUnknown)) throw error
  })
}
