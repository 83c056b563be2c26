/** Opens the database that the configuration names, with the driver of its kind. */
import type { Database, DatabaseConfig } from './database'
import type { Furniture } from './drivers/in-memory'
import type { Patience } from './drivers/postgres'

export interface ConnectOptions {
  /** Of a server: how long it may take to answer. */
  readonly patience?: Patience
  /** What a new embedded database begins with; left out: nothing. */
  readonly furniture?: Furniture
  /** What becomes of a folder with damaged pages; left out: it is refused. */
  readonly damaged?: 'refuse' | 'open'
}

/**
 * Migrated and ready. Throws a StartError that says why it cannot be opened. Only the driver in use
 * is loaded.
 */
export async function connect(
  config: DatabaseConfig,
  { patience, furniture, damaged }: ConnectOptions = {},
): Promise<Database> {
  switch (config.kind) {
    case 'server':
      return (await import('./drivers/postgres')).openPostgres(config.url, patience)
    case 'embedded':
      return (await import('./drivers/in-folder')).openEmbedded(config.dir, config.durability, {
        ...(furniture && { beginning: 'furnished' }),
        ...(damaged && { damaged }),
      })
    case 'memory':
      return (await import('./drivers/in-memory')).openInMemory(furniture)
  }
}
