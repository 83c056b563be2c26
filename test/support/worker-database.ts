/**
 * Several workers of `bun test --parallel` share a PostgreSQL server, not a database: each has one
 * of its own beside the one that TEST_DATABASE_URL names, made anew. Preloaded, so that it is there
 * before anything reads the variable.
 */
import postgres from 'postgres'

const { TEST_DATABASE_URL, BUN_TEST_WORKER_ID } = process.env

if (TEST_DATABASE_URL && BUN_TEST_WORKER_ID) {
  const url = new URL(TEST_DATABASE_URL)
  const name = `${url.pathname.slice(1)}_worker_${BUN_TEST_WORKER_ID}`
  const sql = postgres(TEST_DATABASE_URL, { max: 1, onnotice: () => {} })
  await sql`drop database if exists ${sql(name)} with (force)`
  await sql`create database ${sql(name)}`
  await sql.end()
  url.pathname = `/${name}`
  process.env.TEST_DATABASE_URL = url.href
}
