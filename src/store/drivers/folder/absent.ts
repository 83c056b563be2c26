/**
 * Whether a folder that lacks its database has had one: a restore writes the entries one after the
 * other, so what stands beside `postgres` may come first [durability.whole].
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** rsync's name for `lock` until all of it is there. */
const UNFINISHED_LOCK = /^\.lock\.\w{6}$/

/** Why a new database may not be made in the folder, with what to do, on one line; null: it may. */
export function faultOfAbsence(folder: string): string | null {
  const sign = namesIn(folder).find((name) => isSign(folder, name))
  if (sign === undefined) return null
  return (
    `postgres is missing, though the file ${sign} says that it was there. A copy or restore into ` +
    'the folder is still under way, or the database was taken away: wait for its end, or restore ' +
    'a backup. To begin anew, empty the folder or choose another. Nothing was changed.'
  )
}

/** Returns none if the folder is missing or is something else: making it says why. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** What a server writes only when it has a database: a first start that is killed leaves none. */
function isSign(folder: string, name: string): boolean {
  if (name === 'lock')
    return (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0
  return name === 'control.sock' || UNFINISHED_LOCK.test(name)
}
