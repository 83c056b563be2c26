/**
 * One process per data folder: PGlite itself would let a second one open it and damage the data
 * [durability.one-process].
 *
 * There are two locks. One is SQLite's own on the file `lock` beside the database, which the system
 * gives back when its process ends, however it ends: there is no stale lock to clean up after a
 * SIGKILL. Whoever deletes that file takes the lock away, so the other one is on a file that the
 * database cannot be without. The holder looks whether both files, and their folder, are still the
 * ones that it has locked.
 */
import { dlopen } from 'bun:ffi'
import { Database as LockFile } from 'bun:sqlite'
import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { makePrivateFile } from './disk'
import { CONTROL_FILE, VERSION_FILE } from './folder/layout'

/** The C libraries of Linux with glibc, of macOS, and of Linux with musl. */
const LIBRARIES = [
  'libc.so.6',
  '/usr/lib/libSystem.B.dylib',
  'libc.musl-x86_64.so.1',
  'libc.musl-aarch64.so.1',
]
const EXCLUSIVE = 2
const NOT_WAITING = 4

type Flock = (descriptor: number, operation: number) => number

/** The system's locks; null if it has none. */
let flock: Flock | null | undefined

function systemFlock(): Flock | null {
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    } catch {
      // It is another system's.
    }
  }
  return null
}

/**
 * `flock` of the system, which neither Bun nor Node.js offers: a lock on an open file, which the
 * system releases when the process ends. Unlike the locks of SQLite, it stays when the same process
 * opens and closes the file once more, as PostgreSQL does.
 *
 * Returns false if another process has it, or if the disk has no such locks.
 */
export function lockOpenFile(descriptor: number): boolean {
  if (flock === undefined) flock = systemFlock()
  return flock !== null && flock(descriptor, EXCLUSIVE | NOT_WAITING) === 0
}

export class FolderInUse extends StartError {}

export interface FolderLock {
  /** Locks a file of the database too. Throws a FolderInUse while another process has it. */
  lockDatabase(whole: string): void
  /**
   * Why the folder is no longer the one that was locked; null: it is. Looks at the disk, each time
   * for some microseconds a file: before a change only at the two without which no other server
   * can have the folder.
   */
  lost(when?: 'before a change'): string | null
  /** The same as far as it is known, without a look. */
  readonly knownLost: string | null
  release(): void
}

/** Throws a FolderInUse while another process has the lock. */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'lock')
  makePrivateFile(path)
  const file = new LockFile(path)
  try {
    // Kept until the file is closed, also behind the COMMIT of what `explain` writes.
    file.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error
    throw new FolderInUse(
      `The folder ${folder} (DATA_DIR) is in use by another server; stop it or choose another.`,
    )
  }
  const locked = seenAt(path)
  let needed: readonly Seen[] = [locked]
  let all = needed
  let descriptor: number | null = null
  let reason: string | null = null

  return {
    lockDatabase(whole) {
      const [first, control] = [join(whole, VERSION_FILE), join(whole, CONTROL_FILE)]
      descriptor = openSync(first, 'r+')
      if (!lockOpenFile(descriptor) && hasLocks(whole)) {
        throw new FolderInUse(
          `The folder ${folder} (DATA_DIR) is in use by another server, although its file lock ` +
            'was deleted or replaced; stop that server or choose another folder.',
        )
      }
      needed = [locked, seenAt(control)]
      all = [...needed, seenAt(whole), seenAt(first)]
      explain(file)
    },
    lost(when) {
      // What was lost stays so: another process may have been there meanwhile.
      reason ??= changedAmong(when === 'before a change' ? needed : all)
      return reason
    },
    get knownLost() {
      return reason
    },
    release() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
      file.close()
    },
  }
}

/** Whether the disk has such locks at all: a file that no server locks can be locked. */
function hasLocks(whole: string): boolean {
  const other = openSync(join(whole, 'pg_hba.conf'), 'r+')
  try {
    return lockOpenFile(other)
  } finally {
    closeSync(other)
  }
}

/** A file or folder, as it was when the folder was locked. */
interface Seen {
  readonly path: string
  /** Is null if there was none. */
  readonly as: Identity | null
}

interface Identity {
  readonly dev: number
  readonly ino: number
}

const seenAt = (path: string): Seen => ({ path, as: identityOf(path) })

function changedAmong(names: readonly Seen[]): string | null {
  for (const { path, as } of names) {
    const now = identityOf(path)
    if (now?.ino !== as?.ino || now?.dev !== as?.dev) {
      return `${path} was deleted, moved or replaced`
    }
  }
  return null
}

/** Returns null if there is none, or if it cannot be looked at. */
function identityOf(path: string): Identity | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** For whoever looks into the file. SQLite keeps the text as it is. */
const EXPLANATION = `
A server of paper-brokerage keeps this file locked while it has the books in this folder open.
Do not delete it, not even where a start says that the folder is in use: two servers on one folder
destroy its books. End the other server instead. Where none runs the file is in nobody's way.
`

/** What cannot be written, on a full disk say, is left out: the lock holds without it. */
function explain(file: LockFile): void {
  try {
    file.exec(`create view if not exists "${EXPLANATION}" as select 1; commit; begin exclusive`)
  } catch {
    // The transaction is still open, or the lock is kept without one.
  }
}
