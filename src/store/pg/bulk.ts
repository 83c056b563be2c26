/** Many rows in one statement. */
import { type Column, type InferInsertModel, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { assert } from '../../core/assert'
import {
  columnNames,
  encode,
  encodeRows,
  INCOMING,
  type IncomingRows,
  names,
  namesOf,
  type Part,
  partOf,
  partsOf,
  type SentRows,
  sentParts,
  withAlike,
} from './sent-rows'
import { statement, type Write } from './statement'

/**
 * The rows as one statement; no statement for no rows. It is encoded, not sent: a value that cannot
 * be encoded throws here, where the whole transaction can still be given up.
 */
export type Bulk<Row> = (rows: readonly Row[]) => readonly Write[]

type Keys<T extends PgTable> = keyof InferInsertModel<T> & string

/** `written` says what is done with the rows. */
function bulk<Row>(parts: readonly Part[], written: (incoming: IncomingRows) => SQL): Bulk<Row> {
  const given = namesOf(parts)
  const compiled = {
    one: statement(given, written(INCOMING.one)),
    many: statement(given, written(INCOMING.many)),
  }
  return (rows) => {
    if (rows.length === 0) return []
    const size = rows.length === 1 ? 'one' : 'many'
    return [{ statement: compiled[size], parameters: encodeRows(parts, rows, size) }]
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
  /** Columns whose values are often the same in all rows. */
  readonly alike?: readonly string[]
  readonly made?: Made
}

/** The parts that are sent, and the INSERT that reads them. */
function insertion(table: PgTable, { unsent, alike = [] }: Insertion<string>) {
  const values: Readonly<Record<string, unknown>> = unsent ?? {}
  const unsentParts = partsOf(table, Object.keys(values))
  const sent = partsOf(table).filter(({ key }) => !Object.hasOwn(values, key))
  const parts = withAlike(sent, alike)
  const given = unsentParts.map(({ key, column }) => {
    const value = values[key]
    return is(value, SQL) ? value : constant(column, value)
  })
  const select = sql.join([sql`*`, ...given], sql`, `)
  return {
    parts,
    insert: (from: SQL): SQL =>
      sql`insert into ${table} (${names([...parts, ...unsentParts])})
        select ${select} from ${from}`,
  }
}

export function insertMany<T extends PgTable, Unsent extends Keys<T> = never>(
  table: T,
  insertionOf: Insertion<Unsent> = {},
): Bulk<Omit<Required<InferInsertModel<T>>, Unsent>> {
  const { made } = insertionOf
  const { parts, insert } = insertion(table, insertionOf)
  return bulk(parts, (incoming) => {
    const inserted = insert(sql`${incoming(parts)} as incoming (${names(parts)})`)
    return made === undefined
      ? inserted
      : sql`with ${madeRows} as (${inserted} returning ${columnNames(made.columns)})
          ${made.write(madeRows)}`
  })
}

/** New rows as a part of a statement that has others, and the INSERT that reads them. */
export function insertSent<T extends PgTable, Unsent extends Keys<T>>(
  table: T,
  insertionOf: Insertion<Unsent>,
): SentRows<Omit<Required<InferInsertModel<T>>, Unsent>> & {
  readonly insert: (from: SQL) => SQL
} {
  const { parts, insert } = insertion(table, insertionOf)
  return { ...sentParts(parts), insert }
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
  also?: { readonly sent: S; readonly alike?: readonly string[]; readonly made: Made },
): Bulk<Pick<Required<InferInsertModel<T>>, K | C> & Sent<S>> {
  const keyParts = partsOf(table, keys)
  const changeParts = partsOf(table, changes)
  const sentParts = Object.entries(also?.sent ?? {}).map(([key, column]) => partOf(key, column))
  const parts = withAlike([...keyParts, ...changeParts, ...sentParts], also?.alike ?? [])
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
