/**
 * Reserves the next segment of the embedded PostgreSQL's write-ahead log. PostgreSQL uses the file
 * if it exists. Without it, a disk that is full at the end of a segment would stop PostgreSQL in
 * the middle of a commit, for good. With it, a full disk is noticed while a whole segment is free.
 */
import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FILE_MODE, syncFile, syncFolder } from './disk'

export interface ReservedWal {
  /** Called when PostgreSQL writes to the segment at the path. */
  writes(segment: string): void
  /** True if the next segment is reserved. Tries again if there was no room before. */
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
      // PostgreSQL is still making this segment; a later stream calls again.
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
      // Treated as no room: tried again before the next transaction.
    }
  }
}

const SEGMENT_MIN_BYTES = 1024 * 1024

/** At a start, PostgreSQL removes files with such a name. */
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

/** Checked first, so that a failed attempt does not use up the free space. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > bytes
}

export const isLogSegment = (path: string): boolean => /\/pg_wal\/[\dA-F]{24}$/.test(path)

/**
 * The name of the next segment. A name has the timeline, the upper 32 bits of the position, and the
 * number of the segment within them, as 8 hexadecimal digits each (PostgreSQL's XLogFileName).
 */
export function segmentAfter(name: string, bytes: number): string {
  const perUpper = 2 ** 32 / bytes
  const next = hexadecimal(name.slice(8, 16)) * perUpper + hexadecimal(name.slice(16)) + 1
  return name.slice(0, 8) + eightDigits(Math.floor(next / perUpper)) + eightDigits(next % perUpper)
}

const hexadecimal = (digits: string): number => Number.parseInt(digits, 16)
const eightDigits = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
