/** The files of the embedded PostgreSQL in memory, as they are in an image. */
import { posix } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { type Entry, type Image, usedPart, withZeros } from './image'

const { PGDATA } = PGlite.paths
const MODE = 0o600

/** Any number of databases share one image: each has a copy of what it changes, and of no more. */
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

/** The files as they are now; what is written later does not reach the image. */
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

/** The file is this part of the image until it is first written to. */
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

/** A part that is zero, as most of a write-ahead log, takes no memory until it is written. */
const copied = (content: Uint8Array): Uint8Array => withZeros(usedPart(content), content.length)

/** It is Emscripten's inside: another version of PGlite may not have it. */
function memoryFileOf(made: unknown): MemoryFile {
  if (isMemoryFile(made)) return made
  throw new Error('This version of PGlite has other files than those that are shared here.')
}

const isMemoryFile = (made: unknown): made is MemoryFile =>
  typeof made === 'object' &&
  made !== null &&
  'usedBytes' in made &&
  'contents' in made &&
  made.contents instanceof Uint8Array &&
  'stream_ops' in made &&
  typeof Reflect.get(Object(made.stream_ops), 'write') === 'function'
