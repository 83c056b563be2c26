/**
 * Batches with the instants at which they came in, a line each: what a file of them keeps
 * [live.record], and what servers tell each other [live.shared].
 */
import { atMs, parseInstant } from '../../../core/time'
import type { SourceBatch } from './batch'
import { isBatchFault, readBatch, writeBatch } from './wire'

export interface RecordLine {
  readonly atMs: number
  readonly batch: SourceBatch
}

/** A JSON object, without the end of its line. */
export const writeLine = ({ atMs: ms, batch }: RecordLine): string =>
  JSON.stringify({ at: atMs(ms).toString(), ...writeBatch(batch) })

/** A text says what is wrong with the line. */
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
  if (instant === undefined) return '`at` is no ISO 8601 time'
  const batch = readBatch(rest)
  if (isBatchFault(batch)) return `${batch.path} must be ${batch.fault}`
  return { atMs: instant.epochMilliseconds, batch }
}
