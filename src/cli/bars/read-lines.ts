/** The lines of a file, plain or gzip, chunk by chunk: it may be larger than the memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { reasonOf } from '../../core/reason'

const GZIP = [0x1f, 0x8b]
/** Longer lines are no CSV, and must not fill the memory. */
const LINE_MAX = 100_000

export interface Chunk {
  readonly lines: readonly string[]
  /** Read so far, of the file as it is stored. */
  readonly bytesRead: number
}

/** The file cannot be read to its end; the message says why. */
export class Unreadable extends Error {}

/** The lines come without their ends. Throws Unreadable. */
export async function* linesOf(path: string): AsyncGenerator<Chunk> {
  try {
    yield* chunksOf(path)
  } catch (error) {
    throw new Unreadable(reasonOf(error))
  }
}

async function* chunksOf(path: string): AsyncGenerator<Chunk> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const text = (await isGzip(path)) ? unpacked(file) : file
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of text) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX) throw new Error('a line has over 100,000 characters: no CSV')
    yield { lines: lines.map(withoutReturn), bytesRead: file.bytesRead }
  }
  rest += decoder.decode()
  if (rest !== '') yield { lines: [withoutReturn(rest)], bytesRead: file.bytesRead }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(2), 0, 2, 0)
    return bytesRead === 2 && GZIP.every((byte, index) => buffer[index] === byte)
  } finally {
    await file.close()
  }
}

/** Errors of the file reach the reader of the result. */
const unpacked = (file: Readable): Readable => pipeline(file, createGunzip(), () => {})
