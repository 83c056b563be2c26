/**
 * Statements that insert, update or look up many rows.
 *
 * The rows are sent as one array for each column, which `unnest` expands. The text does not depend
 * on the number of rows, so the server plans it once. A single row, as in most batches of a
 * backtest, is sent as plain values: arrays would be a fifth of its cost.
 */
import { type Column, getTableColumns, type InferInsertModel, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'
import { Temporal } from '../core/time'
import {
  arrayLiteral,
  type Parameter,
  type Parameters,
  parameter,
  type Selection,
  type StatementRunner,
  statement,
} from './statement'

/** A column of the rows. */
export interface Part {
  /** The name of its value in a row. */
  readonly key: string
  readonly column: Column
  /** A time to the millisecond, which is sent as a number: PostgreSQL parses times slowly. */
  readonly isTime: boolean
  /** The name of its parameter, if it is not `key`. */
  readonly name?: string
  /** Often has one value in all rows, which is then sent once. */
  readonly isConstant?: boolean
}

const partOf = (key: string, column: Column): Part => ({
  key,
  column,
  isTime: column.getSQLType().startsWith('timestamp (3)'),
})

const nameOf = ({ name, key }: Part): string => name ?? key
/** The parameter with the value of all rows, which is null if they differ. */
const nameOfConstant = (part: Part): string => `${nameOf(part)} of all`

/** The names of the parts' parameters. */
const namesOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.isConstant ? [nameOf(part), nameOfConstant(part)] : [nameOf(part)]))

/** Marks the parts with these keys as constant. */
export function withConstants(parts: readonly Part[], keys: readonly string[]): Part[] {
  for (const wanted of keys) {
    assert(
      parts.some(({ key }) => key === wanted),
      `the rows have a column ${wanted}`,
    )
  }
  return parts.map((part) => ({ ...part, isConstant: keys.includes(part.key) }))
}

export function partsOf(table: PgTable, keys?: readonly string[]): Part[] {
  const columns: Record<string, Column> = getTableColumns(table)
  return (keys ?? Object.keys(columns)).map((key) => {
    const column = columns[key]
    assert(column !== undefined, `the table has a column ${key}`)
    return partOf(key, column)
  })
}

/**
 * A column's type for a cast, without its collation and its decimal places: a cast of an array
 * would round to them in a separate pass.
 */
const castType = (column: Column): string =>
  column
    .getSQLType()
    .replace(/ COLLATE .*$/, '')
    .replace(/ ?\([\d, ]+\)/, '')

/** The names of columns, without the table's, as in an INSERT. */
export const columnNames = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )

const names = (parts: readonly Part[]): SQL => columnNames(parts.map(({ column }) => column))

/** `one` row is sent as plain values, and `many` as arrays. */
export type Size = 'one' | 'many'

/** The rows, as a subquery without names. */
type IncomingRows = (parts: readonly Part[]) => SQL

/**
 * Expands the arrays in the select list: in FROM, PostgreSQL would store the elements and read them
 * again. Expanding an array is slow (bench/NOTES.md), so a value of all rows is sent once. Then the
 * array of its column is null, which expands to nulls.
 */
const many: IncomingRows = (parts) => {
  assert(
    parts.some(({ isConstant }) => !isConstant),
    'some column says how many rows there are',
  )
  const expanded = sql`(select ${listOf(parts, (part) => columnValue(part, nameOf(part), '[]'))})`
  return parts.some(({ isConstant }) => isConstant)
    ? sql`(select ${listOf(parts, ownOrConstant)} from ${expanded} as opened (${names(parts)}))`
    : expanded
}
const one: IncomingRows = (parts) =>
  sql`(values (${listOf(parts, (part) => columnValue(part, nameOf(part), ''))}))`

const INCOMING: Readonly<Record<Size, IncomingRows>> = { one, many }

function ownOrConstant(part: Part): SQL {
  const own = sql`${sql.identifier(part.column.name)}`
  if (!part.isConstant) return own
  const constant = columnValue(part, nameOfConstant(part), '')
  // The `select` casts a value once for all rows; a text needs no cast.
  const once = castType(part.column) === 'text' ? constant : sql`(select ${constant})`
  return sql`coalesce(${once}, ${own})`
}

const listOf = (parts: readonly Part[], sqlOf: (part: Part) => SQL): SQL =>
  sql.join(parts.map(sqlOf), sql`, `)

/** The value of a parameter. An array has one for each row. */
function columnValue({ column, isTime }: Part, name: string, suffix: '[]' | ''): SQL {
  const expand = (value: SQL): SQL => (suffix === '[]' ? sql`unnest(${value})` : value)
  return isTime
    ? sql`to_timestamp(${expand(parameter(name, `float8${suffix}`))} / 1000)`
    : expand(parameter(name, `${castType(column)}${suffix}`))
}

const encodePart = ({ column, isTime }: Part, value: unknown): Parameter =>
  isTime && value instanceof Temporal.Instant
    ? String(value.epochMilliseconds)
    : encode(column, value)

function encode(column: Column, value: unknown): Parameter {
  if (value === null || value === undefined) return null
  const encoded: unknown = column.mapToDriverValue(value)
  return typeof encoded === 'string' ? encoded : String(encoded)
}

/** Encodes a repeated value once: a batch has one time and many equal amounts. */
function encodeAll<Row>(
  part: Part,
  rows: readonly Row[],
  cellOf: (row: Row) => unknown,
): Parameter[] {
  const all: Parameter[] = []
  let last: unknown
  let encoded: Parameter = null
  for (const row of rows) {
    const value = cellOf(row)
    if (value !== last) {
      last = value
      encoded = encodePart(part, value)
    }
    all.push(encoded)
  }
  return all
}

/** `Row` must have exactly the keys of the parts. */
function encodeRows<Row>(
  parts: readonly Part[],
  rows: readonly Row[],
  size: Size,
): Record<string, Parameter> {
  assert(size === 'many' || rows.length === 1, 'plain values need exactly one row')
  const [first] = rows
  const parameters: Record<string, Parameter> = {}
  for (const part of parts) {
    const { key } = part
    // safe: the callers' signatures give Row exactly these keys.
    const cellOf = (row: Row): unknown => (row as Record<string, unknown>)[key]
    if (size === 'one' && first !== undefined) {
      parameters[nameOf(part)] = encodePart(part, cellOf(first))
      continue
    }
    const values = encodeAll(part, rows, cellOf)
    const [constant = null] = values
    const isConstant = part.isConstant === true && values.every((value) => value === constant)
    parameters[nameOf(part)] = isConstant ? null : arrayLiteral(values)
    if (part.isConstant) parameters[nameOfConstant(part)] = isConstant ? constant : null
  }
  return parameters
}

/** Rows that are sent with a statement. */
export interface SentRows<Row> {
  /** The names of the parameters. */
  readonly names: readonly string[]
  /** The rows, or only these columns, as a table of this name in FROM. */
  readonly from: (size: Size, as: string, keys?: readonly (keyof Row & string)[]) => SQL
  readonly parameters: (rows: readonly Row[], size: Size) => Parameters<string>
}

/** Rows of a table. `prefix` makes the names of their parameters unique. */
export function sentRows<T extends PgTable>(
  prefix: string,
  table: T,
): SentRows<Required<InferInsertModel<T>>> {
  const parts = partsOf(table).map((part) => ({ ...part, name: `${prefix} ${part.key}` }))
  return sentParts(parts)
}

export const sentParts = <Row>(parts: readonly Part[]): SentRows<Row> => ({
  names: namesOf(parts),
  from(size, as, keys) {
    const wanted = parts.filter(({ key }) => keys?.some((each) => each === key) ?? true)
    return sql`${INCOMING[size](wanted)} as ${sql.identifier(as)} (${names(wanted)})`
  },
  parameters: (rows, size) => encodeRows(parts, rows, size),
})

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

const assignments = (parts: readonly Part[], from: 'excluded' | 'incoming'): SQL =>
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
