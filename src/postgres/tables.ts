/** All tables of the schema, apart from it, since drizzle-kit reads every export of schema.ts. */
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema'

const exported: readonly unknown[] = Object.values(schema)
export const ALL_TABLES: readonly PgTable[] = exported.filter((one) => is(one, PgTable))
