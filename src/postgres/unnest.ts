/**
 * Rows as a part of a statement: each column travels as one array, opened by `unnest`. The text
 * does not depend on the number of rows, so the server plans it once. One row alone, as most
 * batches of a backtest have it, travels as plain values: to make and open arrays is a fifth of its
 * cost.
 */
import { type Column, getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'
import { Temporal } from '../core/time'
import { arrayLiteral, type Parameter, type Parameters, parameter } from './statement'

/** A column that the rows bring, by the name of its value in a row. */
export interface Part {
  readonly key: string
  readonly column: Column
  /** To the millisecond. It travels as a number: to read a text of one takes PostgreSQL long. */
  readonly isTime: boolean
  /** Of its parameter, where the statement has others of that key. */
  readonly name?: string
  /** Its values are often the same in all rows, and then travel as one. */
  readonly isAlike?: boolean
}

export const partOf = (key: string, column: Column): Part => ({
  key,
  column,
  isTime: column.getSQLType().startsWith('timestamp (3)'),
})

const nameOf = ({ name, key }: Part): string => name ?? key
/** Of the value of all rows; null where they differ. */
const nameOfAlike = (part: Part): string => `${nameOf(part)} of all`

/** Of the parameters of the parts. */
export const namesOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (part.isAlike ? [nameOf(part), nameOfAlike(part)] : [nameOf(part)]))

/** The parts, of which those of the keys are often the same in all rows. */
export function withAlike(parts: readonly Part[], keys: readonly string[]): Part[] {
  for (const wanted of keys) {
    assert(
      parts.some(({ key }) => key === wanted),
      `the rows have a column ${wanted}`,
    )
  }
  return parts.map((part) => ({ ...part, isAlike: keys.includes(part.key) }))
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

/**
 * In the select list: in FROM, PostgreSQL would store the elements of each and read them again. To
 * read and open an array is dear for each row (bench/NOTES.md), so a value that is the same in all
 * rows travels once, and the array of its column is null, which opens to nulls.
 */
const many: IncomingRows = (parts) => {
  assert(
    parts.some(({ isAlike }) => !isAlike),
    'some column says how many rows there are',
  )
  const opened = sql`(select ${listOf(parts, (part) => read(part, nameOf(part), '[]'))})`
  return parts.some(({ isAlike }) => isAlike)
    ? sql`(select ${listOf(parts, ownOrAlike)} from ${opened} as opened (${names(parts)}))`
    : opened
}
const one: IncomingRows = (parts) =>
  sql`(values (${listOf(parts, (part) => read(part, nameOf(part), ''))}))`

export const INCOMING: Readonly<Record<Size, IncomingRows>> = { one, many }

function ownOrAlike(part: Part): SQL {
  const own = sql`${sql.identifier(part.column.name)}`
  if (!part.isAlike) return own
  const alike = read(part, nameOfAlike(part), '')
  // A text is one already; anything else is read from it, by `select` once for all rows.
  return sql`coalesce(${castType(part.column) === 'text' ? alike : sql`(select ${alike})`}, ${own})`
}

const listOf = (parts: readonly Part[], sqlOf: (part: Part) => SQL): SQL =>
  sql.join(parts.map(sqlOf), sql`, `)

/** The values of a parameter: of an array one for each row. */
function read({ column, isTime }: Part, name: string, suffix: '[]' | ''): SQL {
  const opened = (value: SQL): SQL => (suffix === '[]' ? sql`unnest(${value})` : value)
  return isTime
    ? sql`to_timestamp(${opened(parameter(name, `float8${suffix}`))} / 1000)`
    : opened(parameter(name, `${castType(column)}${suffix}`))
}

const encodeSent = ({ column, isTime }: Part, value: unknown): Parameter =>
  isTime && value instanceof Temporal.Instant
    ? String(value.epochMilliseconds)
    : encode(column, value)

export function encode(column: Column, value: unknown): Parameter {
  if (value === null || value === undefined) return null
  const encoded: unknown = column.mapToDriverValue(value)
  return typeof encoded === 'string' ? encoded : String(encoded)
}

/** A batch has one time and many equal amounts: a repeated value is encoded once. */
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
      encoded = encodeSent(part, value)
    }
    all.push(encoded)
  }
  return all
}

/** `Row` must be made of exactly the keys of the parts. */
export function encodeRows<Row>(
  parts: readonly Part[],
  rows: readonly Row[],
  size: Size,
): Record<string, Parameter> {
  assert(size === 'many' || rows.length === 1, 'plain values are those of one row')
  const [first] = rows
  const parameters: Record<string, Parameter> = {}
  for (const part of parts) {
    const { key } = part
    // safe: Row is made of exactly these keys, by the signatures of those who call.
    const cellOf = (row: Row): unknown => (row as Record<string, unknown>)[key]
    if (size === 'one' && first !== undefined) {
      parameters[nameOf(part)] = encodeSent(part, cellOf(first))
      continue
    }
    const values = encodeAll(part, rows, cellOf)
    const [alike = null] = values
    const areAlike = part.isAlike === true && values.every((value) => value === alike)
    parameters[nameOf(part)] = areAlike ? null : arrayLiteral(values)
    if (part.isAlike) parameters[nameOfAlike(part)] = areAlike ? alike : null
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

/**
 * Rows of the table; `prefix` keeps their parameters apart from those of other rows. The columns of
 * `alike` often have one value in all rows.
 */
export function sentRows<T extends PgTable>(
  prefix: string,
  table: T,
  alike: readonly (keyof InferInsertModel<T> & string)[] = [],
): SentRows<Required<InferInsertModel<T>>> {
  const parts = partsOf(table).map((part) => ({ ...part, name: `${prefix} ${part.key}` }))
  return sentParts(withAlike(parts, alike))
}

export const sentParts = <Row>(parts: readonly Part[]): SentRows<Row> => ({
  names: namesOf(parts),
  from(size, as, keys) {
    const wanted = parts.filter(({ key }) => keys?.some((each) => each === key) ?? true)
    return sql`${INCOMING[size](wanted)} as ${sql.identifier(as)} (${names(wanted)})`
  },
  parameters: (rows, size) => encodeRows(parts, rows, size),
})
