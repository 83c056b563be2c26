/** Opens the database that the configuration names; no other file knows that there are two kinds. */
import type { Database } from './database'
import { openEmbedded } from './embedded'
import { openPostgres } from './postgres'

export interface StoreConfig {
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** A folder, or `memory`. */
  readonly dataDir: string
}

export const connect = ({ databaseUrl, dataDir }: StoreConfig): Promise<Database> =>
  databaseUrl === null ? openEmbedded(dataDir) : openPostgres(databaseUrl)
