/** Reads the places of the shards from Citus's catalogue. */
import { getTableName } from 'drizzle-orm'
import { hashOfText } from './hash'
import { DISTRIBUTED, HALT, LEASE, MARKET_TERMS, REFERENCE } from './tables'

/** A shard, with the server that has it now. */
export interface ShardPlace {
  /** The id of the shard of `accounts`. */
  readonly shardId: string
  /** The smallest and the largest hash of an account of this shard. */
  readonly from: number
  readonly to: number
  readonly host: string
  readonly port: number
  /** The shard's own tables, by the names of the distributed ones. */
  readonly tables: ReadonlyMap<string, string>
}

/** Runs a query without parameters, and returns its rows as arrays. */
export type Ask = (text: string) => Promise<readonly (readonly unknown[])[]>

/** `partial` if a distribution was begun and not finished; null if there is none. */
export type Layout = readonly ShardPlace[] | 'partial' | null

/**
 * A function that fails unless this server has the shard. For a write it first takes a lock that a
 * move of the shard waits for.
 */
export const HOLD_SHARD = 'paper_hold_shard'
/** A function of the coordinator that runs a statement in the shard of an account. */
export const RUN_ON_SHARD = 'paper_run_on_shard'
/** The error of a server that does not have the shard, or no longer. */
export const SHARD_MOVED = 'P0C01'

const HAS_CITUS = `select to_regclass('pg_catalog.pg_dist_partition') is not null`

const PLACES = `select class.relname, shard.shardid::text, partition.partmethod,
    shard.shardminvalue, shard.shardmaxvalue, node.nodename, node.nodeport
  from pg_dist_partition as partition
  join pg_class as class on class.oid = partition.logicalrelid
  join pg_dist_shard as shard on shard.logicalrelid = partition.logicalrelid
  join pg_dist_placement as placement on placement.shardid = shard.shardid
  join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
  where class.relnamespace = 'public'::regnamespace`

/** A distribution makes it last. */
const HAS_FUNCTION = `select
  to_regprocedure('public.${RUN_ON_SHARD}(text, bigint, text, text[])') is not null`

const isTrue = ([row]: Awaited<ReturnType<Ask>>): boolean => row?.[0] === true

/** Returns the shards in the order of their hashes. */
export async function layoutOf(ask: Ask): Promise<Layout> {
  if (!isTrue(await ask(HAS_CITUS))) return null
  const rows = await ask(PLACES)
  const [accounts = ''] = DISTRIBUTED.map((table) => getTableName(table))
  const wanted = [...DISTRIBUTED, ...REFERENCE].map((table) => getTableName(table))
  const found = new Set(rows.map(([table]) => String(table)))
  if (!found.has(accounts) && !wanted.some((name) => found.has(name))) return null
  if (![...wanted, MARKET_TERMS].every((name) => found.has(name))) return 'partial'
  if (!isTrue(await ask(HAS_FUNCTION))) return 'partial'
  return placesIn(rows, accounts)
}

function placesIn(rows: Awaited<ReturnType<Ask>>, accounts: string): readonly ShardPlace[] {
  const names = new Set(REFERENCE.map((table) => getTableName(table)))
  const copied = rows.flatMap(([table, id]) =>
    names.has(String(table)) ? [[String(table), `${table}_${id}`] as const] : [],
  )
  const byRange = Map.groupBy(
    rows.filter(([, , method]) => method === 'h'),
    ([, , , from]) => Number(from),
  )
  return [...byRange]
    .flatMap(([from, ofShard]) => {
      const own = ofShard.find(([table]) => table === accounts)
      if (own === undefined) return []
      const [, id, , , to, host, port] = own
      const tables = new Map([
        ...copied,
        ...ofShard.map(([table, id]) => [String(table), `${table}_${id}`] as const),
      ])
      const terms = tables.get(MARKET_TERMS)
      if (terms !== undefined) tables.set(LEASE, terms).set(HALT, terms)
      const server = { host: String(host), port: Number(port) }
      return [{ shardId: String(id), from, to: Number(to), ...server, tables }]
    })
    .toSorted((one, other) => one.from - other.from)
}

/** Returns the index of the account's shard. */
export function shardIndexOf(froms: readonly number[], accountId: string): number {
  const hash = hashOfText(accountId)
  const next = froms.findIndex((from) => from > hash)
  return (next === -1 ? froms.length : next) - 1
}

export const DISTRIBUTED_IN_PART = {
  fault: 'is distributed in part, by a run that was interrupted or a version before this one',
  remedy: 'finish it: paper market distribute',
}
