/** Where a real server keeps its data, one of each kind for a test: empty, and gone afterwards. */
import { rm } from 'node:fs/promises'
import postgres from 'postgres'
import { connect } from '../../src/store/connect'
import type { Database } from '../../src/store/database'
import { aFolder } from './folders'
import type { Settings } from './server-process'

export interface Storage {
  /** What tells a server to use it. */
  readonly settings: Settings
  /** While no server has it. */
  open(): Promise<Database>
  remove(): Promise<void>
}

const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL

export async function folderStorage(): Promise<Storage> {
  const dir = await aFolder()
  return {
    settings: { DATA_DIR: dir },
    open: () => connect({ kind: 'embedded', dir, durability: 'fsync' }),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

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
    remove: () => administer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

/** As an administrator of the server that TEST_DATABASE_URL names, in one of its databases. */
export async function administer(
  work: (sql: postgres.Sql) => PromiseLike<unknown>,
  url = TEST_DATABASE_URL ?? '',
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

export const hasPostgres = Boolean(TEST_DATABASE_URL)

export const STORAGES: readonly (readonly [string, () => Promise<Storage>])[] = [
  ['a folder', folderStorage],
  ...(hasPostgres ? ([['PostgreSQL', postgresStorage]] as const) : []),
]
