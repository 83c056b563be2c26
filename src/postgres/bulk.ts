/** Statements that insert, update or look up many rows. */
import { type Column, type InferInsertModel, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'
import {
  arrayLiteral,
  parameter,
  type Selection,
  type StatementRunner,
  statement,
} from './statement'
import {
  columnNames,
  encode,
  names,
  type Part,
  partOf,
  partsOf,
  type SentRows,
  type Size,
  sentParts,
  withConstants,
} from './unnest'

/** Rows that one or more common table expressions of a statement write. */
export interface WrittenRows<Row> extends SentRows<Row> {
  /** `only` is a condition on the rows, whose name in it is `incoming`. */
  readonly writes: (size: Size, only: SQL) => readonly SQL[]
}

type Keys<T extends PgTable> = keyof InferInsertModel<T> & string

/** A value of the column's own type, in the text of a statement. */
function literal(column: Column, value: unknown): SQL {
  const encoded = encode(column, value)
  return encoded === null ? sql`null` : sql.raw(`'${encoded.replaceAll("'", "''")}'`)
}

/** Rows of other tables that repeat columns of the written rows. */
export interface Derived {
  readonly columns: readonly Column[]
  /** Gets the name of the written rows, which have `columns`. */
  readonly write: (written: SQL) => readonly SQL[]
}

export interface Insertion<Unsent extends string> {
  /** Columns that are not sent: one value for all rows, or SQL on the sent columns. */
  readonly unsent?: Readonly<Record<Unsent, unknown>>
  /** Columns that are computed from the sent ones. */
  readonly computed?: Readonly<Record<string, SQL>>
  /** Columns that often have one value in all rows. */
  readonly constant?: readonly string[]
  readonly derived?: Derived
}

/** `prefix` makes the names of the rows' parameters and expressions unique. */
const named = (prefix: string, parts: readonly Part[]): Part[] =>
  parts.map((part) => ({ ...part, name: `${prefix} ${part.key}` }))

const ofIncoming = ({ column }: Part): SQL => sql`incoming.${sql.identifier(column.name)}`
const listed = (all: readonly SQL[]): SQL => sql.join([...all], sql`, `)

/** The common table expressions that write the rows, and then the rows derived from them. */
function expressions(
  prefix: string,
  write: SQL,
  derived: Derived | undefined,
  returned: SQL,
): readonly SQL[] {
  const own = sql.identifier(prefix)
  if (derived === undefined) return [sql`${own} as (${write})`]
  const others = derived.write(sql`${own}`)
  return [
    sql`${own} as (${write} returning ${returned})`,
    ...others.map((other, at) => sql`${sql.identifier(`${prefix} ${at}`)} as (${other})`),
  ]
}

export function insertRows<T extends PgTable, Unsent extends Keys<T> = never>(
  prefix: string,
  table: T,
  { unsent, computed = {}, constant = [], derived }: Insertion<Unsent> = {},
): WrittenRows<Omit<Required<InferInsertModel<T>>, Unsent>> {
  const values: Readonly<Record<string, unknown>> = unsent ?? {}
  const unsentParts = partsOf(table, Object.keys(values))
  const sent = partsOf(table).filter(({ key }) => !Object.hasOwn(values, key))
  const parts = withConstants(named(prefix, sent), constant)
  const selected = [
    ...parts.map((part) => computed[part.key] ?? ofIncoming(part)),
    ...unsentParts.map(({ key, column }) => {
      const value = values[key]
      return is(value, SQL) ? value : literal(column, value)
    }),
  ]
  const rows = sentParts<Omit<Required<InferInsertModel<T>>, Unsent>>(parts)
  return {
    ...rows,
    writes: (size, only) =>
      expressions(
        prefix,
        sql`insert into ${table} (${names([...parts, ...unsentParts])})
          select ${listed(selected)} from ${rows.from(size, 'incoming')} where ${only}`,
        derived,
        columnNames(derived?.columns ?? []),
      ),
  }
}

/** Inserts rows. If a row exists, updates its columns `changes`. */
export function upsertRows<T extends PgTable, C extends Keys<T>>(
  prefix: string,
  table: T,
  changes: readonly C[],
): WrittenRows<Required<InferInsertModel<T>>> {
  const parts = named(prefix, partsOf(table))
  const [primaryKey] = getTableConfig(table).primaryKeys
  assert(primaryKey !== undefined, 'an upsert needs a primary key of several columns')
  const key = primaryKey.columns.map((column) => sql`${sql.identifier(column.name)}`)
  const rows = sentParts<Required<InferInsertModel<T>>>(parts)
  return {
    ...rows,
    writes: (size, only) => [
      sql`${sql.identifier(prefix)} as (insert into ${table} (${names(parts)})
        select ${listed(parts.map(ofIncoming))} from ${rows.from(size, 'incoming')} where ${only}
        on conflict (${listed(key)})
        do update set ${assignments(partsOf(table, changes), 'excluded')})`,
    ],
  }
}

type Sent<Columns extends Readonly<Record<string, Column>>> = {
  readonly [Key in keyof Columns]: Columns[Key]['_']['data'] | null
}

/**
 * Sets the columns `changes` of the rows with the given `keys`. `sent` are columns of other tables,
 * for the derived rows.
 */
export function updateRows<
  T extends PgTable,
  K extends Keys<T>,
  C extends Keys<T>,
  const S extends Readonly<Record<string, Column>> = Record<never, Column>,
>(
  prefix: string,
  table: T,
  keys: readonly K[],
  changes: readonly C[],
  also?: { readonly sent: S; readonly constant?: readonly string[]; readonly derived: Derived },
): WrittenRows<Pick<Required<InferInsertModel<T>>, K | C> & Sent<S>> {
  const keyParts = partsOf(table, keys)
  const changeParts = partsOf(table, changes)
  const sentOfOthers = Object.entries(also?.sent ?? {}).map(([key, column]) => partOf(key, column))
  const parts = withConstants(
    named(prefix, [...keyParts, ...changeParts, ...sentOfOthers]),
    also?.constant ?? [],
  )
  const matches = keyParts.map((part) => sql`${part.column} = ${ofIncoming(part)}`)
  const rows = sentParts<Pick<Required<InferInsertModel<T>>, K | C> & Sent<S>>(parts)
  return {
    ...rows,
    writes: (size, only) =>
      expressions(
        prefix,
        sql`update ${table} set ${assignments(changeParts, 'incoming')}
          from ${rows.from(size, 'incoming')}
          where ${sql.join([...matches, only], sql` and `)}`,
        also?.derived,
        listed([
          ...(also?.derived.columns ?? []).map((column) => sql`${column}`),
          ...sentOfOthers.map(ofIncoming),
        ]),
      ),
  }
}

export const assignments = (parts: readonly Part[], from: 'excluded' | 'incoming'): SQL =>
  listed(
    parts.map(({ column }) => {
      const name = sql.identifier(column.name)
      return sql`${name} = ${sql.raw(from)}.${name}`
    }),
  )

/** Keys of one query; further keys go with the next one. */
const KEYS_MAX = 200

/**
 * Reads single rows with one query at a time. Callers that arrive while a query runs share the next
 * one, so many callers cost few queries.
 */
export function batched<Key, Row>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  const waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>()
  let reading = false

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, KEYS_MAX)
      for (const [key] of batch) waiting.delete(key)
      try {
        const found = await read(batch.map(([key]) => key))
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
    }
    reading = false
  }

  return (key) => {
    const caller = waiting.get(key) ?? Promise.withResolvers<Row | undefined>()
    waiting.set(key, caller)
    if (!reading) {
      reading = true
      void readAll()
    }
    return caller.promise
  }
}

export type Pair = readonly [first: string, second: string]

/**
 * Finds the rows whose `first` and `second` equal a pair. An index must begin with both columns.
 * `first` is the account's id, by which a distributed database finds the shard of the rows.
 *
 * `offset 0` makes PostgreSQL search that index once for each pair. Without it the planner may
 * compare every row with every pair, which is cheapest while the table is empty, and a connection
 * keeps its plan. A single pair has a statement of its own, at half the cost.
 */
export function byPairs<Row>(
  table: PgTable,
  [first, second]: readonly [Column, Column],
  { list, decode }: Selection<Row>,
): (runner: StatementRunner, pairs: readonly Pair[]) => Promise<readonly Row[]> {
  const ofOne = statement(
    ['accountId', 'second'],
    sql`select ${list} from ${table}
      where ${first} = ${parameter('accountId', 'text')}
        and ${second} = ${parameter('second', 'text')}`,
    decode,
  )
  const ofMany = statement(
    ['accountIds', 'seconds'],
    sql`select ${list}
      from (select unnest(${parameter('accountIds', 'text[]')}) as first,
          unnest(${parameter('seconds', 'text[]')}) as second) as wanted
      cross join lateral (select * from ${table}
        where ${first} = wanted.first and ${second} = wanted.second offset 0) as ${table}`,
    decode,
  )
  return (runner, pairs) => {
    const [one, ...others] = pairs
    if (one !== undefined && others.length === 0) {
      return runner.all(ofOne, { accountId: one[0], second: one[1] })
    }
    return runner.all(ofMany, {
      accountIds: arrayLiteral(pairs.map(([first]) => first)),
      seconds: arrayLiteral(pairs.map(([, second]) => second)),
    })
  }
}
