/**
 * Many rows in one statement: each column travels as one array, opened by `unnest`. The text does
 * not depend on the number of rows, so the server plans it once. One row alone, as most batches of
 * a backtest have it, travels as plain values: to make and open arrays is a fifth of its cost.
 */
import { type Column, getTableColumns, type InferInsertModel, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../../core/assert'
import { Temporal } from '../../core/time'
import { arrayLiteral, type Parameter, parameter, statement, type Write } from './statement'

/**
 * The rows as one statement; no statement for no rows. It is encoded, not sent: a value that cannot
 * be encoded throws here, where the whole transaction can still be given up.
 */
export type Bulk<Row> = (rows: readonly Row[]) => readonly Write[]

type Keys<T extends PgTable> = keyof InferInsertModel<T> & string

interface Part {
  readonly key: string
  readonly column: Column
}

function partsOf(table: PgTable, keys?: readonly string[]): Part[] {
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

const names = (parts: readonly Part[]): SQL => columnNames(parts.map(({ column }) => column))

/** The rows to be written, as a table without names. */
type Incoming = (parts: readonly Part[]) => SQL

/** In the select list: in FROM, PostgreSQL would store the elements of each and read them again. */
const many: Incoming = (parts) =>
  sql`(select ${parametersOf(parts, '[]', (array) => sql`unnest(${array})`)})`
const one: Incoming = (parts) => sql`(values (${parametersOf(parts, '', (value) => value)}))`

const parametersOf = (
  parts: readonly Part[],
  suffix: '[]' | '',
  opened: (value: SQL) => SQL,
): SQL =>
  sql.join(
    parts.map(({ key, column }) =>
      isTime(column)
        ? sql`to_timestamp(${opened(parameter(key, `float8${suffix}`))} / 1000)`
        : opened(parameter(key, `${castType(column)}${suffix}`)),
    ),
    sql`, `,
  )

/** To the millisecond. It travels as a number: to read a text of one takes PostgreSQL long. */
const isTime = (column: Column): boolean => column.getSQLType().startsWith('timestamp (3)')

const encodeSent = (column: Column, value: unknown): Parameter =>
  value instanceof Temporal.Instant && isTime(column)
    ? String(value.epochMilliseconds)
    : encode(column, value)

function encode(column: Column, value: unknown): Parameter {
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

/** `written` says what is done with the rows. */
function bulk<Row>(parts: readonly Part[], written: (incoming: Incoming) => SQL): Bulk<Row> {
  const names = parts.map(({ key }) => key)
  const [ofOne, ofMany] = [statement(names, written(one)), statement(names, written(many))]
  return (rows) => {
    const [first, ...others] = rows
    if (first === undefined) return []
    const isOne = others.length === 0
    const parameters: Record<string, Parameter> = {}
    for (const { key, column } of parts) {
      // safe: Row is made of exactly these keys, by the signatures below.
      const cellOf = (row: Row): unknown => (row as Record<string, unknown>)[key]
      parameters[key] = isOne
        ? encodeSent(column, cellOf(first))
        : arrayLiteral(encodeAll(column, rows, cellOf))
    }
    return [{ statement: isOne ? ofOne : ofMany, parameters }]
  }
}

/** A value of the column's own type, in the text of a statement. */
function constant(column: Column, value: unknown): SQL {
  const encoded = encode(column, value)
  return encoded === null ? sql`null` : sql.raw(`'${encoded.replaceAll("'", "''")}'`)
}

/** A second statement, on these columns of the rows made, whose name it is given: both are one. */
export interface Made {
  readonly columns: readonly Column[]
  readonly write: (made: SQL) => SQL
}

export interface Insertion<Unsent extends string> {
  /** Columns that the rows do not bring: the same value for all, or SQL on the columns sent. */
  readonly unsent?: Readonly<Record<Unsent, unknown>>
  readonly made?: Made
}

export function insertMany<T extends PgTable, Unsent extends Keys<T> = never>(
  table: T,
  { unsent, made }: Insertion<Unsent> = {},
): Bulk<Omit<Required<InferInsertModel<T>>, Unsent>> {
  const values: Readonly<Record<string, unknown>> = unsent ?? {}
  const unsentParts = partsOf(table, Object.keys(values))
  const parts = partsOf(table).filter(({ key }) => !Object.hasOwn(values, key))
  const given = unsentParts.map(({ key, column }) => {
    const value = values[key]
    return is(value, SQL) ? value : constant(column, value)
  })
  const select = sql.join([sql`*`, ...given], sql`, `)
  return bulk(parts, (incoming) => {
    const insert = sql`insert into ${table} (${names([...parts, ...unsentParts])})
      select ${select} from ${incoming(parts)} as incoming (${names(parts)})`
    return made === undefined
      ? insert
      : sql`with ${madeRows} as (${insert} returning ${columnNames(made.columns)})
          ${made.write(madeRows)}`
  })
}

const madeRows = sql`${sql.identifier('made')}`

/** Existing rows take the new values of `changes`; the others are inserted. */
export function upsertMany<T extends PgTable, C extends Keys<T>>(
  table: T,
  changes: readonly C[],
): Bulk<Required<InferInsertModel<T>>> {
  const parts = partsOf(table)
  const [primaryKey] = getTableConfig(table).primaryKeys
  assert(primaryKey !== undefined, 'an upsert needs a primary key of several columns')
  const key = primaryKey.columns.map((column) => sql.identifier(column.name))
  return bulk(
    parts,
    (incoming) => sql`insert into ${table} (${names(parts)})
      select * from ${incoming(parts)} as incoming
      on conflict (${sql.join(key, sql`, `)})
      do update set ${assignments(partsOf(table, changes), 'excluded')}`,
  )
}

type Sent<Columns extends Readonly<Record<string, Column>>> = {
  readonly [Key in keyof Columns]: Columns[Key]['_']['data'] | null
}

/**
 * Sets the columns `changes` of the rows that the columns `keys` name. `sent` are columns of other
 * tables, which the rows bring for the statement `made`.
 */
export function updateMany<
  T extends PgTable,
  K extends Keys<T>,
  C extends Keys<T>,
  const S extends Readonly<Record<string, Column>> = Record<never, Column>,
>(
  table: T,
  keys: readonly K[],
  changes: readonly C[],
  also?: { readonly sent: S; readonly made: Made },
): Bulk<Pick<Required<InferInsertModel<T>>, K | C> & Sent<S>> {
  const keyParts = partsOf(table, keys)
  const changeParts = partsOf(table, changes)
  const sentParts = Object.entries(also?.sent ?? {}).map(([key, column]) => ({ key, column }))
  const parts = [...keyParts, ...changeParts, ...sentParts]
  const ofIncoming = ({ column }: Part): SQL => sql`incoming.${sql.identifier(column.name)}`
  const matches = keyParts.map((part) => sql`${part.column} = ${ofIncoming(part)}`)
  return bulk(parts, (incoming) => {
    const update = sql`update ${table} set ${assignments(changeParts, 'incoming')}
      from ${incoming(parts)} as incoming (${names(parts)}) where ${sql.join(matches, sql` and `)}`
    if (also === undefined) return update
    const returned = [
      ...also.made.columns.map((column) => sql`${column}`),
      ...sentParts.map(ofIncoming),
    ]
    return sql`with ${madeRows} as (${update} returning ${sql.join(returned, sql`, `)})
      ${also.made.write(madeRows)}`
  })
}

const assignments = (parts: readonly Part[], from: 'excluded' | 'incoming'): SQL =>
  sql.join(
    parts.map(({ column }) => {
      const name = sql.identifier(column.name)
      return sql`${name} = ${sql.raw(from)}.${name}`
    }),
    sql`, `,
  )
