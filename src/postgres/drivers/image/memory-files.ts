/** The files of the embedded PostgreSQL in memory, made from an image. */
import { posix } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { type Entry, type Image, usedPart, withZeros } from './image'

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
