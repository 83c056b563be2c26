/** A disk of its own for a test, so small that it can be filled: a tmpfs. Only root mounts one. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { aFolder } from './folders'

export interface SmallDisk {
  readonly folder: string
  /** To the last byte, by a file that has nothing to do with the server. */
  fill(): void
  /** Takes that file away again. */
  free(): void
  remove(): void
}

const run = (...command: string[]): boolean =>
  Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0

export async function smallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = await aFolder()
  if (!mount(folder, mebibytes)) throw new Error('Only root can mount a disk.')
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (const size of [65_536, 512]) writeUntilFull(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
    remove: () => void run('umount', '--lazy', folder),
  }
}

const mount = (folder: string, mebibytes: number): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder)

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch {
    // It is full.
  }
}

/** Why there is none here; null: there is. */
export async function withoutSmallDisk(): Promise<string | null> {
  const folder = await aFolder()
  if (!mount(folder, 1)) return 'no disk can be mounted here'
  run('umount', '--lazy', folder)
  return null
}
