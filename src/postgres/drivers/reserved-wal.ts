/**
 * Room for the embedded PostgreSQL's write-ahead log, made before it is needed. PostgreSQL takes a
 * segment that is there already for its next one. Without a spare one, a disk that is full at the
 * end of a segment would stop PostgreSQL in the middle of a commit, for good; with it, a full disk
 * is seen while there is still a whole segment to write to.
 */
import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FILE_MODE, syncFile, syncFolder } from './disk'

export interface ReservedWal {
  /** PostgreSQL writes to the segment at the path. */
  writes(segment: string): void
  /** Whether there is a spare segment; tries to make one where there was no room before. */
  isThere(): boolean
}

export function reservedWal(): ReservedWal {
  let missing: { readonly path: string; readonly bytes: number } | null = null

  function make(): void {
    if (missing === null || !hasRoom(dirname(missing.path), missing.bytes)) return
    if (!fs.existsSync(missing.path)) writeZeros(missing.path, missing.bytes)
    missing = null
  }

  return {
    writes(segment) {
      const { size: bytes } = fs.statSync(segment)
      // One that is only being made; the next to write to it asks again.
      if (bytes < SEGMENT_MIN_BYTES) return
      missing = { path: join(dirname(segment), segmentAfter(basename(segment), bytes)), bytes }
      makeIfPossible()
    },
    isThere() {
      makeIfPossible()
      return missing === null
    },
  }

  function makeIfPossible(): void {
    try {
      make()
    } catch {
      // As good as no room: it is tried again before the next transaction.
    }
  }
}

const SEGMENT_MIN_BYTES = 1024 * 1024

/** PostgreSQL removes what a killed process leaves under such a name. */
const UNFINISHED = 'xlogtemp.spare'
const CHUNK = Buffer.alloc(1024 * 1024)

function writeZeros(path: string, bytes: number): void {
  const unfinished = join(dirname(path), UNFINISHED)
  try {
    const descriptor = fs.openSync(unfinished, 'w', FILE_MODE)
    try {
      for (let at = 0; at < bytes; ) {
        at += fs.writeSync(descriptor, CHUNK, 0, Math.min(CHUNK.length, bytes - at), at)
      }
      syncFile(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
    fs.renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    fs.rmSync(unfinished, { force: true })
    throw error
  }
}

/** Free space is checked first, so that a failed attempt does not use up the last of it. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > bytes
}

export const isLogSegment = (path: string): boolean => /\/pg_wal\/[\dA-F]{24}$/.test(path)

/**
 * Timeline, the upper 32 bits of the position in the log, and the segment within these, each as 8
 * hexadecimal digits (PostgreSQL's XLogFileName).
 */
export function segmentAfter(name: string, bytes: number): string {
  const perUpper = 2 ** 32 / bytes
  const next = hexadecimal(name.slice(8, 16)) * perUpper + hexadecimal(name.slice(16)) + 1
  return name.slice(0, 8) + eightDigits(Math.floor(next / perUpper)) + eightDigits(next % perUpper)
}

const hexadecimal = (digits: string): number => Number.parseInt(digits, 16)
const eightDigits = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
