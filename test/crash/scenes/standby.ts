import { below } from '../../support/random'
import { clusterOf } from './backends'
import type { Scene } from './scene'

const TRADES_MS = 1_500

export const standby = (): Scene => ({
  name: 'standby',
  what: 'SIGKILL of the primary, and promotion of the standby (synchronous_commit=remote_apply)',
  rounds: 4,
  needsCluster: true,
  async round(stage) {
    const { world } = stage
    const primary = clusterOf(stage)
    const follower = await primary.followed()
    await Bun.sleep(below(world.random, TRADES_MS))
    await primary.kill('SIGKILL')
    world.wire.cut()
    await follower.promote()
    stage.lead(follower)
    await primary.remove()
  },
})
