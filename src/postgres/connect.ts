/** Opens the database that the configuration names, with the driver of its kind. */
import type { Database, DatabaseConfig } from './database'
import type { InitialData } from './drivers/in-memory'
import type { Timeouts } from './drivers/postgres'

export interface ConnectOptions {
  /** How long a PostgreSQL server may take to answer. */
  readonly timeouts?: Timeouts
  /** The rows of a new embedded database; omit it for an empty one. */
  readonly initialData?: InitialData
  /** Whether to open a folder with damaged pages; `refuse` if omitted. */
  readonly damaged?: 'refuse' | 'open'
}

/**
 * Opens and migrates a database. Throws a StartError that says why it cannot be opened. Loads only
 * the driver in use.
 */
export async function connect(
  config: DatabaseConfig,
  { timeouts, initialData, damaged }: ConnectOptions = {},
): Promise<Database> {
  switch (config.kind) {
    case 'server':
      return (await import('./drivers/postgres')).openPostgres(config.url, timeouts)
    case 'embedded':
      return (await import('./drivers/in-folder')).openEmbedded(config.dir, config.durability, {
        ...(initialData && { content: 'seeded' }),
        ...(damaged && { damaged }),
      })
    case 'memory':
      return (await import('./drivers/in-memory')).openInMemory(initialData)
  }
}
