/** Many rows as a part of a statement: how they travel, and what is done with them. */
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
  withAlike,
} from './unnest'

/** Rows that are written by one or more common table expressions of a statement. */
export interface WrittenRows<Row> extends SentRows<Row> {
  /** `only` says which of the rows, which it knows as `incoming`, are written. */
  readonly writes: (size: Size, only: SQL) => readonly SQL[]
}

type Keys<T extends PgTable> = keyof InferInsertModel<T> & string

/** A value of the column's own type, in the text of a statement. */
function constant(column: Column, value: unknown): SQL {
  const encoded = encode(column, value)
  return encoded === null ? sql`null` : sql.raw(`'${encoded.replaceAll("'", "''")}'`)
}

/** Rows of other tables that repeat these columns of the rows written, whose name `write` gets. */
export interface Made {
  readonly columns: readonly Column[]
  readonly write: (made: SQL) => readonly SQL[]
}

export interface Insertion<Unsent extends string> {
  /** Columns that the rows do not bring: the same value for all, or SQL on the columns sent. */
  readonly unsent?: Readonly<Record<Unsent, unknown>>
  /** Columns that are sent and not written as they are: SQL on the columns sent. */
  readonly computed?: Readonly<Record<string, SQL>>
  /** Columns whose values are often the same in all rows. */
  readonly alike?: readonly string[]
  readonly made?: Made
}

/** `prefix` keeps the rows' parameters and expressions apart from those of other rows. */
const named = (prefix: string, parts: readonly Part[]): Part[] =>
  parts.map((part) => ({ ...part, name: `${prefix} ${part.key}` }))

const ofIncoming = ({ column }: Part): SQL => sql`incoming.${sql.identifier(column.name)}`
const listed = (all: readonly SQL[]): SQL => sql.join([...all], sql`, `)

/** The rows' own expression, and those of the rows that are made of them. */
function expressions(
  prefix: string,
  write: SQL,
  made: Made | undefined,
  returned: SQL,
): readonly SQL[] {
  const own = sql.identifier(prefix)
  if (made === undefined) return [sql`${own} as (${write})`]
  const others = made.write(sql`${own}`)
  return [
    sql`${own} as (${write} returning ${returned})`,
    ...others.map((other, at) => sql`${sql.identifier(`${prefix} ${at}`)} as (${other})`),
  ]
}

export function insertRows<T extends PgTable, Unsent extends Keys<T> = never>(
  prefix: string,
  table: T,
  { unsent, computed = {}, alike = [], made }: Insertion<Unsent> = {},
): WrittenRows<Omit<Required<InferInsertModel<T>>, Unsent>> {
  const values: Readonly<Record<string, unknown>> = unsent ?? {}
  const unsentParts = partsOf(table, Object.keys(values))
  const sent = partsOf(table).filter(({ key }) => !Object.hasOwn(values, key))
  const parts = withAlike(named(prefix, sent), alike)
  const selected = [
    ...parts.map((part) => computed[part.key] ?? ofIncoming(part)),
    ...unsentParts.map(({ key, column }) => {
      const value = values[key]
      return is(value, SQL) ? value : constant(column, value)
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
        made,
        columnNames(made?.columns ?? []),
      ),
  }
}

/** Existing rows take the new values of `changes`; the others are inserted. */
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
 * Sets the columns `changes` of the rows that the columns `keys` name. `sent` are columns of other
 * tables, which the rows bring for the rows that are made of them.
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
  also?: { readonly sent: S; readonly alike?: readonly string[]; readonly made: Made },
): WrittenRows<Pick<Required<InferInsertModel<T>>, K | C> & Sent<S>> {
  const keyParts = partsOf(table, keys)
  const changeParts = partsOf(table, changes)
  const sentOfOthers = Object.entries(also?.sent ?? {}).map(([key, column]) => partOf(key, column))
  const parts = withAlike(
    named(prefix, [...keyParts, ...changeParts, ...sentOfOthers]),
    also?.alike ?? [],
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
        also?.made,
        listed([
          ...(also?.made.columns ?? []).map((column) => sql`${column}`),
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

/** Keeps a query small; further keys go with the next one. */
const KEYS_MAX = 200

/**
 * One query at a time for many single rows. Callers that come while a query runs share the next: so
 * a flood of callers costs a few queries, and none waits for more than two.
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
    const asked = waiting.get(key) ?? Promise.withResolvers<Row | undefined>()
    waiting.set(key, asked)
    if (!reading) {
      reading = true
      void readAll()
    }
    return asked.promise
  }
}

export type Pair = readonly [first: string, second: string]

/**
 * The rows whose `first` and `second` are those of a pair; an index must lead with both.
 *
 * `offset 0` makes it one look into that index for each pair. Without it the planner may compare
 * every row with every pair: that is cheapest while the table is empty, and a connection keeps its
 * plan. One pair alone is looked up by its values, for half of the price.
 */
export function byPairs<Row>(
  table: PgTable,
  [first, second]: readonly [Column, Column],
  { list, decode }: Selection<Row>,
): (runner: StatementRunner, pairs: readonly Pair[]) => Promise<readonly Row[]> {
  const ofOne = statement(
    ['first', 'second'],
    sql`select ${list} from ${table}
      where ${first} = ${parameter('first', 'text')}
        and ${second} = ${parameter('second', 'text')}`,
    decode,
  )
  const ofMany = statement(
    ['firsts', 'seconds'],
    sql`select ${list}
      from (select unnest(${parameter('firsts', 'text[]')}) as first,
          unnest(${parameter('seconds', 'text[]')}) as second) as wanted
      cross join lateral (select * from ${table}
        where ${first} = wanted.first and ${second} = wanted.second offset 0) as ${table}`,
    decode,
  )
  return (runner, pairs) => {
    const [one, ...others] = pairs
    if (one !== undefined && others.length === 0) {
      return runner.all(ofOne, { first: one[0], second: one[1] })
    }
    return runner.all(ofMany, {
      firsts: arrayLiteral(pairs.map(([first]) => first)),
      seconds: arrayLiteral(pairs.map(([, second]) => second)),
    })
  }
}
