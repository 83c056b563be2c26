/** Whether tables of an embedded database are damaged [durability.damage]. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../core/reason'
import { type Damage, damageFound } from '../../store/damage'
import { faultOfAbsence } from '../../store/drivers/folder/absent'
import { readControl } from '../../store/drivers/folder/control'
import { scan } from '../../store/drivers/folder/scan'
import { faultIn } from '../../store/drivers/folder/whole'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'
import { damageOfServer } from './served'

const RESTORE = 'restore a backup; paper audit names all that can no longer be read'
const NEVER = new AbortController().signal

/** Looks at all pages of a folder that nobody uses; finds nothing if there is no database yet. */
export async function checkPages(dir: string): Promise<readonly Diagnosis[]> {
  const whole = join(dir, 'postgres')
  try {
    const isThere = existsSync(whole)
    const fault = isThere ? faultIn(whole) : faultOfAbsence(dir)
    if (fault !== null) {
      const remedy = 'wait for the end of a copy or restore into it, or restore a backup'
      return [wrong('DATA_DIR', fault, remedy)]
    }
    if (!isThere) return []
    const damaged = await damageFound(() => scan(whole, 'all'), NEVER)
    if (damaged.length === 0) return [right('pages', 'all tables are as they were written')]
    if (readControl(whole).isClosed) return damaged.map((each) => asWrong(each))
    const remedy = 'start a server, which mends what its log has, and ask again'
    return damaged.map(({ what, how }) => doubtful('pages', `${what} ${how}`, remedy))
  } catch (error) {
    return [wrong('pages', `the folder cannot be read: ${reasonOf(error)}`, RESTORE)]
  }
}

/** What the server that uses the folder has met; nothing if it does not answer. */
export async function checkServedPages(dir: string): Promise<readonly Diagnosis[]> {
  const known = await damageOfServer(dir)
  return (known ?? []).map((each) => asWrong(each))
}

const asWrong = ({ what, how }: Damage): Diagnosis => wrong('pages', `${what} ${how}`, RESTORE)
