/**
 * The image of a new database: the files that `initdb` and the migrations make, packed into one.
 * Unpacking it takes a tenth of the time of making them. Migrations that are newer than the image
 * run when the database is opened, as on an older database.
 *
 * The image has two databases: an empty one, and one with the instruments. They share most files.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'

/** One file of the database, or one folder, whose `content` is null. */
export interface Entry {
  readonly path: string
  readonly content: Uint8Array | null
}

/** A folder comes before its content. */
type Entries = readonly Entry[]

export interface Image {
  /** The version of PGlite that made it; another one may not understand its files. */
  readonly pglite: string
  /** The listing of instruments of the seeded database. */
  readonly listing: string
  readonly entries: Entries
}

/** `bare` has no rows; `seeded` has the instruments. */
export type InitialContent = 'bare' | 'seeded'

type Images = Readonly<Record<InitialContent, Entries>> & Omit<Image, 'entries'>

const CHECKSUM_BYTES = 32
const MAX_LEVEL = 22
const NEW_LINE = 10

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const ZEROS = Buffer.alloc(64 * 1024)

/** Cuts off the zeros at the end, which are most of a write-ahead log. */
function usedPart(content: Uint8Array): Uint8Array {
  let end = content.length
  while (end >= ZEROS.length && ZEROS.equals(content.subarray(end - ZEROS.length, end))) {
    end -= ZEROS.length
  }
  while (end > 0 && content[end - 1] === 0) end--
  return content.subarray(0, end)
}

/** Appends zeros up to the length. Their memory is allocated when they are first written. */
export function withZeros(used: Uint8Array, length: number): Uint8Array {
  const content = new Uint8Array(length)
  content.set(used)
  return content
}

/** The path, and the number of the content; null for a folder. */
type Listed = readonly [path: string, content: number | null]

/**
 * Packs the databases: a checksum, then, compressed, one line of JSON and each content once,
 * without the zeros at its end. The line has the contents' lengths with and without zeros, and the
 * files of both databases.
 */
export function pack({ pglite, listing, bare, seeded }: Images): Uint8Array {
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
  // The file format calls the seeded database `furnished`.
  const lists = { bare: listed(bare), furnished: listed(seeded) }
  const used = contents.map(usedPart)
  const lengths = contents.map(({ length }, index) => [used[index]?.length, length])
  const header = Buffer.from(`${JSON.stringify({ pglite, listing, ...lists, lengths })}\n`)
  const body = Bun.zstdCompressSync(Buffer.concat([header, ...used]), { level: MAX_LEVEL })
  return Buffer.concat([checksumOf(body), body])
}

/** Unpacks the databases, whose contents share one buffer. Throws if any byte has changed. */
export function unpack(packed: Uint8Array): Images {
  const body = packed.subarray(CHECKSUM_BYTES)
  if (!checksumOf(body).equals(packed.subarray(0, CHECKSUM_BYTES))) throw new Error('damaged')
  const { buffer, byteOffset, length } = Bun.zstdDecompressSync(body)
  const unpacked = new Uint8Array(buffer, byteOffset, length)
  const headerEnd = unpacked.indexOf(NEW_LINE)
  // safe: the checksum proves that `pack` has written it
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
  return { pglite, listing, bare: entriesOf(bare), seeded: entriesOf(furnished) }
}

interface Header {
  readonly bare: readonly Listed[]
  readonly furnished: readonly Listed[]
  readonly pglite: string
  readonly listing: string
  readonly lengths: readonly (readonly [used: number, whole: number])[]
}

export const IMAGE_PATH = join(import.meta.dir, 'database.image')

/**
 * Reads the image for this version of PGlite; null if it is missing or damaged. Then `initdb` makes
 * the same database.
 */
export async function readImage(
  kind: InitialContent = 'bare',
  path = IMAGE_PATH,
): Promise<Image | null> {
  try {
    const { pglite, listing, [kind]: entries } = unpack(await Bun.file(path).bytes())
    return pglite === (await pgliteVersion()) ? { pglite, listing, entries } : null
  } catch {
    return null
  }
}

/** The `package.json` of PGlite, if the program is one file. */
const PACKED_PGLITE = join(import.meta.dir, 'pglite.json')

/** The version of the installed PGlite, which may differ from the lock file's. */
export async function pgliteVersion(): Promise<string> {
  const described = existsSync(PACKED_PGLITE)
    ? PACKED_PGLITE
    : new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = await Bun.file(described).json()
  return String(version)
}

const { PGDATA } = PGlite.paths
const MODE = 0o600

/** Databases share the files of one image, and copy a file when they first write to it. */
export class MemoryFiles extends MemoryFS {
  readonly #entries: Image['entries']

  constructor({ entries }: Pick<Image, 'entries'>) {
    super()
    this.#entries = entries
  }

  override async init(
    ...[client, options]: Parameters<MemoryFS['init']>
  ): ReturnType<MemoryFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    const preRun: (typeof options)['preRun'] = [
      ...(emscriptenOpts.preRun ?? []),
      ({ FS }) => {
        FS.mkdirTree(PGDATA, 0o700)
        for (const { path, content } of this.#entries) {
          const place = posix.join(PGDATA, path)
          if (content === null) FS.mkdir(place, 0o700)
          else share(FS.create(place, MODE), content)
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Copies the current files. */
export function entriesOf({ Module: { FS } }: PGlite): readonly Entry[] {
  const entries: Entry[] = []
  const read = (folder: string): void => {
    for (const name of FS.readdir(posix.join(PGDATA, folder))) {
      if (name === '.' || name === '..') continue
      const path = posix.join(folder, name)
      const place = posix.join(PGDATA, path)
      const isFolder = FS.isDir(FS.stat(place).mode)
      entries.push({ path, content: isFolder ? null : FS.readFile(place) })
      if (isFolder) read(path)
    }
  }
  read('')
  return entries
}

/** A file of Emscripten's MEMFS. */
interface MemoryFile {
  contents: Uint8Array
  usedBytes: number
  stream_ops: StreamOperations
}

interface StreamOperations {
  readonly write: (...what: readonly unknown[]) => number
}

/** Lets the file use the image's content until it is first written. */
function share(made: unknown, content: Uint8Array): void {
  const file = memoryFileOf(made)
  const { stream_ops: operations } = file
  file.contents = content
  file.usedBytes = content.length
  file.stream_ops = {
    ...operations,
    write(...what) {
      if (file.contents === content) file.contents = copied(content)
      return operations.write(...what)
    },
  }
}

/** Copies without zeros, so that the unused part of a write-ahead log takes no memory. */
const copied = (content: Uint8Array): Uint8Array => withZeros(usedPart(content), content.length)

/** Checks Emscripten's internals: another version of PGlite may have others. */
function memoryFileOf(made: unknown): MemoryFile {
  if (isMemoryFile(made)) return made
  throw new Error('This version of PGlite has other files than the ones that are shared here.')
}

const isMemoryFile = (made: unknown): made is MemoryFile =>
  typeof made === 'object' &&
  made !== null &&
  'usedBytes' in made &&
  'contents' in made &&
  made.contents instanceof Uint8Array &&
  'stream_ops' in made &&
  typeof Reflect.get(Object(made.stream_ops), 'write') === 'function'
