/** `pg_control`: how far PostgreSQL's files are written, and where in its log a start begins. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL_FILE } from './layout'

export interface ControlFile {
  /** The versions of this file's layout and of the catalogue. */
  readonly version: number
  readonly catalog: number
  /** It was closed in order: nothing is read again from the log. */
  readonly isClosed: boolean
  /** Positions in the log: what a start reads first, and the newest checkpoint. */
  readonly redo: bigint
  readonly checkpoint: bigint
  readonly timeline: number
  /** The number of the next transaction, without its upper 32 bits. */
  readonly nextTransaction: number
  readonly segmentBytes: number
  readonly hasChecksums: boolean
}

/** Rounded up to a page; PostgreSQL itself checks what is in it. */
export const CONTROL_BYTES = 8_192

const CLOSED = 1

/** Throws if it cannot be read or is too short. */
export function readControl(whole: string): ControlFile {
  const bytes = readFileSync(join(whole, CONTROL_FILE))
  return {
    version: bytes.readUInt32LE(8),
    catalog: bytes.readUInt32LE(12),
    isClosed: bytes.readUInt32LE(16) === CLOSED,
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    timeline: bytes.readUInt32LE(48),
    nextTransaction: bytes.readUInt32LE(64),
    segmentBytes: bytes.readUInt32LE(228),
    hasChecksums: bytes.readUInt32LE(252) !== 0,
  }
}
