/** drizzle-kit's migrations, found from this file so that the server starts from any folder. */
export const migrationsFolder = new URL('../../drizzle', import.meta.url).pathname
