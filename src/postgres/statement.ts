/**
 * SQL statements that are compiled once, when their module loads, from the columns of the schema;
 * and the types of these columns.
 *
 * The query builder builds a text at every call, and does not prepare it on postgres.js, which
 * would be most of an order's cost. Here the server keeps the plan, and the schema's column types
 * decode the rows.
 */

import { type Column, is, Placeholder, type SQL, type SQLChunk, sql } from 'drizzle-orm'
import { customType, integer, PgDialect } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'
import {
  type Amount,
  amount,
  type Percent,
  type Price,
  percent,
  price,
  type Quantity,
  quantity,
} from '../core/money'
import { type Sizing, sizingOf, sizingText } from '../core/order/sizing'
import { OPEN_SESSIONS, type OpenSession } from '../core/session'
import { type Instant, Temporal } from '../core/time'

/** A parameter is sent as text; the statement casts it to its type. */
export type Parameter = string | null
export type Parameters<Name extends string> = Readonly<Record<Name, Parameter>>

type Columns = Readonly<Record<string, Column>>
type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K]['_']['notNull'] extends true
    ? C[K]['_']['data']
    : C[K]['_']['data'] | null
}

/** The columns of a select list, and the decoder of its rows. */
export interface Selection<Row> {
  readonly list: SQL
  readonly decode: (row: readonly unknown[]) => Row
}

export interface Statement<Name extends string, Row> {
  readonly text: string
  /** The names of its parameters in the order of $1, $2 … */
  readonly names: readonly Name[]
  readonly decode: (row: readonly unknown[]) => Row
  /** Works on a whole database or file, and may take LONG_ANSWER_MS_MAX. */
  readonly isLong: boolean
}

/** Runs statements: a transaction, or the database outside of one. */
export interface StatementRunner {
  all<Name extends string, Row>(
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]>
}

/** A statement with its encoded values, so that nothing can fail before it is sent. */
export interface BoundStatement<Row> {
  readonly statement: Statement<string, Row>
  readonly parameters: Parameters<string>
}

/** A statement that changes rows. */
type Write = BoundStatement<never>

/** Sends the writes in order, without waiting for answers in between. */
export async function send(runner: StatementRunner, writes: readonly Write[]): Promise<void> {
  await Promise.all(writes.map(({ statement, parameters }) => runner.all(statement, parameters)))
}

const dialect = new PgDialect()

export function selection<const C extends Columns>(columns: C): Selection<RowOf<C>> {
  const entries = Object.entries(columns)
  // Caches the last value of each column: many rows repeat it.
  const caches = entries.map((): { read: unknown; value: unknown } => ({ read: null, value: null }))
  return {
    list: sql.join(
      entries.map(([, column]): SQLChunk => sql`${column}`),
      sql`, `,
    ),
    decode: (row) => {
      const decoded: Record<string, unknown> = {}
      let index = 0
      for (const [name, column] of entries) {
        const read = row[index]
        const cache = caches[index++]
        if (cache !== undefined && cache.read !== read) {
          cache.value = read === null ? null : column.mapFromDriverValue(read)
          cache.read = read
        }
        decoded[name] = cache?.value
      }
      // safe: one value for each name of `columns`, by that column's own decoder.
      return decoded as RowOf<C>
    },
  }
}

const decodeNoRow = (): never => {
  throw new Error('this statement returns no rows')
}

/** Compiles a query. Its parameters are `parameter('name')`, and `names` lists their names. */
export function statement<const Name extends string, Row = never>(
  names: readonly Name[],
  query: SQL,
  decode: (row: readonly unknown[]) => Row = decodeNoRow,
  length: 'long' | 'short' = 'short',
): Statement<Name, Row> {
  const compiled = dialect.sqlToQuery(query)
  const ordered = compiled.params.map((param) => {
    assert(is(param, Placeholder), 'every parameter of a statement is named')
    const name = names.find((each) => each === param.name)
    assert(name !== undefined, `the parameter ${String(param.name)} is declared`)
    return name
  })
  return { text: compiled.sql, names: ordered, decode, isLong: length === 'long' }
}

/**
 * A named parameter. Texts and lists of texts are sent with their type, so that a router of
 * statements can read them. Other types are cast from text.
 */
export const parameter = (name: string, type: string): SQL =>
  type === 'text' || type === 'text[]'
    ? sql`${sql.placeholder(name)}::${sql.raw(type)}`
    : sql`${sql.placeholder(name)}::text::${sql.raw(type)}`

export const valuesOf = <Name extends string>(
  { names }: Statement<Name, unknown>,
  parameters: Parameters<Name>,
): Parameter[] =>
  names.map((name) => {
    const value = parameters[name]
    assert(value !== undefined, `the parameter ${name} has a value`)
    return value
  })

const NEEDS_ESCAPE = /["\\]/g

/**
 * PostgreSQL's array literal: `{"a",NULL,"b"}`. If nothing is escaped, JSON differs only in its
 * brackets, and is many times faster.
 */
export function arrayLiteral(values: readonly Parameter[]): string {
  const json = JSON.stringify(values)
  if (!json.includes('\\')) return `{${json.slice(1, -1)}}`
  const quoted = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(NEEDS_ESCAPE, '\\$&')}"`,
  )
  return `{${quoted.join(',')}}`
}

/** Returns the texts of a literal that `arrayLiteral` has made. */
export function arrayIn(literal: string): readonly string[] {
  // What it escapes, JSON escapes in the same way.
  const texts: unknown = JSON.parse(`[${literal.slice(1, -1)}]`)
  return Array.isArray(texts) ? texts.map(String) : []
}

/** The values of parameters; null for an omitted filter. */
type Filters<Name extends string> = Readonly<Record<Name, Parameter>>

/**
 * A list with optional filters. Each set of filters has its own statement, compiled at its first
 * use: with one statement for all, PostgreSQL's one plan could not choose the right index.
 *
 * `conditions` has a condition for each optional filter, and `make` builds the statement for the
 * given ones. Parameters without a condition are required.
 */
export function filteredList<const Name extends string, Row>(
  conditions: Readonly<Partial<Record<Name, SQL>>>,
  make: (given: readonly SQL[]) => Statement<Name, Row>,
) {
  const compiled = new Map<string, Statement<Name, Row>>()
  // safe: the keys of a record of these names.
  const optional = Object.entries(conditions) as [Name, SQL][]

  return (runner: StatementRunner, filters: Filters<Name>): Promise<readonly Row[]> => {
    const given = optional.filter(([name]) => filters[name] !== null)
    const key = given.map(([name]) => name).join()
    const statement = compiled.get(key) ?? make(given.map(([, condition]) => condition))
    compiled.set(key, statement)
    return runner.all(statement, filters)
  }
}

// The column types, which encode and decode the core's types.

/** USD per share. Prices have 4 decimal places [order.tick-size]; a MARKET buy's hold needs 6. */
export const priceColumn = customType<{ data: Price; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: price,
  toDriver: (value) => value.toFixed(),
})

/** Below 100, 4 decimal places. */
export const percentColumn = customType<{ data: Percent; driverData: string }>({
  dataType: () => 'numeric(6, 4)',
  fromDriver: percent,
  toDriver: (value) => value.toFixed(),
})

/** Shares, 6 decimal places. [order.quantity] */
export const quantityColumn = customType<{ data: Quantity; driverData: string }>({
  dataType: () => 'numeric(20, 6)',
  fromDriver: quantity,
  toDriver: (value) => value.toFixed(),
})

/** What an order's quantity is computed from, as `AMOUNT 250.5`. [order.amount] */
export const sizingColumn = customType<{ data: Sizing; driverData: string }>({
  dataType: () => 'text',
  fromDriver: sizingOf,
  toDriver: sizingText,
})

/** USD. 12 decimal places hold every price × quantity exactly. */
export const amountColumn = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'numeric(30, 12)',
  fromDriver: amount,
  toDriver: (value) => value.toFixed(),
})

/** An instant, to the millisecond. Both drivers return PostgreSQL's text, which Temporal parses. */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

/** An instant, to the microsecond: an event just after a tick is later than its millisecond. */
export const exactInstantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (6) with time zone',
  fromDriver: (text) => Temporal.Instant.from(text),
  toDriver: timestampText,
})

const FAR_YEAR = /^(0000|[+-]\d{6})(.*)$/

/**
 * Encodes an instant of any year. PostgreSQL has no year 0 and no signed years, and writes years
 * before 1 with BC.
 */
export function timestampText(value: Instant): string {
  const text = value.toString()
  const [, year, rest] = FAR_YEAR.exec(text) ?? []
  if (year === undefined) return text
  const number = Number.parseInt(year, 10)
  return number > 0 ? `${number}${rest}` : `${String(1 - number).padStart(4, '0')}${rest} BC`
}

/** An id. Ids compare by bytes, so they sort by creation under every locale. */
export const idColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
})

/** The full 64-bit number of a transaction. */
export const transactionColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'xid8',
})

/** Event numbers of one account; 2^31 of them are 60 events a second for a year. */
export const seqColumn = integer

/** Open sessions, separated by commas. */
export const sessionsColumn = customType<{ data: readonly OpenSession[]; driverData: string }>({
  dataType: () => 'text',
  fromDriver: sessionsIn,
  toDriver: (value) => value.join(),
})

/** The sessions that such a column names. */
export function sessionsIn(text: string): readonly OpenSession[] {
  const named = text.split(',')
  return OPEN_SESSIONS.filter((session) => named.includes(session))
}

/** `column IN ('A', 'B')` as literals: a constraint takes no parameters. */
export const oneOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
