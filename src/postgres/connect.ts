/** Opens the database that the configuration names, with the driver of its kind. */
import type { Database, DatabaseConfig } from './database'
import type { InitialData } from './drivers/in-memory'
import type { Timeouts } from './drivers/postgres'

export interface ConnectOptions {
  /** Of a server: how long it may take to answer. */
  readonly timeouts?: Timeouts
  /** What a new embedded database begins with; left out: nothing. */
  readonly initialData?: InitialData
  /** What becomes of a folder with damaged pages; left out: it is refused. */
  readonly damaged?: 'refuse' | 'open'
}

/**
 * Migrated and ready. Throws a StartError that says why it cannot be opened. Only the driver in use
 * is loaded.
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
        ...(initialData && { beginning: 'furnished' }),
        ...(damaged && { damaged }),
      })
    case 'memory':
      return (await import('./drivers/in-memory')).openInMemory(initialData)
  }
}
