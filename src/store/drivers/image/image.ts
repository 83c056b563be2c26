/**
 * The image of a new, empty database: the files that `initdb` and the migrations leave behind,
 * packed into one. Unpacking it takes a tenth of the time of making them. The image may be older
 * than the newest migration: those that it lacks are carried out when it is opened, as on any older
 * database.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the database, or one folder (`content` is null), by its path in its folder. */
export interface Entry {
  readonly path: string
  readonly content: Uint8Array | null
}

export interface Image {
  /** The version of PGlite that made it; another one may not understand its files. */
  readonly pglite: string
  /** A folder comes before what is in it. */
  readonly entries: readonly Entry[]
}

const CHECKSUM_BYTES = 32
const MAX_LEVEL = 22
const NEW_LINE = 10

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A checksum, then, compressed, one line of JSON and the contents of all files. */
export function pack({ pglite, entries }: Image): Uint8Array {
  const sizes = entries.map(({ path, content }) => [path, content?.length ?? null])
  const header = Buffer.from(`${JSON.stringify({ pglite, entries: sizes })}\n`)
  const contents = entries.flatMap(({ content }) => (content === null ? [] : [content]))
  const body = Bun.zstdCompressSync(Buffer.concat([header, ...contents]), { level: MAX_LEVEL })
  return Buffer.concat([checksumOf(body), body])
}

/** Throws where a byte is not the one that was packed. The contents share one piece of memory. */
export function unpack(packed: Uint8Array): Image {
  const body = packed.subarray(CHECKSUM_BYTES)
  if (!checksumOf(body).equals(packed.subarray(0, CHECKSUM_BYTES))) throw new Error('damaged')
  const { buffer, byteOffset, length } = Bun.zstdDecompressSync(body)
  const unpacked = new Uint8Array(buffer, byteOffset, length)
  const headerEnd = unpacked.indexOf(NEW_LINE)
  const { pglite, entries } = JSON.parse(new TextDecoder().decode(unpacked.subarray(0, headerEnd)))
  let at = headerEnd + 1
  return {
    pglite: String(pglite),
    entries: Array.from(entries, (entry): Entry => {
      const [path, size] = Object.values(Object(entry))
      if (size === null) return { path: String(path), content: null }
      const from = at
      at += Number(size)
      return { path: String(path), content: unpacked.subarray(from, at) }
    }),
  }
}

/** In every database's folder: the major version of PostgreSQL that can open it. */
export const VERSION_FILE = 'PG_VERSION'

/** The major version of the PostgreSQL that made the image. */
export function versionOf(image: Image | null): string | null {
  const file = image?.entries.find(({ path }) => path === VERSION_FILE)
  return file?.content ? new TextDecoder().decode(file.content).trim() : null
}

export const IMAGE_PATH = join(import.meta.dir, 'database.image')

/**
 * The image for this version of PGlite; null where there is none, or it is damaged: the database is
 * made by `initdb` then, with the same result.
 */
export async function readImage(path = IMAGE_PATH): Promise<Image | null> {
  try {
    const image = unpack(await Bun.file(path).bytes())
    return image.pglite === (await pgliteVersion()) ? image : null
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
