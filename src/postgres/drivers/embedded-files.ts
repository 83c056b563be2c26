/**
 * The files of the embedded PostgreSQL in a folder of the host. Emscripten's own file system lets
 * everyone read its files, and syncs nothing. This one makes files for their owner alone, and syncs
 * them [durability.private].
 */

import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { FILE_MODE, FOLDER_MODE, syncFile, syncFolder } from './disk'

type PGliteOptions = Parameters<NodeFS['init']>[1]

export class EmbeddedFiles extends NodeFS {
  readonly reservedWal = reservedWal()

  override async init(
    ...[client, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    const preRun: PGliteOptions['preRun'] = [
      // Runs before the folder is mounted, so before anything is read or written.
      ({ NODEFS }) => overrideOperations(hostFilesOf(NODEFS), this.reservedWal),
      ...(emscriptenOpts.preRun ?? []),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** The part of Emscripten's NODEFS that is overridden here. */
interface HostFiles {
  readonly node_ops: {
    mknod(parent: Node, name: string, mode: number, device: number): Node
    rename(node: Node, parent: Node, name: string): void
    unlink(parent: Node, name: string): void
    rmdir(parent: Node, name: string): void
    setattr(node: Node, attributes: Attributes): void
  }
  readonly stream_ops: {
    setattr(stream: Stream, attributes: Attributes): void
    write(stream: Stream, ...what: readonly unknown[]): number
    fsync?(stream: Stream): number
  }
  realPath(node: Node): string
  /** Translates an error of the host into one of PostgreSQL's. */
  tryFSOperation<T>(operation: () => T): T
}

interface Node {
  readonly mode: number
  readonly parent: Node
}

interface Attributes {
  readonly mode?: number
}

interface Stream {
  /** The host's descriptor. */
  readonly nfd: number
  readonly node: Node
}

const FILE_TYPE = 0o170000
const IS_FOLDER = 0o040000
const isFolder = (mode: number): boolean => (mode & FILE_TYPE) === IS_FOLDER

/**
 * Overrides the file operations. PostgreSQL syncs a new file, but not always its folder, so a sync
 * of a file also syncs all folders whose names have changed.
 */
function overrideOperations(host: HostFiles, reserved: ReservedWal): void {
  const { node_ops, stream_ops } = host
  const { mknod, rename, unlink, rmdir, setattr } = node_ops
  const { setattr: setStreamAttributes, write } = stream_ops
  const unsyncedFolders = new Set<string>()
  const namesChanged = (folder: Node): void => {
    unsyncedFolders.add(host.realPath(folder))
  }

  node_ops.mknod = (parent, name, mode, device) => {
    const rights = isFolder(mode) ? FOLDER_MODE : FILE_MODE
    const node = mknod(parent, name, (mode & FILE_TYPE) | rights, device)
    namesChanged(parent)
    return node
  }
  node_ops.rename = (node, parent, name) => {
    namesChanged(node.parent)
    rename(node, parent, name)
    namesChanged(parent)
  }
  node_ops.unlink = (parent, name) => {
    unlink(parent, name)
    namesChanged(parent)
  }
  node_ops.rmdir = (parent, name) => {
    rmdir(parent, name)
    unsyncedFolders.delete(join(host.realPath(parent), name))
    namesChanged(parent)
  }
  node_ops.setattr = (node, attributes) => setattr(node, forOwner(attributes))
  stream_ops.setattr = (stream, attributes) => setStreamAttributes(stream, forOwner(attributes))

  const writtenTo = new WeakSet<Stream>()
  stream_ops.write = (stream, ...what) => {
    if (!writtenTo.has(stream)) {
      // For every stream, so that its path is computed once.
      writtenTo.add(stream)
      const path = host.realPath(stream.node)
      if (isLogSegment(path)) reserved.writes(path)
    }
    return write(stream, ...what)
  }

  stream_ops.fsync = (stream) =>
    host.tryFSOperation(() => {
      if (!isFolder(stream.node.mode)) syncFile(stream.nfd)
      else unsyncedFolders.add(host.realPath(stream.node))
      for (const folder of unsyncedFolders) {
        syncFolder(folder)
        unsyncedFolders.delete(folder)
      }
      return 0
    })
}

const forOwner = (attributes: Attributes): Attributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 }

/** Checks PGlite's internals: a version without them would run unsynced. */
function hostFilesOf(found: unknown): HostFiles {
  if (isHostFiles(found)) return found
  throw new Error('This version of PGlite has other files than the ones that are synced here.')
}

const isHostFiles = (found: unknown): found is HostFiles =>
  hasFunctions(found, ['realPath', 'tryFSOperation']) &&
  'node_ops' in found &&
  hasFunctions(found.node_ops, ['mknod', 'rename', 'unlink', 'rmdir', 'setattr']) &&
  'stream_ops' in found &&
  hasFunctions(found.stream_ops, ['setattr', 'write'])

const hasFunctions = (found: unknown, names: readonly string[]): found is object =>
  typeof found === 'object' &&
  found !== null &&
  names.every((name) => typeof Reflect.get(found, name) === 'function')

// Reserves the next segment of the embedded PostgreSQL's write-ahead log. PostgreSQL uses the file
// if it exists. Without it, a disk that is full at the end of a segment would stop PostgreSQL in
// the middle of a commit, for good. With it, a full disk is noticed while a whole segment is free.

interface ReservedWal {
  /** Called when PostgreSQL writes to the segment at the path. */
  writes(segment: string): void
  /** True if the next segment is reserved. Tries again if there was no room before. */
  isThere(): boolean
}

export function reservedWal(): ReservedWal {
  let missing: { readonly path: string; readonly bytes: number } | null = null

  function make(): void {
    if (missing === null || !hasRoom(dirname(missing.path), missing.bytes)) return
    if (!fs.existsSync(missing.path)) writeZeros(missing.path, missing.bytes)
    missing = null
  }

  return {
    writes(segment) {
      const { size: bytes } = fs.statSync(segment)
      // PostgreSQL is still making this segment; a later stream calls again.
      if (bytes < SEGMENT_MIN_BYTES) return
      missing = { path: join(dirname(segment), segmentAfter(basename(segment), bytes)), bytes }
      makeIfPossible()
    },
    isThere() {
      makeIfPossible()
      return missing === null
    },
  }

  function makeIfPossible(): void {
    try {
      make()
    } catch {
      // Treated as no room: tried again before the next transaction.
    }
  }
}

const SEGMENT_MIN_BYTES = 1024 * 1024

/** At a start, PostgreSQL removes files with such a name. */
const UNFINISHED = 'xlogtemp.spare'
const CHUNK = Buffer.alloc(1024 * 1024)

function writeZeros(path: string, bytes: number): void {
  const unfinished = join(dirname(path), UNFINISHED)
  try {
    const descriptor = fs.openSync(unfinished, 'w', FILE_MODE)
    try {
      for (let at = 0; at < bytes; ) {
        at += fs.writeSync(descriptor, CHUNK, 0, Math.min(CHUNK.length, bytes - at), at)
      }
      syncFile(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
    fs.renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    fs.rmSync(unfinished, { force: true })
    throw error
  }
}

/** Checked first, so that a failed attempt does not use up the free space. */
function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize > bytes
}

const isLogSegment = (path: string): boolean => /\/pg_wal\/[\dA-F]{24}$/.test(path)

/**
 * The name of the next segment. A name has the timeline, the upper 32 bits of the position, and the
 * number of the segment within them, as 8 hexadecimal digits each (PostgreSQL's XLogFileName).
 */
export function segmentAfter(name: string, bytes: number): string {
  const perUpper = 2 ** 32 / bytes
  const next = hexadecimal(name.slice(8, 16)) * perUpper + hexadecimal(name.slice(16)) + 1
  return name.slice(0, 8) + eightDigits(Math.floor(next / perUpper)) + eightDigits(next % perUpper)
}

const hexadecimal = (digits: string): number => Number.parseInt(digits, 16)
const eightDigits = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
