/** drizzle-kit's migrations [run.migrations], found from this file: it starts from any folder. */
export const MIGRATIONS_FOLDER = new URL('../../drizzle', import.meta.url).pathname
