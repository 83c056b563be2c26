/**
 * A disk that loses power. It watches what this process does to the files below a folder, and makes
 * from any moment a folder as it could be found after a loss of power then: what was synced is
 * there; of the rest, each sector that was written and each change of a folder's names may be there
 * or not, one without the other. The file system promises no more (POSIX, fsync); a rename happens
 * as a whole or not at all.
 */
import { spyOn } from 'bun:test'
import fs from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { randomOf } from './random'

/** What a disk writes as a whole. */
const SECTOR_BYTES = 512

interface Inode {
  readonly id: number
  readonly isFolder: boolean
}
interface Place {
  readonly folder: Inode
  readonly name: string
}
type Change =
  | { readonly kind: 'write'; readonly file: Inode; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: Inode; readonly size: number }
  | { readonly kind: 'sync'; readonly inode: Inode }
  | { readonly kind: 'name'; readonly from: Place | null; readonly to: Place | null; inode: Inode }

export interface WatchedDisk {
  /** How much has happened so far: a moment that an image can be made of. */
  moment(): number
  /** How often a file or folder was synced up to a moment. */
  syncs(from: number, to: number): number
  /** Makes the folder `into` as it could be found after a loss of power at the moment. */
  powerLossAt(moment: number, seed: number, into: string): void
  stop(): void
}

/** The folder must be empty, and everything in it is done through `node:fs`, synchronously. */
export function watchDisk(root: string): WatchedDisk {
  const changes: Change[] = []
  const top: Inode = { id: 0, isFolder: true }
  const names = new Map<Inode, Map<string, Inode>>([[top, new Map()]])
  const opened = new Map<number, Inode>()
  let inodes = 1

  const isBelow = (path: unknown): path is string =>
    typeof path === 'string' && resolve(path).startsWith(resolve(root) + sep)

  function find(path: string): Inode | undefined {
    if (resolve(path) === resolve(root)) return top
    if (!isBelow(path)) return undefined
    const { folder, name } = placeOf(path)
    return names.get(folder)?.get(name)
  }

  function placeOf(path: string): Place {
    const folder = find(dirname(path))
    if (folder === undefined) throw new Error(`Nobody has seen ${dirname(path)} being made.`)
    return { folder, name: resolve(path).slice(resolve(dirname(path)).length + 1) }
  }

  function name(inode: Inode, from: Place | null, to: Place | null): void {
    if (from) names.get(from.folder)?.delete(from.name)
    if (to) names.get(to.folder)?.set(to.name, inode)
    changes.push({ kind: 'name', inode, from, to })
  }

  function make(path: string, isFolder: boolean): Inode {
    const inode = { id: inodes++, isFolder }
    if (isFolder) names.set(inode, new Map())
    name(inode, null, placeOf(path))
    return inode
  }

  function write(file: Inode | undefined, at: number, bytes: Buffer): void {
    if (file && bytes.length > 0) changes.push({ kind: 'write', file, at, bytes })
  }

  function truncate(file: Inode | undefined, size: number): void {
    if (file) changes.push({ kind: 'truncate', file, size })
  }

  function remove(path: string): void {
    const inode = find(path)
    if (inode) name(inode, placeOf(path), null)
  }

  const sync = (descriptor: number): void => {
    const inode = opened.get(descriptor)
    if (inode) changes.push({ kind: 'sync', inode })
  }

  const spies = [
    after('openSync', (descriptor, path, flags) => {
      if (typeof descriptor !== 'number' || !(isBelow(path) || path === root)) return
      const inode = find(String(path)) ?? make(String(path), false)
      opened.set(descriptor, inode)
      if (flags === 'w' || (typeof flags === 'number' && flags & fs.constants.O_TRUNC)) {
        truncate(inode, 0)
      }
    }),
    after('closeSync', (_, descriptor) => void opened.delete(Number(descriptor))),
    after('writeSync', (written, descriptor, buffer, offset, _length, position) => {
      const file = opened.get(Number(descriptor))
      if (file === undefined) return
      if (!ArrayBuffer.isView(buffer) || typeof position !== 'number') {
        throw new Error('Only writes of a buffer at a position are watched.')
      }
      const start = buffer.byteOffset + Number(offset)
      write(file, position, Buffer.from(Buffer.from(buffer.buffer, start, Number(written))))
    }),
    after('writeFileSync', (_, path, content) => {
      if (!isBelow(path)) return
      const file = find(path) ?? make(path, false)
      truncate(file, 0)
      write(file, 0, Buffer.from(String(content)))
    }),
    after('mkdirSync', (first, path, options) => {
      const isRecursive = typeof options === 'object' && options !== null && 'recursive' in options
      // Nothing was made.
      if (!isBelow(path) || (isRecursive && first === undefined)) return
      make(path, true)
    }),
    after('ftruncateSync', (_, descriptor, size) =>
      truncate(opened.get(Number(descriptor)), Number(size)),
    ),
    after('truncateSync', (_, path, size) => truncate(find(String(path)), Number(size))),
    after('unlinkSync', (_, path) => remove(String(path))),
    after('rmdirSync', (_, path) => remove(String(path))),
    after('renameSync', (_, from, to) => {
      const inode = find(String(from))
      if (inode) name(inode, placeOf(String(from)), placeOf(String(to)))
    }),
    after('fsyncSync', (_, descriptor) => sync(Number(descriptor))),
    after('fdatasyncSync', (_, descriptor) => sync(Number(descriptor))),
  ]

  return {
    moment: () => changes.length,
    syncs: (from, to) => changes.slice(from, to).filter(({ kind }) => kind === 'sync').length,
    powerLossAt: (moment, seed, into) => writeImage(changes.slice(0, moment), top, seed, into),
    stop: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

type Watched =
  | 'openSync'
  | 'closeSync'
  | 'writeSync'
  | 'writeFileSync'
  | 'mkdirSync'
  | 'ftruncateSync'
  | 'truncateSync'
  | 'unlinkSync'
  | 'rmdirSync'
  | 'renameSync'
  | 'fsyncSync'
  | 'fdatasyncSync'

/** Calls the function itself, and `seen` with its answer and its arguments once it has worked. */
function after(called: Watched, seen: (answer: unknown, ...given: unknown[]) => void) {
  const real: (...given: never[]) => unknown = fs[called]
  const watched = (...given: never[]): unknown => {
    const answer = real(...given)
    seen(answer, ...given)
    return answer
  }
  const functions: Record<Watched, (...given: never[]) => unknown> = fs
  return spyOn(functions, called).mockImplementation(watched)
}

/** How much of what was not synced is there, seed by seed. */
const SURVIVES = [0, 0.1, 0.5, 0.9]

function writeImage(changes: readonly Change[], top: Inode, seed: number, into: string): void {
  const random = randomOf(seed)
  const share = SURVIVES[seed % SURVIVES.length] ?? 0
  const survives = (): boolean => random() < share
  const synced = new Map<Inode, number>()
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'sync') synced.set(change.inode, at)
  }
  const isSynced = (inode: Inode, at: number): boolean => at < (synced.get(inode) ?? 0)

  const contents = new Map<Inode, Content>()
  const names = new Map<Inode, Map<string, Inode>>()
  const contentOf = (file: Inode) => getOrMake(contents, file, () => new Content())
  const namesIn = (folder: Inode) => getOrMake(names, folder, () => new Map<string, Inode>())

  function written(file: Inode, write: Sector, isWhole: boolean): void {
    const content = contentOf(file)
    const parts = isWhole ? [write] : [...sectorsOf(write)].filter(survives)
    for (const part of parts) content.write(part)
  }
  function named({ from, to, inode }: Change & { readonly kind: 'name' }): void {
    if (from && namesIn(from.folder).get(from.name) === inode) {
      namesIn(from.folder).delete(from.name)
    }
    if (to) namesIn(to.folder).set(to.name, inode)
  }
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'write') {
      written(change.file, change, isSynced(change.file, at))
    } else if (change.kind === 'truncate') {
      if (isSynced(change.file, at) || survives()) contentOf(change.file).truncate(change.size)
    } else if (change.kind === 'name') {
      const isThere = [change.from, change.to].some((place) => place && isSynced(place.folder, at))
      if (isThere || survives()) named(change)
    }
  }

  const put = (folder: Inode, path: string): void => {
    fs.mkdirSync(path, { recursive: true })
    for (const [name, inode] of namesIn(folder)) {
      if (inode.isFolder) put(inode, join(path, name))
      else writeSparse(join(path, name), contentOf(inode).bytes())
    }
  }
  put(top, into)
}

const BLOCK = Buffer.alloc(65_536)

/** Writes a file without its blocks of zeros, which are most of a log's segment. */
function writeSparse(path: string, bytes: Buffer): void {
  const file = fs.openSync(path, 'w')
  fs.ftruncateSync(file, bytes.length)
  for (let at = 0; at < bytes.length; at += BLOCK.length) {
    const block = bytes.subarray(at, at + BLOCK.length)
    if (!block.equals(BLOCK.subarray(0, block.length)))
      fs.writeSync(file, block, 0, block.length, at)
  }
  fs.closeSync(file)
}

interface Sector {
  readonly at: number
  readonly bytes: Buffer
}

/** The parts of a write that a disk may have carried out one without the other. */
function* sectorsOf({ at, bytes }: Sector): Generator<Sector> {
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES))
    yield { at: at + from, bytes: bytes.subarray(from, to) }
    from = to
  }
}

class Content {
  #buffer = Buffer.alloc(0)
  #size = 0

  write({ at, bytes }: Sector): void {
    this.#makeRoom(at + bytes.length)
    this.#buffer.set(bytes, at)
    this.#size = Math.max(this.#size, at + bytes.length)
  }

  truncate(size: number): void {
    this.#makeRoom(size)
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    this.#size = size
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  #makeRoom(size: number): void {
    if (size <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(size, this.#buffer.length * 2))
    larger.set(this.#buffer)
    this.#buffer = larger
  }
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
