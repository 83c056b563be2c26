/**
 * Files and folders of the embedded database: they survive a loss of power, and only their owner
 * can read or write them [durability.private].
 */
// The default import, so that a test can replace its functions.
import fs from 'node:fs'
import { dirname, join } from 'node:path'

export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Makes the folder and the missing folders above it, for their owner alone, and syncs them. */
export function makeFolder(folder: string): void {
  const first = fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(made)
  syncFolder(dirname(first))
}

/** Makes one folder in an existing one, and does not sync it. */
export const makeOneFolder = (folder: string): void => {
  fs.mkdirSync(folder, { mode: FOLDER_MODE })
}

/** Makes a file for its owner alone, and does not sync it. */
export function writeFile(path: string, content: Uint8Array): void {
  const descriptor = fs.openSync(path, 'wx', FILE_MODE)
  try {
    for (let at = 0; at < content.length; ) {
      at += fs.writeSync(descriptor, content, at, content.length - at, at)
    }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Syncs a file's content and size. */
export const syncFile = (descriptor: number): void => fs.fdatasyncSync(descriptor)

/** Syncs the names in a folder. */
export function syncFolder(folder: string): void {
  withOpen(folder, (descriptor) => fs.fsyncSync(descriptor))
}

/** Syncs the folder and everything in it. */
export function syncTree(folder: string): void {
  for (const path of treeOf(folder)) withOpen(path, (descriptor) => fs.fsyncSync(descriptor))
}

/** Keeps others out of a folder, unless it is another user's, or shared by all, such as /tmp. */
export function makeFolderPrivate(folder: string): void {
  const { mode, uid } = fs.statSync(folder)
  const isShared = (mode & 0o1000) !== 0
  if (!isShared && (mode & 0o077) !== 0 && uid === process.getuid?.()) {
    fs.chmodSync(folder, FOLDER_MODE)
  }
}

/** Makes a file its owner's alone. Creates it if it is missing. */
export function makePrivateFile(path: string): void {
  const descriptor = fs.openSync(path, 'a', FILE_MODE)
  try {
    fs.fchmodSync(descriptor, FILE_MODE)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Removes the rights that an older version, or another umask, has given to others. */
export function makePrivate(folder: string): void {
  for (const path of treeOf(folder)) {
    const { mode } = fs.lstatSync(path)
    if ((mode & 0o077) !== 0) fs.chmodSync(path, mode & 0o700)
  }
}

/** Renames atomically, and syncs. Both names must be in one folder. */
export function renameSynced(from: string, to: string): void {
  fs.renameSync(from, to)
  syncFolder(dirname(to))
}

/** True if less than 1 MiB is free, which PostgreSQL needs even to start. */
export function isFull(folder: string): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize < 1024 * 1024
}

/** The folder, and all files and folders below it. */
function treeOf(folder: string): string[] {
  const below = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = below.filter((entry) => entry.isFile() || entry.isDirectory())
  return [folder, ...paths.map(({ parentPath, name }) => join(parentPath, name))]
}

function withOpen(path: string, work: (descriptor: number) => void): void {
  const descriptor = fs.openSync(path, 'r')
  try {
    work(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
