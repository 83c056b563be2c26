/** The folder of an embedded database: its disk, its rights, and who uses it. */
import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { reasonOf } from '../../core/reason'
import { faultOfEntries } from '../../store/drivers/folder/whole'
import { FolderInUse, lockFolder } from '../../store/drivers/folder-lock'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'

/** By the type that statfs(2) tells. */
const NETWORK_DISKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p, a disk of the host'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
])
const MB = 1024 * 1024
/** A new database has 40 MB; on a full disk every order is refused. */
const FREE_MB_MIN = 100
const FREE_MB_GOOD = 1_024

export async function checkFolder(dir: string): Promise<readonly Diagnosis[]> {
  const there = nearestThere(resolve(dir))
  const mayWrite = await access(there, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  if (mayWrite !== null) {
    const remedy = 'give yourself the right to write there, or choose another DATA_DIR'
    return [wrong('DATA_DIR', `${there} cannot be written to: ${mayWrite}`, remedy)]
  }
  const { type, bavail, bsize } = await statfs(there)
  return [
    ...wholeness(dir),
    ...(existsSync(dir) ? await useOf(dir) : [right('DATA_DIR', `${dir} will be made`)]),
    ...diskOf(type, dir),
    ...roomOf((bavail * bsize) / MB),
  ]
}

/** Finds nothing if there is no database yet, or if it is whole. */
function wholeness(dir: string): readonly Diagnosis[] {
  const whole = join(dir, 'postgres')
  const fault = existsSync(whole) ? faultOfEntries(whole) : null
  if (fault === null) return []
  const remedy = 'wait for the end of a copy or restore into it, or restore a backup'
  return [wrong('DATA_DIR', fault, remedy)]
}

/** The folder itself, or the nearest above it that exists. */
const nearestThere = (path: string): string =>
  existsSync(path) ? path : nearestThere(dirname(path))

/** Only where there is a lock already: the doctor leaves nothing behind. */
async function useOf(dir: string): Promise<readonly Diagnosis[]> {
  if (!existsSync(join(dir, 'lock'))) return [right('DATA_DIR', `${dir} can be written to`)]
  try {
    lockFolder(dir).release()
    return [right('DATA_DIR', `${dir} can be written to, and nobody uses it`)]
  } catch (error) {
    if (error instanceof FolderInUse) {
      const remedy = 'a second server needs another DATA_DIR, or PostgreSQL (DATABASE_URL)'
      return [doubtful('DATA_DIR', `${dir} is in use by a server`, remedy)]
    }
    const remedy = 'give yourself the folder: chown -R'
    return [wrong('DATA_DIR', `${dir} cannot be locked: ${reasonOf(error)}`, remedy)]
  }
}

export function diskOf(type: number, dir: string): readonly Diagnosis[] {
  // Node tells it as a signed number on some systems.
  const network = NETWORK_DISKS.get(type >>> 0)
  if (network === undefined) return []
  const remedy = 'put it on a disk of this machine, or use PostgreSQL (DATABASE_URL)'
  return [doubtful('disk', `${dir} is on ${network}: locks and syncs may not hold`, remedy)]
}

export function roomOf(freeMb: number): readonly Diagnosis[] {
  const free = `${Math.floor(freeMb).toLocaleString('en-US')} MB free`
  const remedy = 'make room: on a full disk every order is refused'
  if (freeMb < FREE_MB_MIN) return [wrong('disk', free, remedy)]
  return [freeMb < FREE_MB_GOOD ? doubtful('disk', free, remedy) : right('disk', free)]
}
