/**
 * The image of a new database: the files that `initdb` and the migrations leave behind, packed
 * into one. Unpacking it takes a tenth of the time of making them. The image may be older than the
 * newest migration: those that it lacks are carried out when it is opened, as on an older database.
 *
 * It is packed twice, without a row and with the instruments, which a brokerage begins with. Most
 * files are the same in both.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the database, or one folder (`content` is null), by its path in its folder. */
export interface Entry {
  readonly path: string
  readonly content: Uint8Array | null
}

/** A folder comes before what is in it. */
type Entries = readonly Entry[]

export interface Image {
  /** The version of PGlite that made it; another one may not understand its files. */
  readonly pglite: string
  /** The listing of instruments that the furnished database has. */
  readonly listing: string
  readonly entries: Entries
}

/** Without a row, or with the instruments. */
export type Beginning = 'bare' | 'furnished'

export type Images = Readonly<Record<Beginning, Entries>> & Omit<Image, 'entries'>

const CHECKSUM_BYTES = 32
const MAX_LEVEL = 22
const NEW_LINE = 10

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const ZEROS = Buffer.alloc(64 * 1024)

/** Without the zeros at the end, which are most of a write-ahead log. */
export function usedPart(content: Uint8Array): Uint8Array {
  let end = content.length
  while (end >= ZEROS.length && ZEROS.equals(content.subarray(end - ZEROS.length, end))) {
    end -= ZEROS.length
  }
  while (end > 0 && content[end - 1] === 0) end--
  return content.subarray(0, end)
}

/** With so many zeros that it has this length; their memory is taken when they are touched. */
export function withZeros(used: Uint8Array, length: number): Uint8Array {
  const content = new Uint8Array(length)
  content.set(used)
  return content
}

/** Path and number of the content; null: a folder. */
type Listed = readonly [path: string, content: number | null]

/**
 * A checksum, then, compressed, one line of JSON and each content once, without the zeros at its
 * end. The line has the contents' lengths, used and whole, and the files of both databases.
 */
export function pack({ pglite, listing, bare, furnished }: Images): Uint8Array {
  const contents: Uint8Array[] = []
  const numbers = new Map<string, number>()
  const numberOf = (content: Uint8Array): number => {
    const key = checksumOf(content).toString('hex')
    const number = numbers.get(key) ?? contents.push(content) - 1
    numbers.set(key, number)
    return number
  }
  const listed = (entries: Entries) =>
    entries.map(({ path, content }): Listed => [path, content && numberOf(content)])
  const lists = { bare: listed(bare), furnished: listed(furnished) }
  const used = contents.map(usedPart)
  const lengths = contents.map(({ length }, index) => [used[index]?.length, length])
  const header = Buffer.from(`${JSON.stringify({ pglite, listing, ...lists, lengths })}\n`)
  const body = Bun.zstdCompressSync(Buffer.concat([header, ...used]), { level: MAX_LEVEL })
  return Buffer.concat([checksumOf(body), body])
}

/** Throws where a byte is not the one that was packed. The contents share one piece of memory. */
export function unpack(packed: Uint8Array): Images {
  const body = packed.subarray(CHECKSUM_BYTES)
  if (!checksumOf(body).equals(packed.subarray(0, CHECKSUM_BYTES))) throw new Error('damaged')
  const { buffer, byteOffset, length } = Bun.zstdDecompressSync(body)
  const unpacked = new Uint8Array(buffer, byteOffset, length)
  const headerEnd = unpacked.indexOf(NEW_LINE)
  // safe: the checksum says that it is what `pack` has written
  const header = JSON.parse(new TextDecoder().decode(unpacked.subarray(0, headerEnd))) as Header
  let at = headerEnd + 1
  const contents = header.lengths.map(([used, whole]) => {
    const content = unpacked.subarray(at, at + used)
    at += used
    return used === whole ? content : withZeros(content, whole)
  })
  const entriesOf = (listed: readonly Listed[]): Entries =>
    listed.map(([path, number]) => ({
      path,
      content: number === null ? null : (contents[number] ?? new Uint8Array()),
    }))
  const { pglite, listing, bare, furnished } = header
  return { pglite, listing, bare: entriesOf(bare), furnished: entriesOf(furnished) }
}

interface Header extends Readonly<Record<Beginning, readonly Listed[]>> {
  readonly pglite: string
  readonly listing: string
  readonly lengths: readonly (readonly [used: number, whole: number])[]
}

export const IMAGE_PATH = join(import.meta.dir, 'database.image')

/**
 * The image for this version of PGlite; null where there is none, or it is damaged: the database is
 * made by `initdb` then, with the same result.
 */
export async function readImage(
  beginning: Beginning = 'bare',
  path = IMAGE_PATH,
): Promise<Image | null> {
  try {
    const { pglite, listing, [beginning]: entries } = unpack(await Bun.file(path).bytes())
    return pglite === (await pgliteVersion()) ? { pglite, listing, entries } : null
  } catch {
    return null
  }
}

/** The `package.json` of PGlite, where the program is one file. */
const PACKED_PGLITE = join(import.meta.dir, 'pglite.json')

/** Of the PGlite that is installed, which need not be the one of the lock file. */
export async function pgliteVersion(): Promise<string> {
  const described = existsSync(PACKED_PGLITE)
    ? PACKED_PGLITE
    : new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = await Bun.file(described).json()
  return String(version)
}
