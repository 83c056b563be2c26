/** The storage of a real server: empty for each test, and gone afterwards. */
import postgres from 'postgres'
import { connect } from '../../src/postgres/connect'
import { folderStorage, type Storage } from './folder-storage'

const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL

let databases = 0

/** A database of its own on the server that TEST_DATABASE_URL names. */
export async function postgresStorage(): Promise<Storage> {
  const name = `paper_brokerage_test_${process.pid}_${++databases}`
  const url = new URL(TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  await administer((sql) => sql.unsafe(`create database ${name}`))
  return {
    settings: { DATABASE_URL: url.href },
    open: () => connect({ kind: 'server', url: url.href }),
    remove: async () => {
      await administer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
    },
  }
}

/** As an administrator of the server that TEST_DATABASE_URL names, in one of its databases. */
export async function administer<T>(
  work: (sql: postgres.Sql) => PromiseLike<T>,
  url = TEST_DATABASE_URL ?? '',
): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

export const hasPostgres = Boolean(TEST_DATABASE_URL)

/** The kind of this run. A run on PostgreSQL leaves the folder to the run without it. */
export const STORAGES: readonly (readonly [string, () => Promise<Storage>])[] = [
  hasPostgres ? ['PostgreSQL', postgresStorage] : ['a folder', folderStorage],
]
