/** The folder of an embedded database: its disk, its rights, and who uses it. */
import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { reasonOf } from '../../core/reason'
import { FolderInUse, lockFolder } from '../../store/drivers/folder-lock'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'
import { checkPages, checkServedPages } from './pages'

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
    ...(existsSync(dir) ? await useOf(dir) : [right('DATA_DIR', `${dir} will be made`)]),
    ...diskOf(type, dir),
    ...roomOf((bavail * bsize) / MB),
  ]
}

/** The folder itself, or the nearest above it that exists. */
const nearestThere = (path: string): string =>
  existsSync(path) ? path : nearestThere(dirname(path))

/** Only where there is a lock already: the doctor leaves nothing behind. */
async function useOf(dir: string): Promise<readonly Diagnosis[]> {
  const mayWrite = `${dir} can be written to`
  if (!existsSync(join(dir, 'lock'))) {
    return [...(await checkPages(dir)), right('DATA_DIR', mayWrite)]
  }
  try {
    const lock = lockFolder(dir)
    try {
      return [...(await checkPages(dir)), right('DATA_DIR', `${mayWrite}, and nobody uses it`)]
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof FolderInUse) {
      const remedy = 'a second server needs another DATA_DIR, or PostgreSQL (DATABASE_URL)'
      const inUse = doubtful('DATA_DIR', `${dir} is in use by a server`, remedy)
      return [inUse, ...(await checkServedPages(dir))]
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
