/** drizzle-kit's migrations [run.migrations], found from this file: it starts from any folder. */
export const migrationsFolder = new URL('../../drizzle', import.meta.url).pathname
