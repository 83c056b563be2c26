/** Plays a scene on a world, and reports what was done and found. */
import { median } from '../../bench/statistics'
import { monotonicNowMs } from '../../src/market/clock'
import type { Tally } from './journal'
import type { Scene, Stage } from './scenes/scene'

export interface Played {
  readonly scene: string
  readonly what: string
  readonly rounds: number
  readonly seconds: number
  readonly tally: Tally
  /** From a fault's end to the next order that was taken. */
  readonly recoveryMs: { readonly median: number; readonly longest: number }
  readonly findings: readonly string[]
}

/** So many rounds are traded through before the traders rest and all is compared. */
const JUDGED_EVERY = 10
/** A request may take 5 s; what is slower than that has failed more than one. */
const SLOW_MS = 6_000

export async function play(scene: Scene, stage: Stage, rounds: number): Promise<Played> {
  const { world, say } = stage
  const { journal } = world
  const fromMs = monotonicNowMs()
  const before: Tally = { ...journal.tally }
  const findingsBefore = journal.findings.length
  const recoveries: number[] = []
  say(`${scene.name}: ${scene.what}`)
  await scene.begin?.(stage, rounds)
  let told = findingsBefore
  for (let round = 0; round < rounds; round++) {
    if (!scene.alone) world.trade()
    await scene.round(stage, round)
    if (!scene.alone) {
      const ms = await world.recovered()
      recoveries.push(ms)
      if (ms > SLOW_MS)
        say(`  round ${round}: ${(ms / 1_000).toFixed(1)} s until an order was taken`)
    }
    const isLast = round === rounds - 1
    const every = scene.alone ? rounds : JUDGED_EVERY
    if (!isLast && (round + 1) % every !== 0) continue
    if (isLast) await scene.end?.(stage)
    await world.judged()
    const found = journal.findings.slice(told)
    told = journal.findings.length
    const count = found.length === 0 ? 'nothing' : String(found.length)
    say(`  ${round + 1} of ${rounds}: ${journal.tally.placed} orders, ${count} found`)
    for (const line of found) say(`  FOUND ${line}`)
  }
  return {
    scene: scene.name,
    what: scene.what,
    rounds,
    seconds: (monotonicNowMs() - fromMs) / 1_000,
    tally: difference(journal.tally, before),
    recoveryMs: {
      median: recoveries.length === 0 ? 0 : median(recoveries),
      longest: Math.max(0, ...recoveries),
    },
    findings: journal.findings.slice(findingsBefore),
  }
}

function difference(after: Tally, before: Tally): Tally {
  const result = { ...after }
  for (const [name, count] of Object.entries(before)) {
    if (isField(result, name)) result[name] -= count
  }
  return result
}

const isField = (tally: Tally, name: string): name is keyof Tally => Object.hasOwn(tally, name)
