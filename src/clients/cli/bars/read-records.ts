/** The records of a CSV file, plain or gzip, piece by piece: it may be larger than the memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { reasonOf } from '../../../lib/text'
import { type CsvReader, type CsvRecord, csvReader } from '../../../market/csv'

const GZIP = [0x1f, 0x8b]
const PIECE_BYTES = 1 << 18
/** Packed pieces are smaller, so that the progress does not run ahead of the work. */
const PACKED_PIECE_BYTES = 1 << 14
/** Longer records are no CSV, and must not fill the memory. */
const RECORD_MAX = 100_000
const SEPARATORS = [',', ';', '\t']

export interface Piece {
  readonly records: readonly CsvRecord[]
  /** Read so far, of the file as it is stored. */
  readonly bytesRead: number
}

/** The file cannot be read to its end; the message says why. */
export class Unreadable extends Error {}

/** The first record is the header. Throws Unreadable. */
export async function* recordsOf(path: string): AsyncGenerator<Piece> {
  try {
    yield* piecesOf(path)
  } catch (error) {
    throw new Unreadable(reasonOf(error))
  }
}

async function* piecesOf(path: string): AsyncGenerator<Piece> {
  const isPacked = await isGzip(path)
  const file = createReadStream(path, {
    highWaterMark: isPacked ? PACKED_PIECE_BYTES : PIECE_BYTES,
  })
  const decoder = new TextDecoder()
  let head = ''
  let reader: CsvReader | null = null
  for await (const bytes of isPacked ? unpacked(file) : file) {
    const text = head + decoder.decode(bytes, { stream: true })
    if (reader === null && !text.includes('\n')) {
      head = text
      if (head.length > RECORD_MAX) throw new Error(TOO_LONG)
      continue
    }
    head = ''
    reader ??= csvReader(separatorOf(text))
    yield { records: reader.read(text), bytesRead: file.bytesRead }
    if (reader.pending > RECORD_MAX) throw new Error(TOO_LONG)
  }
  const text = head + decoder.decode()
  reader ??= csvReader(separatorOf(text))
  const records = [...reader.read(text), ...reader.end()]
  if (records.length > 0) yield { records, bytesRead: file.bytesRead }
}

const TOO_LONG = 'a row has over 100,000 characters: no CSV, or a quote that does not end'

/** Of a file, by its header. */
export const separatorOf = (text: string): string => {
  const header = text.slice(0, text.includes('\n') ? text.indexOf('\n') : text.length)
  return SEPARATORS.find((mark) => header.includes(mark)) ?? ','
}

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
