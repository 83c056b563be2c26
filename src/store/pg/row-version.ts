/**
 * Which version of a row was read: the transaction that wrote it, PostgreSQL's `xmin`. Any change
 * of the row gives it another, a lock does not.
 */
import { type SQL, sql } from 'drizzle-orm'
import { customType, type PgTable } from 'drizzle-orm/pg-core'

/** The number of a transaction, as text. */
export type RowVersion = string

export const rowVersion = (table: PgTable): SQL => sql`${table}.xmin`

/**
 * Nobody has locked or is changing the row: its `xmax` names nobody, or the transaction that wrote
 * it. False as well where somebody had only locked it, until it is changed, since PostgreSQL leaves
 * the mark of a lock where it is.
 */
export const isUnlocked = (table: PgTable): SQL =>
  sql`(${table}.xmax = 0 or ${table}.xmax = ${table}.xmin)`

/** What every row gets that the present transaction writes. */
export const versionToCome = sql`(select pg_current_xact_id()::xid)`

/** Of rows that travel to be compared with those stored. */
export const versionColumn = customType<{ data: RowVersion; driverData: string }>({
  dataType: () => 'xid',
})
