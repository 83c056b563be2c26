import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** In the package they lie beside its JavaScript. */
const PACKED = join(import.meta.dir, 'drizzle')

/** drizzle-kit's migrations [run.migrations], found from this file: it starts from any folder. */
export const MIGRATIONS_FOLDER = existsSync(PACKED)
  ? PACKED
  : join(import.meta.dir, '../../drizzle')
