/**
 * One process per data folder: PGlite itself would let a second one open it and damage the data.
 *
 * The lock is SQLite's own on a file beside the database: the system gives it back when its process
 * ends, however it ends, so there is no stale lock to clean up after a SIGKILL.
 */
import { Database as LockFile } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '../start-error'
import { makePrivateFile } from './disk'

export class FolderInUse extends StartError {}

/** Returns what gives the lock back; throws a FolderInUse while another process has it. */
export function lockFolder(folder: string): () => Promise<void> {
  const path = join(folder, 'lock')
  makePrivateFile(path)
  const file = new LockFile(path)
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error
    throw new FolderInUse(
      `The folder ${folder} (DATA_DIR) is in use by another server; stop it or choose another.`,
    )
  }
  return async () => file.close()
}
