/**
 * Rows as a part of a statement: each column travels as one array, opened by `unnest`. The text
 * does not depend on the number of rows, so the server plans it once. One row alone, as most
 * batches of a backtest have it, travels as plain values: to make and open arrays is a fifth of its
 * cost.
 */
import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../../core/assert'
import { Temporal } from '../../core/time'
import { arrayLiteral, type Parameter, type Parameters, parameter } from './statement'

/** A column that the rows bring, by the name of its value in a row. */
export interface Part {
  readonly key: string
  readonly column: Column
  /** Of its parameter, where the statement has others of that key. */
  readonly name?: string
}

export const nameOf = ({ name, key }: Part): string => name ?? key

export function partsOf(table: PgTable, keys?: readonly string[]): Part[] {
  const columns: Record<string, Column> = getTableColumns(table)
  return (keys ?? Object.keys(columns)).map((key) => {
    const column = columns[key]
    assert(column !== undefined, `the table has a column ${key}`)
    return { key, column }
  })
}

/**
 * A column's type as a cast knows it: a collation belongs to the column, not to its values, and so
 * do its places, which an array's cast would round to in a pass of its own.
 */
const castType = (column: Column): string =>
  column
    .getSQLType()
    .replace(/ COLLATE .*$/, '')
    .replace(/ ?\([\d, ]+\)/, '')

/** The columns without their table's name, as an INSERT lists them. */
export const columnNames = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )

export const names = (parts: readonly Part[]): SQL => columnNames(parts.map(({ column }) => column))

/** Whether the rows of a statement travel as plain values, of which there is one, or as arrays. */
export type Size = 'one' | 'many'

/** The rows to be written, as a table without names. */
export type IncomingRows = (parts: readonly Part[]) => SQL

/** In the select list: in FROM, PostgreSQL would store the elements of each and read them again. */
const many: IncomingRows = (parts) =>
  sql`(select ${parametersOf(parts, '[]', (array) => sql`unnest(${array})`)})`
const one: IncomingRows = (parts) => sql`(values (${parametersOf(parts, '', (value) => value)}))`

export const INCOMING: Readonly<Record<Size, IncomingRows>> = { one, many }

const parametersOf = (
  parts: readonly Part[],
  suffix: '[]' | '',
  opened: (value: SQL) => SQL,
): SQL =>
  sql.join(
    parts.map((part) =>
      isTime(part.column)
        ? sql`to_timestamp(${opened(parameter(nameOf(part), `float8${suffix}`))} / 1000)`
        : opened(parameter(nameOf(part), `${castType(part.column)}${suffix}`)),
    ),
    sql`, `,
  )

/** To the millisecond. It travels as a number: to read a text of one takes PostgreSQL long. */
const isTime = (column: Column): boolean => column.getSQLType().startsWith('timestamp (3)')

const encodeSent = (column: Column, value: unknown): Parameter =>
  value instanceof Temporal.Instant && isTime(column)
    ? String(value.epochMilliseconds)
    : encode(column, value)

export function encode(column: Column, value: unknown): Parameter {
  if (value === null || value === undefined) return null
  const encoded: unknown = column.mapToDriverValue(value)
  return typeof encoded === 'string' ? encoded : String(encoded)
}

/** A batch has one time and many equal amounts: a repeated value is encoded once. */
function encodeAll<Row>(
  column: Column,
  rows: readonly Row[],
  cellOf: (row: Row) => unknown,
): Parameter[] {
  let last: unknown
  let encoded: Parameter = null
  return rows.map((row) => {
    const value = cellOf(row)
    if (value !== last) {
      last = value
      encoded = encodeSent(column, value)
    }
    return encoded
  })
}

/** `Row` must be made of exactly the keys of the parts. */
export function encodeRows<Row>(
  parts: readonly Part[],
  rows: readonly Row[],
  size: Size,
): Record<string, Parameter> {
  const [first] = rows
  const parameters: Record<string, Parameter> = {}
  for (const part of parts) {
    const { key, column } = part
    // safe: Row is made of exactly these keys, by the signatures of those who call.
    const cellOf = (row: Row): unknown => (row as Record<string, unknown>)[key]
    parameters[nameOf(part)] =
      size === 'one' && first !== undefined
        ? encodeSent(column, cellOf(first))
        : arrayLiteral(encodeAll(column, rows, cellOf))
  }
  return parameters
}

/** Rows as a part of a statement that has others. */
export interface SentRows<Row> {
  /** Of its parameters. */
  readonly names: readonly string[]
  /** The rows, or these columns of them, as a table of this name in FROM. */
  readonly from: (size: Size, as: string, keys?: readonly (keyof Row & string)[]) => SQL
  readonly parameters: (rows: readonly Row[], size: Size) => Parameters<string>
}

/** Rows of the table; `prefix` keeps their parameters apart from those of other rows. */
export function sentRows<T extends PgTable>(
  prefix: string,
  table: T,
): SentRows<Required<InferInsertModel<T>>> {
  return sentParts(partsOf(table).map((part) => ({ ...part, name: `${prefix} ${part.key}` })))
}

export const sentParts = <Row>(parts: readonly Part[]): SentRows<Row> => ({
  names: parts.map(nameOf),
  from(size, as, keys) {
    const wanted = parts.filter(({ key }) => keys?.some((each) => each === key) ?? true)
    return sql`${INCOMING[size](wanted)} as ${sql.identifier(as)} (${names(wanted)})`
  },
  parameters: (rows, size) => encodeRows(parts, rows, size),
})
