/**
 * Reads a recording line by line, in blocks, as its market is asked: a day has millions of lines,
 * and prices are asked for without waiting.
 */
import { openSync, readSync } from 'node:fs'
import { type RecordLine, readLine } from './record'

export interface RecordingFile {
  /** Null at the end; lines that cannot be read, one that was cut off say, are counted. */
  next(): RecordLine | null
  readonly unread: number
}

const BLOCK_BYTES = 1024 * 1024

/** Throws where the file cannot be opened. */
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
