/**
 * `flock` of the system, which neither Bun nor Node.js offers: a lock on an open file, which the
 * system releases when the process ends. Unlike the locks of SQLite, it stays when the same process
 * opens and closes the file once more, as PostgreSQL does.
 */
import { dlopen } from 'bun:ffi'

/** The C libraries of Linux with glibc, of macOS, and of Linux with musl. */
const LIBRARIES = [
  ...['libc.so.6', '/usr/lib/libSystem.B.dylib'],
  ...['libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1'],
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

/** Returns false if another process has it, or if the disk has no such locks. */
export function lockOpenFile(descriptor: number): boolean {
  if (flock === undefined) flock = systemFlock()
  return flock !== null && flock(descriptor, EXCLUSIVE | NOT_WAITING) === 0
}
