/**
 * Distributes the tables of a database over the workers of its Citus cluster [run.distribute]. Each
 * step looks whether it is done, so what an interrupted run has left half done goes on.
 */
import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { StartError } from '../errors'
import { PLANNING } from '../options'
import { textHashedInto } from './hash'
import { type Ask, HOLD_SHARD, RUN_ON_SHARD, SHARD_MOVED } from './layout'
import { DISTRIBUTED, HALT, KNOWN_TO_CITUS, MARKET_TERMS, REFERENCE } from './tables'

/** Why a database cannot be distributed. `fault` ends a sentence that begins with its name. */
export interface NotDistributable {
  readonly fault: string
  readonly remedy: string
}

export interface Distributed {
  readonly workers: number
  readonly shards: number
  /** The steps that this run has done; none if everything was done before. */
  readonly steps: readonly string[]
}

/** Shards for each worker: some to move to the next worker, and few, since batches are by shard. */
const SHARDS_PER_WORKER = 2

const names = (tables: readonly PgTable[]): string[] => tables.map((table) => getTableName(table))
const listOf = (tables: readonly string[]): string =>
  tables.map((name) => `'${name}'::regclass`).join(', ')

const FIRST = names(DISTRIBUTED)[0] ?? ''
const OTHERS = names(DISTRIBUTED).slice(1)

/** The number of workers that can take shards, or why the cluster cannot take the tables. */
export async function workersOf(ask: Ask): Promise<number | NotDistributable> {
  const [extension] = await ask(`select 1 from pg_extension where extname = 'citus'`)
  if (extension === undefined) {
    return {
      fault: 'has no Citus: a plain PostgreSQL keeps all tables on one machine',
      remedy: 'create extension citus on each machine, and add the workers (docs/scale.md)',
    }
  }
  const [nodes] = await ask(`select
      count(*) filter (where shouldhaveshards and isactive and groupid <> 0)::int,
      count(*) filter (where groupid = 0)::int
    from pg_dist_node where noderole = 'primary'`)
  const [workers, coordinators] = nodes ?? []
  if (Number(coordinators) === 0) {
    return {
      fault: 'is a coordinator that its workers do not know',
      remedy: "select citus_set_coordinator_host('its host', its port)",
    }
  }
  if (Number(workers) === 0) {
    return {
      fault: 'has no workers',
      remedy: "select citus_add_node('host', port) for each worker",
    }
  }
  return Number(workers)
}

/** Runs while no server uses the database. `shards` is for the first run; null for the default. */
export async function distribute(
  ask: Ask,
  workers: number,
  shards: number | null,
): Promise<Distributed> {
  const steps: string[] = []
  const did = (step: string): void => void steps.push(step)
  await dropForeignKeys(ask, did)
  await bringBack(ask, HALT, did)
  for (const table of names(REFERENCE)) await copyToAll(ask, table, did)
  await spread(ask, FIRST, `shard_count := ${shards ?? workers * SHARDS_PER_WORKER}`, did)
  for (const table of OTHERS) await spread(ask, table, `colocate_with := '${FIRST}'`, did)
  await makeTerms(ask, did)
  await makeKnown(ask, did)
  await restoreForeignKeys(ask, did)
  await setWorkers(ask)
  await makeFunctions(ask)
  const [found] = await ask(
    `select count(*)::int from pg_dist_shard where logicalrelid = '${FIRST}'::regclass`,
  )
  return { workers, shards: Number(found?.[0] ?? 0), steps }
}

type Did = (step: string) => void

const isDone = async (ask: Ask, table: string): Promise<boolean> =>
  (await ask(`select 1 from pg_dist_partition where logicalrelid = '${table}'::regclass`)).length >
  0

/**
 * Drops the keys that lead from or to these tables, as long as any of them is not distributed. Keys
 * from local tables would make them tables of Citus's own, whose statements it restricts.
 */
async function dropForeignKeys(ask: Ask, did: Did): Promise<void> {
  const all = listOf([...names(DISTRIBUTED), ...names(REFERENCE)])
  const rows = await ask(`select conrelid::regclass::text, conname from pg_constraint
    where contype = 'f' and (conrelid in (${all}) or confrelid in (${all}))
      and not (conrelid in (select logicalrelid from pg_dist_partition)
        and confrelid in (select logicalrelid from pg_dist_partition))`)
  for (const [table, key] of rows) {
    await ask(`alter table ${table} drop constraint "${key}"`)
    did(`dropped the key ${key} of ${table}`)
  }
}

async function copyToAll(ask: Ask, table: string, did: Did): Promise<void> {
  if (!(await isDone(ask, table))) {
    await ask(`select create_reference_table('${table}')`)
    did(`copied ${table} to each worker`)
  }
  await ask(`select truncate_local_data_after_distributing_table('${table}')`)
}

async function spread(ask: Ask, table: string, how: string, did: Did): Promise<void> {
  if (!(await isDone(ask, table))) {
    await ask(`select create_distributed_table('${table}', 'account_id', ${how})`)
    did(`distributed ${table}`)
  }
  await ask(`select truncate_local_data_after_distributing_table('${table}')`)
}

/** Makes a copied table one of the coordinator alone again, as a version before this one had it. */
async function bringBack(ask: Ask, table: string, did: Did): Promise<void> {
  if (!(await isDone(ask, table))) return
  await ask(`select undistribute_table('${table}')`)
  did(`brought ${table} back to the coordinator`)
}

async function makeKnown(ask: Ask, did: Did): Promise<void> {
  if (await isDone(ask, KNOWN_TO_CITUS)) return
  await ask(`select citus_add_local_table_to_metadata('${KNOWN_TO_CITUS}')`)
  did(`made ${KNOWN_TO_CITUS} known to Citus`)
}

/** Makes a row in each shard, under a key whose hash is the shard's, with the present halt. */
async function makeTerms(ask: Ask, did: Did): Promise<void> {
  await ask(`create table if not exists ${MARKET_TERMS} (
    account_id text collate "C" primary key, term integer not null, holder text not null,
    renewed_at timestamptz)`)
  await spread(ask, MARKET_TERMS, `colocate_with := '${FIRST}'`, did)
  await ask(`alter table ${MARKET_TERMS} add column if not exists halted_at timestamptz(3)`)
  const ranges = await ask(`select shardminvalue::int, shardmaxvalue::int from pg_dist_shard
    where logicalrelid = '${MARKET_TERMS}'::regclass`)
  for (const [min, max] of ranges) {
    const key = textHashedInto(Number(min), Number(max))
    await ask(`insert into ${MARKET_TERMS} (account_id, term, holder)
      values ('${key}', 0, 'the matcher') on conflict do nothing`)
  }
  const [halt] = await ask(`select halted_at::text from ${HALT}`)
  const haltedAt = halt?.[0] ?? null
  await ask(`update ${MARKET_TERMS}
    set halted_at = ${haltedAt === null ? 'null' : `'${haltedAt}'`}`)
}

/** Makes the keys among distributed tables, and from them to copied ones, again. */
async function restoreForeignKeys(ask: Ask, did: Did): Promise<void> {
  const kept = new Set([...names(DISTRIBUTED), ...names(REFERENCE)])
  const known = new Set((await ask(`select conname from pg_constraint where contype = 'f'`)).flat())
  for (const table of DISTRIBUTED) {
    for (const key of getTableConfig(table).foreignKeys) {
      const { columns, foreignColumns, foreignTable } = key.reference()
      if (!kept.has(getTableName(foreignTable)) || known.has(key.getName())) continue
      const listed = (all: readonly { readonly name: string }[]): string =>
        all.map(({ name }) => `"${name}"`).join(', ')
      await ask(`alter table "${getTableName(table)}" add constraint "${key.getName()}"
        foreign key (${listed(columns)})
        references "${getTableName(foreignTable)}" (${listed(foreignColumns)})`)
      did(`made the key ${key.getName()} again`)
    }
  }
}

/** Sets the planner in the workers' databases, since a session's settings do not reach them. */
async function setWorkers(ask: Ask): Promise<void> {
  const [row] = await ask('select quote_ident(current_database())')
  const { enable_seqscan, jit } = PLANNING
  for (const [name, to] of Object.entries({ enable_seqscan, jit })) {
    // A worker refuses such a change unless it keeps it to itself.
    const text = `set citus.enable_ddl_propagation to off;
      alter database ${row?.[0]} set ${name} = ${to}`
    const results = await ask(`select success, nodename, nodeport, result
      from run_command_on_workers($paper$${text}$paper$)`)
    for (const [isDone, host, port, why] of results) {
      if (isDone !== true) throw new StartError(`${host}:${port} keeps its ${name}: ${why}.`)
    }
  }
}

/**
 * Makes the functions of shards. 5 is a ShareLock, as Citus's own writes take it. Each statement of
 * a function sees what was committed before it, so the look comes after the wait. Citus locks no
 * shard that was split. A read takes no lock, since a move lets reads go on.
 */
async function makeFunctions(ask: Ask): Promise<void> {
  await ask(`create or replace function public.${HOLD_SHARD}(shard bigint, writes boolean)
    returns void
    language plpgsql volatile as $hold$ begin
      if writes then
        perform pg_catalog.lock_shard_metadata(5, array[shard])
          from pg_catalog.pg_dist_shard where shardid = shard;
      end if;
      if not exists (select from pg_catalog.pg_dist_placement as placement
          join pg_catalog.pg_dist_local_group as here on here.groupid = placement.groupid
          where placement.shardid = shard) then
        raise exception 'this server does not have the shard %', shard
          using errcode = '${SHARD_MOVED}';
      end if;
    end $hold$`)
  await ask(`select create_distributed_function('public.${HOLD_SHARD}(bigint, boolean)')`)
  // Citus sends a call to the worker of the account, as a part of the caller's transaction.
  await ask(`create or replace function public.${RUN_ON_SHARD}(
      account_id text, shard bigint, statement text, parameters text[])
    returns setof text
    language plpgsql volatile as $run$ begin
      perform public.${HOLD_SHARD}(shard, true);
      return query execute statement using parameters;
    end $run$`)
  await ask(`select create_distributed_function(
    'public.${RUN_ON_SHARD}(text, bigint, text, text[])', 'account_id',
    colocate_with := '${FIRST}', force_delegation := true)`)
}
