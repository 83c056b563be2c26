/**
 * What holds for a whole run. Preloaded, so that what comes after all tests comes after all files
 * of them.
 */
import { afterAll } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { TEST_DATABASE_URL, BUN_TEST_WORKER_ID } = process.env
if (TEST_DATABASE_URL && BUN_TEST_WORKER_ID) {
  // A database each would not do: every transaction of a server holds up what others of it may see.
  throw new Error('On a PostgreSQL server the tests run in one process: bun test')
}

const folders = new Set<string>()

/** Empty; gone when the run ends. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-brokerage-'))
  folders.add(folder)
  return folder
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
