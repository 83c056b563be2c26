import { below, oneOf } from '../../support/random'
import { backends, clusterOf } from './backends'
import type { Scene } from './scene'

const TRADES_MS = 500
const AWAY_MS = 3_000

export const postgres = (): Scene => ({
  name: 'postgres',
  what: 'SIGKILL of PostgreSQL’s postmaster or of a backend, and immediate shutdowns; recovery',
  rounds: 20,
  needsCluster: true,
  async round(stage, round) {
    const { random, ground } = stage.world
    const cluster = clusterOf(stage)
    await Bun.sleep(below(random, TRADES_MS))
    if (round % 3 === 2) {
      // The postmaster ends all others, and recovers.
      const pids = await backends(ground)
      if (pids.length > 0) process.kill(oneOf(random, pids), 'SIGKILL')
      return
    }
    await cluster.kill(round % 3 === 0 ? 'SIGKILL' : 'SIGQUIT')
    if (random() < 0.3) await Bun.sleep(below(random, AWAY_MS))
    await cluster.start()
  },
})
