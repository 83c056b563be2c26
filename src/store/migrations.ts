import { join } from 'node:path'

/** drizzle-kit's migrations [run.migrations], found from this file: it starts from any folder. */
export const MIGRATIONS_FOLDER = join(import.meta.dir, '../../drizzle')
