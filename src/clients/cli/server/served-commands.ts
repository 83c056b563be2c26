/** The commands that a running server carries out for its folder's owner [key.running-server]. */

import type { ServeCommands } from '../../../server/compose/control'
import { answerAudit, SERVED_AUDIT } from '../audit/served'
import { answerBars, SERVED_BARS } from '../bars/served'
import { SERVED_DAMAGE } from '../doctor/checks'
import { SERVED_KEYS } from '../keys/command'
import { servedDeps } from '../shared/served'
import { SERVED_USERS } from '../users/command'

export const serveCommands: ServeCommands = ({ database, config, wallNowMs, damage, stopping }) => {
  const deps = servedDeps(database.drizzle, config, wallNowMs)
  return async (args, command) => {
    switch (command) {
      case SERVED_AUDIT:
        return answerAudit(database, stopping)
      case SERVED_DAMAGE:
        return { ok: true, text: JSON.stringify(damage.known()) }
      case SERVED_BARS:
        return answerBars(database, args)
      case SERVED_USERS.name:
        return SERVED_USERS.answer(deps, args)
      case SERVED_KEYS.name:
        return SERVED_KEYS.answer(deps, args)
      default:
        return { ok: false, text: `The server has no command ${command}.` }
    }
  }
}
