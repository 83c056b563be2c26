/**
 * The database that migrations make is the golden one, on both drivers, and the schema is what the
 * migrations say. A change of the schema: `bun run db:generate`, then
 * `UPDATE_GOLDEN=1 bun test test/drift/schema.test.ts`.
 */
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { text } from 'drizzle-orm/pg-core'
import { MIGRATIONS_FOLDER } from '../../src/postgres/migrations'
import * as schema from '../../src/postgres/schema'
import { freshDatabase } from '../support/database'
import { golden } from '../support/golden'
import { otherThings, tableDefinitions } from './rules/table-definitions'

const { drizzle } = await freshDatabase()

describe('the migrated database', () => {
  test('has the golden tables, columns, constraints and indexes', async () => {
    const now = await tableDefinitions(drizzle)
    expect(now).toBe(await golden('schema.sql', now))
  })

  test('has nothing else', async () => {
    expect(await otherThings(drizzle)).toEqual([])
  })
})

describe('the migrations', () => {
  const journal = join(MIGRATIONS_FOLDER, 'meta')
  const [newest = ''] = readdirSync(journal)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .reverse()

  /** The SQL that drizzle-kit would add for this schema. */
  async function wanting(tables: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const snapshot = await Bun.file(join(journal, newest)).json()
    return generateMigration(snapshot, generateDrizzleJson({ ...tables }, snapshot.id))
  }

  test('leave nothing to generate', async () => {
    expect(await wanting(schema)).toEqual([])
  })

  test('would be found wanting by a new column', async () => {
    const { pgTable } = await import('drizzle-orm/pg-core')
    const more = pgTable('more', { column: text() })
    expect(await wanting({ ...schema, more })).toEqual([expect.stringContaining('"column" text')])
  })

  test('are those of the journal, in its order, and no other', async () => {
    const { entries } = await Bun.file(join(journal, '_journal.json')).json()
    const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'))
    expect(files.sort()).toEqual(Object.values(entries).map((each) => `${Object(each).tag}.sql`))
  })
})
