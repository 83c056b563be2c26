import { below } from '../../support/random'
import { FILLS, WAITS } from '../trader'
import type { Direction, Fault } from '../wire'
import type { Scene, Stage } from './scene'

/** A stall costs the seconds of a request's deadline, so they are few. */
const STALL_EVERY = 40

type Part = Omit<Fault, 'afterBytes' | 'how'> & { readonly what: string; readonly bytes: number }

/** What is said at an order's commit, at that of its fill, and on a new connection. */
async function recorded({ world }: Stage): Promise<readonly Part[]> {
  const { wire } = world
  const [trader] = world.traders
  const orderSession = wire.record(0)
  await trader?.place(WAITS)
  const order = await orderSession
  const fillSession = wire.record(1)
  await trader?.place(FILLS)
  const fill = await fillSession
  const connectionSession = wire.recordConnection()
  wire.cut()
  await world.recovered()
  const connection = await connectionSession
  const directions = ['sent', 'answered'] as const satisfies readonly Direction[]
  return directions.flatMap((direction): readonly Part[] => [
    ...[
      { what: 'an order', begins: 'a commit' as const, skip: 0, bytes: order[direction] },
      { what: 'a fill', begins: 'a commit' as const, skip: 1, bytes: fill[direction] },
      {
        what: 'a connection',
        begins: 'a connection' as const,
        skip: 0,
        bytes: connection[direction],
      },
    ].map((part) => ({ ...part, direction })),
  ])
}

/** So many of all bytes, evenly, beginning somewhere. */
function chosen(all: readonly Part[], count: number, offset: number): readonly Fault[] {
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const step = Math.max(1, total / count)
  return Array.from({ length: Math.min(count, total) }, (_, index): Fault => {
    let at = Math.floor(offset * step + index * step) % total
    const part = all.find(({ bytes }) => {
      if (at < bytes) return true
      at -= bytes
      return false
    })
    if (part === undefined) throw new Error('beyond all bytes')
    const { begins, skip, direction } = part
    const cutsOrErrs = direction === 'answered' && index % 2 === 1 ? 'err' : 'cut'
    const how = index % STALL_EVERY === STALL_EVERY - 1 ? 'stall' : cutsOrErrs
    return { begins, skip, direction, afterBytes: at, how }
  })
}

export function bytes(): Scene {
  let faults: readonly Fault[] = []
  let strikes = 0
  return {
    name: 'bytes',
    what: 'an order’s, a fill’s or a new connection cut, ended or stalled after any byte',
    rounds: 600,
    alone: true,
    async begin(stage, rounds) {
      const parts = await recorded(stage)
      for (const { what, direction, bytes: count } of parts) {
        stage.say(`  ${what}: ${count} bytes ${direction}`)
      }
      faults = chosen(parts, rounds, stage.world.random())
    },
    async round({ world, say }, round) {
      const fault = faults[round]
      const [trader] = world.traders
      if (fault === undefined || trader === undefined) return
      const struck = Promise.withResolvers<void>()
      world.wire.arm(fault, () => {
        strikes++
        struck.resolve()
      })
      if (fault.begins === 'a connection') world.wire.cut()
      await trader.place(fault.skip === 1 ? FILLS : WAITS)
      // The tick comes by itself; a session that is shorter than the recorded one is not struck.
      await Promise.race([struck.promise, Bun.sleep(fault.skip === 1 ? 400 : 50)])
      world.wire.disarm()
      if (round === faults.length - 1) say(`  ${strikes} of ${faults.length} struck`)
      if (below(world.random, 10) === 0) await trader.place(WAITS)
    },
  }
}
