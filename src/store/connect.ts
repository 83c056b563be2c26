/**
 * Opens the database that the configuration names; no other file knows that there are two kinds.
 */
import type { Durability } from '../core/durability'
import type { Database } from './database'
import { openEmbedded, openInMemory } from './drivers/embedded'
import { openPostgres, type Patience } from './drivers/postgres'

export type DatabaseChoice =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'embedded'; readonly dir: string; readonly durability?: Durability }
  | { readonly kind: 'memory' }

/** Migrated and ready. Throws a StartError that says why not. */
export function connect(choice: DatabaseChoice, patience?: Patience): Promise<Database> {
  switch (choice.kind) {
    case 'server':
      return openPostgres(choice.url, patience)
    case 'embedded':
      return openEmbedded(choice.dir, choice.durability ?? 'fsync')
    case 'memory':
      return openInMemory()
  }
}
