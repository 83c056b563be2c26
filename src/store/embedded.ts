/** The embedded PostgreSQL (PGlite): one process, one connection, in a folder or in memory. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Results, type Transaction, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, NO_HINTS } from './database'
import { lockFolder } from './folder-lock'
import { migrationsFolder } from './migrations'
import { retrying } from './retry'
import { StartError } from './start-error'
import { type StatementRunner, valuesOf } from './statement'

/** Gone when the process ends. */
export const openInMemory = async (): Promise<Database> =>
  prepared(await PGlite.create(), async () => {})

/** Opens or makes the database in the folder. Throws a StartError. */
export async function openEmbedded(folder: string): Promise<Database> {
  const unlock = await makeAndLock(folder)
  try {
    return await prepared(await PGlite.create(join(folder, 'postgres')), unlock)
  } catch (error) {
    await unlock()
    throw error instanceof StartError
      ? error
      : new StartError(`Cannot open the database in ${folder} (DATA_DIR): ${firstLine(error)}`)
  }
}

async function makeAndLock(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true })
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Cannot write to the folder ${folder} (DATA_DIR): ${firstLine(error)}`)
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

async function prepared(client: PGlite, unlock: () => Promise<void>): Promise<Database> {
  // Times come as ISO text in UTC, as from a server.
  await client.exec(`set time zone 'UTC'; set datestyle to 'ISO'`)
  try {
    await migrate(drizzle({ client }), { migrationsFolder })
  } catch (error) {
    await client.close()
    throw new StartError(`A migration failed, nothing of it was kept: ${firstLine(error)}`)
  }
  return overEmbedded(client, unlock)
}

const asText = (value: string): string => value
const parsers = { [types.TIMESTAMPTZ]: asText, [types.NUMERIC]: asText }

const runnerOf = (client: PGlite | Transaction): StatementRunner => ({
  async all(statement, parameters) {
    const { rows }: Results<readonly unknown[]> = await client.query(
      statement.text,
      valuesOf(statement, parameters),
      { rowMode: 'array', parsers },
    )
    return rows.map(statement.decode)
  },
})

function overEmbedded(client: PGlite, unlock: () => Promise<void>): Database {
  return {
    drizzle: drizzle({ client }),
    hints: NO_HINTS,
    ...runnerOf(client),
    transaction: (work) => retrying(() => client.transaction((tx) => work(runnerOf(tx)))),
    // The folder's lock already makes this process the only one.
    tryMatcherLock: async () => ({ check: async () => {}, release: async () => {} }),
    close: async () => {
      await client.close()
      await unlock()
    },
  }
}
