import { below } from '../../support/random'
import { tellBackends } from './backends'
import type { Scene } from './scene'

const TRADES_MS = 300
const TIMES = 25
const PAUSE_MS_MAX = 40
const LASTS_MS = 700

/** Each of new sessions, so all sessions end for it. */
const SETTINGS = ['statement_timeout to 1', 'default_transaction_read_only to on'] as const

export const cancelled = (): Scene => ({
  name: 'cancelled',
  what: 'statements cancelled, sessions terminated, 1 ms for each statement, a read-only database',
  rounds: 20,
  async round({ world }, round) {
    const { ground, random } = world
    await Bun.sleep(below(random, TRADES_MS))
    if (round % 4 < 2) {
      const call = round % 4 === 0 ? 'pg_cancel_backend' : 'pg_terminate_backend'
      for (let times = 0; times < TIMES; times++) {
        await tellBackends(ground, call, 'at work')
        await Bun.sleep(below(random, PAUSE_MS_MAX))
      }
      return
    }
    const name = new URL(ground.url()).pathname.slice(1)
    const setting = SETTINGS[(round % 4) - 2]
    await ground.ask(`alter database ${name} set ${setting}`)
    await tellBackends(ground, 'pg_terminate_backend', 'all')
    await Bun.sleep(LASTS_MS)
    await ground.ask(`alter database ${name} reset all`)
    await tellBackends(ground, 'pg_terminate_backend', 'all')
  },
})
