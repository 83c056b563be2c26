/**
 * Locks a data folder for one process: PGlite would let a second one open it and damage the data
 * [durability.one-process].
 *
 * There are two locks. The first is SQLite's lock on the file `lock` next to the database. The
 * system releases it when the process ends, so no stale lock is left after a SIGKILL. Deleting the
 * file removes the lock, so the second is on a file that the database needs. The holder also checks
 * that both files, and their folder, are still the same.
 */
import { dlopen } from 'bun:ffi'
import { Database as LockFile } from 'bun:sqlite'
import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { makePrivateFile } from './disk'
import { CONTROL_FILE, VERSION_FILE } from './folder/layout'

/** The C libraries of Linux (glibc), macOS and Linux (musl). */
const LIBRARIES = [
  'libc.so.6',
  '/usr/lib/libSystem.B.dylib',
  'libc.musl-x86_64.so.1',
  'libc.musl-aarch64.so.1',
]
const EXCLUSIVE = 2
const NON_BLOCKING = 4

type Flock = (descriptor: number, operation: number) => number

/** The system's `flock`; null if it has none. */
let flock: Flock | null | undefined

function systemFlock(): Flock | null {
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    } catch {
      // The library is of another system.
    }
  }
  return null
}

/**
 * Locks an open file until the process ends, with the system's `flock`, which neither Bun nor
 * Node.js offers. Unlike a lock of SQLite, it stays if the process opens and closes the file again,
 * as PostgreSQL does.
 *
 * Returns false if another process has the lock, or if the disk has no such locks.
 */
function lockOpenFile(descriptor: number): boolean {
  if (flock === undefined) flock = systemFlock()
  return flock !== null && flock(descriptor, EXCLUSIVE | NON_BLOCKING) === 0
}

export class FolderInUse extends StartError {}

export interface FolderLock {
  /** Locks a file of the database as well. Throws a FolderInUse if another process has it. */
  lockDatabase(pgdata: string): void
  /**
   * Checks on the disk that the folder is still the locked one. Returns the reason if not; null if
   * it is. A file takes some microseconds, so before a change it checks only the two that another
   * server would have to replace.
   */
  lost(when?: 'before a change'): string | null
  /** The last result of `lost`, without a look at the disk. */
  readonly lastLost: string | null
  release(): void
}

/** Throws a FolderInUse if another process has the lock. */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'lock')
  makePrivateFile(path)
  const file = new LockFile(path)
  try {
    // Held until the file is closed, also after the COMMIT in `explain`.
    file.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error
    throw new FolderInUse(
      `The folder ${folder} (DATA_DIR) is in use by another server; stop it or choose another.`,
    )
  }
  const locked = snapshotOf(path)
  let needed: readonly Snapshot[] = [locked]
  let all = needed
  let descriptor: number | null = null
  let reason: string | null = null

  return {
    lockDatabase(pgdata) {
      const [first, control] = [join(pgdata, VERSION_FILE), join(pgdata, CONTROL_FILE)]
      descriptor = openSync(first, 'r+')
      if (!lockOpenFile(descriptor) && hasLocks(pgdata)) {
        throw new FolderInUse(
          `The folder ${folder} (DATA_DIR) is in use by another server, although its file lock ` +
            'was deleted or replaced; stop that server or choose another folder.',
        )
      }
      needed = [locked, snapshotOf(control)]
      all = [...needed, snapshotOf(pgdata), snapshotOf(first)]
      explain(file)
    },
    lost(when) {
      // A lost folder stays lost: another process may have used it.
      reason ??= changedAmong(when === 'before a change' ? needed : all)
      return reason
    },
    get lastLost() {
      return reason
    },
    release() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
      file.close()
    },
  }
}

/** True if the disk supports locks: then a file that no server locks can be locked. */
function hasLocks(pgdata: string): boolean {
  const other = openSync(join(pgdata, 'pg_hba.conf'), 'r+')
  try {
    return lockOpenFile(other)
  } finally {
    closeSync(other)
  }
}

/** The identity of a file or folder when the folder was locked. */
interface Snapshot {
  readonly path: string
  /** Null if it did not exist. */
  readonly identity: Identity | null
}

interface Identity {
  readonly dev: number
  readonly ino: number
}

const snapshotOf = (path: string): Snapshot => ({ path, identity: identityOf(path) })

function changedAmong(snapshots: readonly Snapshot[]): string | null {
  for (const { path, identity } of snapshots) {
    const now = identityOf(path)
    if (now?.ino !== identity?.ino || now?.dev !== identity?.dev) {
      return `${path} was deleted, moved or replaced`
    }
  }
  return null
}

/** Null if the file does not exist, or cannot be read. */
function identityOf(path: string): Identity | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** For people who open the file: SQLite stores the text unchanged. */
const EXPLANATION = `
A server of paper-brokerage keeps this file locked while it has the books in this folder open.
Do not delete it, not even if a start says that the folder is in use: two servers on one folder
destroy its books. Stop the other server instead. If none runs, the file does no harm.
`

/** Writes the explanation if possible. The lock holds without it. */
function explain(file: LockFile): void {
  try {
    file.exec(`create view if not exists "${EXPLANATION}" as select 1; commit; begin exclusive`)
  } catch {
    // The disk may be full. The lock is held with or without a transaction.
  }
}
