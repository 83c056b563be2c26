/** One seed from its beginning to its end, and what was found. */
import { findingsIn } from '../support/audited'
import { burst } from './client'
import { type Command, commandsOf } from './commands'
import { prepared } from './database'
import { empty, type Ground } from './grounds'
import { must, Violation } from './oracle/ledger'
import { openWorld, type World } from './world'

export interface Run {
  readonly seed: number
  readonly finding: { readonly kind: string; readonly message: string } | null
  /** Commands that were begun. */
  readonly commands: number
  readonly counts: ReadonlyMap<string, number>
  readonly trace: readonly string[]
  /** The digest of the trace: the same seed makes the same one. */
  readonly digest: string
}

/** Plays the world of the seed, so that its digest is always the same. */
export const simulate = (seed: number, calls: number, ground: Ground): Promise<Run> =>
  play(seed, commandsOf(seed, calls, ground.kind), ground)

/** Takes half the time of `simulate`. The digest depends on the worlds that were played before. */
export const simulateOnce = (seed: number, calls: number, ground: Ground): Promise<Run> =>
  playOnce(seed, commandsOf(seed, calls, ground.kind), ground)

/** Plays the world again if a statement was new to the process, so that the run can be repeated. */
export async function play(
  seed: number,
  commands: readonly Command[],
  ground: Ground,
): Promise<Run> {
  for (;;) {
    const before = prepared.size
    const run = await playOnce(seed, commands, ground)
    if (before === prepared.size || ground.kind === 'postgres') return run
  }
}

async function playOnce(seed: number, commands: readonly Command[], ground: Ground): Promise<Run> {
  await empty(ground)
  let world: World | undefined
  let begun = 0
  let finding: Run['finding'] = null
  try {
    world = await openWorld(seed, ground)
    for (const command of commands) {
      begun++
      world.note(JSON.stringify({ ...command, calls: undefined }))
      await carryOut(world, command)
      forgetPossible(world)
    }
    world.note('heal')
    await world.heal()
    await world.look()
    const [first] = await findingsIn(ground.database)
    must(first === undefined, 'audit', () => JSON.stringify(first))
  } catch (error) {
    const kind = error instanceof Violation ? error.kind : 'thrown'
    finding = { kind, message: error instanceof Violation ? error.message : Bun.inspect(error) }
  } finally {
    await world?.close()
  }
  const trace = world?.trace ?? []
  const digest = new Bun.CryptoHasher('sha256').update(trace.join('\n')).digest('hex')
  return { seed, finding, commands: begun, counts: world?.counts ?? new Map(), trace, digest }
}

async function carryOut(world: World, command: Command): Promise<void> {
  await world.begin(command)
  switch (command.type) {
    case 'burst':
      return burst(world, command.calls)
    case 'pass':
      await pass(world, command.ms)
      return world.look()
    case 'leap':
      await world.leap(command.beforeMs)
      return world.look()
    case 'crash':
      world.running(command.process).endAfter(command.after)
      return
  }
}

/** A clock that stands still moves by nothing but a call. */
async function pass(world: World, ms: number): Promise<void> {
  const { speed, marketNowMs } = world
  await world.pass(ms)
  const stood = speed === 0 && world.speed === 0
  const isSo = !stood || world.marketNowMs === marketNowMs
  must(isSo, 'clock', () => `the clock went from ${marketNowMs} to ${world.marketNowMs} by itself`)
}

/** What was possible in a step is over: from here on, what the database says is so. */
function forgetPossible({ possible }: World): void {
  for (const set of [...possible.tradable.values(), ...possible.locked.values(), possible.halted]) {
    const last = [...set].at(-1)
    set.clear()
    if (last !== undefined) set.add(last)
  }
  for (const reset of possible.resets) if (reset.isOver) possible.resets.delete(reset)
}
