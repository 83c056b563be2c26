import { below } from '../../support/random'
import type { Server } from '../world'
import type { Scene } from './scene'

const STARTS_MS = 1_200
const TRADES_MS = 700
/** The number of rounds in ten with a second server; the other one goes on. */
const WITH_SECOND = 2

export function kills(): Scene {
  let second: Server | null = null
  return {
    name: 'kills',
    what: 'SIGKILL of a server, also while it starts, also of one of two',
    rounds: 100,
    async round({ world }, round) {
      const { random, server } = world
      if (round % 10 === 10 - WITH_SECOND) second = await world.addServer()
      await Bun.sleep(below(random, TRADES_MS))
      const killed = second !== null && random() < 0.5 ? second : server
      await killed.kill()
      if (random() < 0.2) {
        killed.spawn()
        await Bun.sleep(below(random, STARTS_MS))
        await killed.kill()
      }
      await killed.start()
      if (round % 10 === 9 && second !== null) {
        await world.dropServer(second)
        second = null
      }
    },
    async end({ world }) {
      if (second !== null) await world.dropServer(second)
      second = null
    },
  }
}
