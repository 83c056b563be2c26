/** The commands that a server carries out for others, where it has a folder open. */
import { answerAudit, SERVED_AUDIT } from '../cli/audit/served'
import { answerBars, SERVED_BARS } from '../cli/bars/served'
import { SERVED_DAMAGE } from '../cli/doctor/served'
import { SERVED_KEYS } from '../cli/keys/dispatch'
import { NO_CONTROL, openControl } from '../cli/shared/control-socket'
import { servedDeps } from '../cli/shared/served'
import { SERVED_USERS } from '../cli/users/dispatch'
import type { Parts } from './app-deps'
import type { DamageWatch } from './damage'

interface ControlParts extends Pick<Parts, 'database' | 'config' | 'market'> {
  readonly damage: DamageWatch
  readonly stopping: AbortSignal
}

/** Where the data is in a folder, only this process can read it, or change its keys and users. */
export function openControlOf({ database, config, market, damage, stopping }: ControlParts) {
  if (config.database.kind !== 'embedded') return NO_CONTROL
  const deps = servedDeps(database.drizzle, config, market.wall.nowMs)
  return openControl(config.database.dir, async (args, command) => {
    switch (command) {
      case SERVED_AUDIT:
        return answerAudit(database, stopping)
      case SERVED_DAMAGE:
        return { ok: true, text: JSON.stringify(damage.known()) }
      case SERVED_BARS:
        return answerBars(database, args)
      default:
        return (command === SERVED_USERS.name ? SERVED_USERS : SERVED_KEYS).answer(deps, args)
    }
  })
}
