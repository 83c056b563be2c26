/** The data of the first release, in a storage as that release would have left it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from '../../src/postgres/drivers/in-folder'
import type { Storage } from './folder-storage'
import { administer } from './storage'

const FOLDER = new URL('../reliability/first-release/', import.meta.url).pathname

/** Runs several statements in the storage as it is, without migrating it. */
export type Execute = (text: string) => Promise<readonly Record<string, unknown>[]>

export async function firstRelease(storage: Storage): Promise<void> {
  const dump = await readFile(join(FOLDER, 'database.sql'), 'utf8')
  const { DATABASE_URL, DATA_DIR = '' } = storage.settings
  // A new folder of this version, emptied: only its tables are another release's.
  if (DATABASE_URL === undefined) await (await openEmbedded(DATA_DIR, 'relaxed')).close()
  await onStorage(storage, async (execute) => {
    await execute('drop schema public cascade; drop schema if exists drizzle cascade')
    await execute('create schema public')
    await execute(dump)
  })
}

export async function onStorage<T>(
  { settings: { DATABASE_URL, DATA_DIR = '' } }: Storage,
  work: (execute: Execute) => Promise<T>,
): Promise<T> {
  const done: { readonly value: T }[] = []
  if (DATABASE_URL !== undefined) {
    await administer(async (sql) => {
      done.push({ value: await work(async (text) => sql.unsafe(text)) })
    }, DATABASE_URL)
  } else {
    const client = await PGlite.create(join(DATA_DIR, 'postgres'))
    const last = async (text: string) => rowsOf((await client.exec(text)).at(-1)?.rows ?? [])
    done.push({ value: await work(last) })
    await client.close()
  }
  const [result] = done
  if (result === undefined) throw new Error('it was done')
  return result.value
}

const rowsOf = (rows: readonly unknown[]): readonly Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(Object.entries(Object(row))))

interface AnswersOfAccount {
  readonly cashAmount: string
  readonly buyingPower: string
  readonly holdings: readonly { readonly symbol: string }[]
  readonly orders: readonly { readonly orderId: string }[]
  readonly fills: readonly { readonly fillId: string }[]
}

/** What the first release answered of each account. */
export async function answersOfFirstRelease(): Promise<ReadonlyMap<string, AnswersOfAccount>> {
  const text = await readFile(join(FOLDER, 'answers.json'), 'utf8')
  // safe: written by that release's own answers.
  const answers = JSON.parse(text) as Readonly<Record<string, AnswersOfAccount>>
  return new Map(Object.entries(answers))
}

export const FIRST_RELEASE_CLIENT = {
  clientId: 'pk_test_first',
  clientSecret: 'sk_test_0123456789abcdef',
} as const
