import { below } from '../../support/random'
import type { Scene } from './scene'

const TRADES_MS = 400
const LASTS_MS = 2_500
const DELAY_MS_MAX = 150

const KINDS = ['cut', 'silent', 'stalled', 'refused', 'slow', 'flaps'] as const

export const network = (): Scene => ({
  name: 'network',
  what: 'connections to PostgreSQL cut, silent, stalled, refused, late, and cut again and again',
  rounds: 24,
  async round({ world }, round) {
    const { wire, random } = world
    await Bun.sleep(below(random, TRADES_MS))
    const lastsMs = 200 + below(random, LASTS_MS)
    switch (KINDS[round % KINDS.length]) {
      case 'cut':
        wire.cut()
        break
      case 'silent':
        wire.silence()
        break
      case 'stalled':
        wire.stall()
        // Now and then longer than any request may take.
        await Bun.sleep(random() < 0.3 ? 3 * LASTS_MS : lastsMs)
        wire.heal()
        break
      case 'refused':
        wire.refuse()
        wire.cut()
        await Bun.sleep(lastsMs)
        wire.heal()
        break
      case 'slow':
        wire.delay(1 + below(random, DELAY_MS_MAX))
        await Bun.sleep(lastsMs)
        wire.heal()
        break
      default:
        for (let cuts = 0; cuts < 20; cuts++) {
          wire.cut()
          await Bun.sleep(below(random, 60))
        }
    }
  },
})
