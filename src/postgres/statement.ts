/**
 * SQL of one fixed shape, written once on the schema's own columns and compiled when the module
 * loads.
 *
 * The query builder builds its text at every call and never prepares it on postgres.js, which would
 * be most of an order's cost. Here the text is built once, the server keeps its plan, and the same
 * column types decode the rows.
 */
import { type Column, is, Placeholder, type SQL, type SQLChunk, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { assert } from '../core/assert'

/** A parameter as it goes over the wire: text, whose type the statement's casts say. */
export type Parameter = string | null
export type Parameters<Name extends string> = Readonly<Record<Name, Parameter>>

type Columns = Readonly<Record<string, Column>>
type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K]['_']['notNull'] extends true
    ? C[K]['_']['data']
    : C[K]['_']['data'] | null
}

/** The columns of a select list and how to read a row of them. */
export interface Selection<Row> {
  readonly list: SQL
  readonly decode: (row: readonly unknown[]) => Row
}

export interface Statement<Name extends string, Row> {
  readonly text: string
  /** The names of its parameters in the order of $1, $2 … */
  readonly names: readonly Name[]
  readonly decode: (row: readonly unknown[]) => Row
  /** It reads or writes as much as a whole database or file, and may take LONG_ANSWER_MS_MAX. */
  readonly isLong: boolean
}

/** Runs statements: a transaction, or the database outside of one. */
export interface StatementRunner {
  all<Name extends string, Row>(
    statement: Statement<Name, Row>,
    parameters: Parameters<Name>,
  ): Promise<readonly Row[]>
}

/** A statement with its values, encoded: nothing on this side can fail from here on. */
export interface BoundStatement<Row> {
  readonly statement: Statement<string, Row>
  readonly parameters: Parameters<string>
}

/** One that changes rows. */
export type Write = BoundStatement<never>

/** Sends the writes one after the other, without waiting for their answers in between. */
export async function send(runner: StatementRunner, writes: readonly Write[]): Promise<void> {
  await Promise.all(writes.map(({ statement, parameters }) => runner.all(statement, parameters)))
}

const dialect = new PgDialect()

export function selection<const C extends Columns>(columns: C): Selection<RowOf<C>> {
  const entries = Object.entries(columns)
  // Many rows have the same value as the one before, nothing filled or one end of their validity.
  const last = entries.map((): { read: unknown; value: unknown } => ({ read: null, value: null }))
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
        const known = last[index++]
        if (known !== undefined && known.read !== read) {
          known.value = read === null ? null : column.mapFromDriverValue(read)
          known.read = read
        }
        decoded[name] = known?.value
      }
      // safe: one value for each name of `columns`, by that column's own decoder.
      return decoded as RowOf<C>
    },
  }
}

const nothing: Selection<never> = {
  list: sql``,
  decode: () => {
    throw new Error('this statement returns no rows')
  },
}

/** Compiles `query`, whose parameters are `parameter('name')`; `names` lists them for the types. */
export function statement<const Name extends string, Row = never>(
  names: readonly Name[],
  query: SQL,
  decode: (row: readonly unknown[]) => Row = nothing.decode,
  length: 'long' | 'short' = 'short',
): Statement<Name, Row> {
  const compiled = dialect.sqlToQuery(query)
  const ordered = compiled.params.map((param) => {
    assert(is(param, Placeholder), 'every parameter of a statement is named')
    const name = names.find((known) => known === param.name)
    assert(name !== undefined, `the parameter ${String(param.name)} is declared`)
    return name
  })
  return { text: compiled.sql, names: ordered, decode, isLong: length === 'long' }
}

/**
 * A named parameter: texts and lists of texts are its own type, so that an engine that routes by
 * them can read them; any other type is cast from text.
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
 * PostgreSQL's array literal: `{"a",NULL,"b"}`. JSON writes the same but for the brackets, as long
 * as it escapes nothing, and is many times faster.
 */
export function arrayLiteral(values: readonly Parameter[]): string {
  const json = JSON.stringify(values)
  if (!json.includes('\\')) return `{${json.slice(1, -1)}}`
  const quoted = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(NEEDS_ESCAPE, '\\$&')}"`,
  )
  return `{${quoted.join(',')}}`
}

/** Values by parameter; null for a filter that is left out. */
export type Filters<Name extends string> = Readonly<Record<Name, Parameter>>

/**
 * A list whose filters may be left out: a statement for each set of filters, compiled when it is
 * first asked for. One statement for all would hide from PostgreSQL which index finds the rows,
 * since its one plan serves all values.
 *
 * `conditions` has what each filter that is given demands, and `make` the statement of those.
 * Parameters without a condition are always given.
 */
export function filteredList<const Name extends string, Row>(
  conditions: Readonly<Partial<Record<Name, SQL>>>,
  make: (given: readonly SQL[]) => Statement<Name, Row>,
) {
  const made = new Map<string, Statement<Name, Row>>()
  // safe: the keys of a record of these names.
  const optional = Object.entries(conditions) as [Name, SQL][]

  return (runner: StatementRunner, filters: Filters<Name>): Promise<readonly Row[]> => {
    const given = optional.filter(([name]) => filters[name] !== null)
    const key = given.map(([name]) => name).join()
    const statement = made.get(key) ?? make(given.map(([, condition]) => condition))
    made.set(key, statement)
    return runner.all(statement, filters)
  }
}
