/**
 * What the embedded database's folder needs of the host's disk: that its files are there after a
 * loss of power, and that nobody but their owner can read or write them [durability.private].
 */
// The default import, whose functions are looked up at each call: a test records and fails them.
import fs from 'node:fs'
import { dirname, join } from 'node:path'

export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Makes the folder and those above it that are missing. Nobody else may enter what it makes. */
export function makeFolder(folder: string): void {
  const first = fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(made)
  syncFolder(dirname(first))
}

/** In a folder that is there. Its name is not synced. */
export const makeOneFolder = (folder: string): void => {
  fs.mkdirSync(folder, { mode: FOLDER_MODE })
}

/** Makes the file, for its owner alone. Nothing of it is synced. */
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

/** A file's content and size are on the disk when it returns. */
export const syncFile = (descriptor: number): void => fs.fdatasyncSync(descriptor)

/** The names in a folder are on the disk when it returns. */
export function syncFolder(folder: string): void {
  withOpen(folder, (descriptor) => fs.fsyncSync(descriptor))
}

/** Everything in the folder, and the folder itself. */
export function syncTree(folder: string): void {
  for (const path of treeOf(folder)) withOpen(path, (descriptor) => fs.fsyncSync(descriptor))
}

/** Left as it is where it is another user's, or one that all share, such as /tmp. */
export function makeFolderPrivate(folder: string): void {
  const { mode, uid } = fs.statSync(folder)
  const isShared = (mode & 0o1000) !== 0
  if (!isShared && (mode & 0o077) !== 0 && uid === process.getuid?.()) {
    fs.chmodSync(folder, FOLDER_MODE)
  }
}

/** The file, empty if it was not there, is its owner's alone. */
export function makePrivateFile(path: string): void {
  const descriptor = fs.openSync(path, 'a', FILE_MODE)
  try {
    fs.fchmodSync(descriptor, FILE_MODE)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Takes from everybody else what an older version, or another umask, has given them. */
export function makePrivate(folder: string): void {
  for (const path of treeOf(folder)) {
    const { mode } = fs.lstatSync(path)
    if ((mode & 0o077) !== 0) fs.chmodSync(path, mode & 0o700)
  }
}

/** Atomic, and on the disk when it returns: both names are in one folder. */
export function renameSynced(from: string, to: string): void {
  fs.renameSync(from, to)
  syncFolder(dirname(to))
}

/** There is hardly anything left, and PostgreSQL needs a little even to begin. */
export function isFull(folder: string): boolean {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize < 1024 * 1024
}

/** The folder and all files and folders below it, in no particular order. */
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
