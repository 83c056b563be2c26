/** Opens the database that the configuration names, with the driver of its kind. */
import type { DatabaseConfig } from '../config/database'
import type { Database } from './database'
import { openEmbedded } from './drivers/embedded'
import { openInMemory } from './drivers/in-memory'
import { openPostgres, type Patience } from './drivers/postgres'

/** Migrated and ready. Throws a StartError that says why it cannot be opened. */
export function connect(config: DatabaseConfig, patience?: Patience): Promise<Database> {
  switch (config.kind) {
    case 'server':
      return openPostgres(config.url, patience)
    case 'embedded':
      return openEmbedded(config.dir, config.durability)
    case 'memory':
      return openInMemory()
  }
}
