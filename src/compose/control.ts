/** The commands that a server carries out for others, where it has a folder open. */
import { answerAudit, SERVED_AUDIT } from '../cli/audit/served'
import { answerBars, SERVED_BARS } from '../cli/bars/served'
import { SERVED_DAMAGE } from '../cli/doctor/served'
import { SERVED_KEYS } from '../cli/keys/dispatch'
import { NO_CONTROL, openControl } from '../cli/shared/control-socket'
import { servedDeps } from '../cli/shared/served'
import { SERVED_USERS } from '../cli/users/dispatch'
import type { Config } from '../config/config'
import type { Damage } from '../store/damage'
import type { Database } from '../store/database'

/** Where the data is in a folder, only this process can read it, or change its keys and users. */
export function openControlOf(
  database: Database,
  config: Config,
  nowMs: () => number,
  knownDamage: () => readonly Damage[],
  stopping: AbortSignal,
) {
  if (config.database.kind !== 'embedded') return NO_CONTROL
  const deps = servedDeps(database.drizzle, config, nowMs)
  return openControl(config.database.dir, async (args, command) => {
    switch (command) {
      case SERVED_AUDIT:
        return answerAudit(database, stopping)
      case SERVED_DAMAGE:
        return { ok: true, text: JSON.stringify(knownDamage()) }
      case SERVED_BARS:
        return answerBars(database, args)
      default:
        return (command === SERVED_USERS.name ? SERVED_USERS : SERVED_KEYS).answer(deps, args)
    }
  })
}
