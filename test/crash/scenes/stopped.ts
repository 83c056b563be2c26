import { below, oneOf } from '../../support/random'
import type { Server } from '../world'
import { backends } from './backends'
import type { Scene, Stage } from './scene'

const TRADES_MS = 400
const SHORT_MS = 1_500
/** Longer than the matcher’s lease, and than any request may take. */
const LONG_MS = 7_000

async function stopServer({ world }: Stage, server: Server, forMs: number): Promise<void> {
  server.process().signal('SIGSTOP')
  await Bun.sleep(forMs)
  server.process().signal('SIGCONT')
  // What stood still is over once it is asked again.
  await world.recovered()
}

async function stopBackends({ world }: Stage, count: number, forMs: number): Promise<void> {
  const pids = (await backends(world.ground)).slice(0, count)
  const each = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  each('SIGSTOP')
  await Bun.sleep(forMs)
  each('SIGCONT')
}

export function stopped(): Scene {
  let second: Server | null = null
  return {
    name: 'stopped',
    what: 'SIGSTOP and SIGCONT of a server, of one of two, of a backend, and of all backends',
    rounds: 12,
    needsCluster: true,
    async round(stage, round) {
      const { world } = stage
      const { random } = world
      await Bun.sleep(below(random, TRADES_MS))
      const forMs = round % 8 < 4 ? 200 + below(random, SHORT_MS) : LONG_MS
      switch (round % 4) {
        case 0:
          return stopServer(stage, world.server, forMs)
        case 1:
          second = await world.addServer()
          await stopServer(stage, oneOf(random, world.servers), forMs)
          await world.dropServer(second)
          second = null
          return
        case 2:
          return stopBackends(stage, 1, forMs)
        default:
          return stopBackends(stage, 100, forMs)
      }
    },
    async end({ world }) {
      if (second !== null) await world.dropServer(second)
      second = null
    },
  }
}
