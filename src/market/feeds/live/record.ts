/**
 * Batches with the instants of their arrival, one a line: in a recording [live.record], and between
 * servers [live.shared].
 */

import { openSync, readSync } from 'node:fs'
import { atMs, parseInstant } from '../../../core/time'
import type { SourceBatch } from './batch'
import { isBatchFault, readBatch, writeBatch } from './wire'

export interface RecordLine {
  readonly atMs: number
  readonly batch: SourceBatch
}

/** A JSON object, without a line break. */
export const writeLine = ({ atMs: ms, batch }: RecordLine): string =>
  JSON.stringify({ at: atMs(ms).toString(), ...writeBatch(batch) })

/** The line, or a text that says what is wrong with it. */
export function readLine(text: string): RecordLine | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not valid JSON'
  }
  if (typeof value !== 'object' || value === null || !('at' in value)) return 'it has no `at`'
  const { at, ...rest } = value
  const instant = typeof at === 'string' ? parseInstant(at) : undefined
  if (instant === undefined) return '`at` is not an ISO 8601 time'
  const batch = readBatch(rest)
  if (isBatchFault(batch)) return `${batch.path} must be ${batch.fault}`
  return { atMs: instant.epochMilliseconds, batch }
}

/**
 * Reads a recording line by line as its market needs them, since a day has millions. The reads are
 * synchronous, because queries for prices are.
 */
export interface RecordingFile {
  /** The next valid line; null at the end. */
  next(): RecordLine | null
  /** Counts invalid lines, such as a truncated last line. */
  readonly unread: number
}

const BLOCK_BYTES = 1024 * 1024

/** Throws if the file cannot be opened. */
export function openRecordingFile(path: string): RecordingFile {
  const file = openSync(path, 'r')
  const block = new Uint8Array(BLOCK_BYTES)
  const text = new TextDecoder()
  let rest = ''
  let lines: string[] = []
  let ended = false
  let unread = 0

  function nextText(): string | undefined {
    while (lines.length === 0 && !ended) {
      const bytes = readSync(file, block, 0, BLOCK_BYTES, null)
      ended = bytes === 0
      rest += text.decode(block.subarray(0, bytes), { stream: !ended })
      const [last = '', ...earlier] = rest.split('\n').reverse()
      rest = ended ? '' : last
      lines = ended && last !== '' ? [last, ...earlier] : earlier
    }
    return lines.pop()
  }

  return {
    next() {
      for (let one = nextText(); one !== undefined; one = nextText()) {
        const line = readLine(one)
        if (typeof line !== 'string') return line
        unread++
      }
      return null
    },
    get unread() {
      return unread
    },
  }
}
