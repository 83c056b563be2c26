/** `pg_xact`: which transactions were committed, as far as the newest checkpoint has it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATUS_FOLDER } from './layout'
import { PAGE_BYTES } from './pages'

const PER_BYTE = 4
const PAGES_PER_FILE = 32
const PER_FILE = PER_BYTE * PAGE_BYTES * PAGES_PER_FILE

const COMMITTED = 1
const ABORTED = 2

/** Where a transaction's status stands. */
export function statusPlace(transaction: number): { readonly file: string; readonly at: number } {
  const name = Math.floor(transaction / PER_FILE).toString(16)
  const file = `${STATUS_FOLDER}/${name.toUpperCase().padStart(4, '0')}`
  return { file, at: Math.floor((transaction % PER_FILE) / PER_BYTE) }
}

/** Whether a transaction was committed; null: that is not known, or not decided yet. */
export type WasCommitted = (transaction: number) => boolean | null

/** Those of PostgreSQL itself have no status: what they wrote stands. */
const FIRST_TRANSACTION = 3

/** Reads each file once. */
export function committedIn(whole: string): WasCommitted {
  const files = new Map<string, Buffer>()
  const contentOf = (file: string): Buffer => {
    const content = files.get(file) ?? contentIn(join(whole, file))
    files.set(file, content)
    return content
  }
  return (transaction) => {
    if (transaction < FIRST_TRANSACTION) return true
    const { file, at } = statusPlace(transaction)
    const status = ((contentOf(file)[at] ?? 0) >>> ((transaction % PER_BYTE) * 2)) & 3
    if (status === COMMITTED) return true
    return status === ABORTED ? false : null
  }
}

function contentIn(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
