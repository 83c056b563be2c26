/** Which tables a distributed database spreads over its workers, and which it copies to each. */
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../schema'
import { ALL_TABLES } from '../tables'

/** Distributed by their account. The first is the one that the others lie beside. */
export const DISTRIBUTED: readonly PgTable[] = [
  schema.accounts,
  schema.holdings,
  schema.orders,
  schema.orderEvents,
  schema.fills,
  schema.liquidityUses,
  schema.adjustments,
  schema.conditionalLegs,
  schema.conditionalEvents,
  schema.forcedOrders,
]

/** Copied to each worker, since the statement of a batch reads them. */
export const REFERENCE: readonly PgTable[] = [schema.instruments]

/**
 * A table of the coordinator alone that Citus knows: a transaction that writes to it and to a
 * shard is then committed on both, or on neither (shard.ts).
 */
export const KNOWN_TO_CITUS = getTableName(schema.forcedOutcomes)

/**
 * Each shard's own copy of what a batch checks of the market: the matcher's term, in place of the
 * lease, and the halt (shard.ts).
 */
export const MARKET_TERMS = 'market_terms'
export const LEASE = getTableName(schema.matcherLease)
export const HALT = getTableName(schema.marketControls)

const ALL: ReadonlySet<string> = new Set(ALL_TABLES.map((table) => getTableName(table)))
const IN_SHARDS: ReadonlySet<string> = new Set([
  ...[...DISTRIBUTED, ...REFERENCE].map((table) => getTableName(table)),
  HALT,
])
const BY_ACCOUNT: ReadonlySet<string> = new Set(DISTRIBUTED.map((table) => getTableName(table)))

const QUOTED = /"([a-z_]+)"/g

const tablesIn = (text: string): readonly string[] =>
  [...text.matchAll(QUOTED)].flatMap(([, name = '']) => (ALL.has(name) ? [name] : []))

/** True if a shard has all tables of the statement, and the rows of one are of accounts. */
export function fitsShard(text: string): boolean {
  const tables = tablesIn(text)
  return tables.some((name) => BY_ACCOUNT.has(name)) && tables.every((name) => IN_SHARDS.has(name))
}

/** Puts a shard's own tables in place of the distributed ones. Statements quote their tables. */
export const withTables = (text: string, tables: ReadonlyMap<string, string>): string =>
  text.replaceAll(QUOTED, (quoted, name: string) => {
    const own = tables.get(name)
    return own === undefined ? quoted : `"${own}"`
  })
