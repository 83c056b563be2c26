/**
 * Sends rows with a statement: one array for each column, which `unnest` expands. The text does not
 * depend on the number of rows, so the server plans it once. A single row, as in most batches of a
 * backtest, is sent as plain values: arrays would be a fifth of its cost.
 */
import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'
import { Temporal } from '../core/time'
import { arrayLiteral, type Parameter, type Parameters, parameter } from './statement'

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

export const partOf = (key: string, column: Column): Part => ({
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

export const names = (parts: readonly Part[]): SQL => columnNames(parts.map(({ column }) => column))

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

export function encode(column: Column, value: unknown): Parameter {
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

/**
 * Rows of a table. `prefix` makes the names of their parameters unique. The columns `constant`
 * often have one value in all rows.
 */
export function sentRows<T extends PgTable>(
  prefix: string,
  table: T,
  constant: readonly (keyof InferInsertModel<T> & string)[] = [],
): SentRows<Required<InferInsertModel<T>>> {
  const parts = partsOf(table).map((part) => ({ ...part, name: `${prefix} ${part.key}` }))
  return sentParts(withConstants(parts, constant))
}

export const sentParts = <Row>(parts: readonly Part[]): SentRows<Row> => ({
  names: namesOf(parts),
  from(size, as, keys) {
    const wanted = parts.filter(({ key }) => keys?.some((each) => each === key) ?? true)
    return sql`${INCOMING[size](wanted)} as ${sql.identifier(as)} (${names(wanted)})`
  },
  parameters: (rows, size) => encodeRows(parts, rows, size),
})
