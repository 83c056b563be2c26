/**
 * The files of the embedded PostgreSQL in a folder of the host. Emscripten's own file system lets
 * everyone read its files, and syncs nothing. This one makes files for their owner alone, and syncs
 * them [durability.private].
 */
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { FILE_MODE, FOLDER_MODE, syncFile, syncFolder } from './disk'
import { isLogSegment, type ReservedWal, reservedWal } from './reserved-wal'

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
