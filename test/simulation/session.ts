/** Plays one world after the other, and reports what is found. */
import { monotonicNowMs } from '../../src/market/clock'
import { type Command, commandsOf, type Kind } from './commands'
import { type Ground, memory, postgres } from './grounds'
import { play, type Run } from './run'
import { shrink, sizeOf } from './shrink'

export interface Asked {
  readonly first: number
  readonly seeds: number
  /** What the clients of one world ask for. */
  readonly calls: number
  readonly kind: Kind
  readonly trace: boolean
  /** Ends with the first finding. */
  readonly untilFound: boolean
  /** Runs for making the commands of a finding fewer. */
  readonly shrinkRuns: number
  readonly say: (line: string) => void
}

export interface Finding {
  readonly seed: number
  readonly kind: string
  readonly message: string
  /** The fewest that lead to it. */
  readonly commands: number
}

export interface Session {
  readonly findings: readonly Finding[]
  readonly seeds: number
  readonly seconds: number
  /** How often what happened, over all worlds. */
  readonly figures: Readonly<Record<string, number>>
}

/** One world, and what there is to report of it. */
export interface Played {
  readonly counts: Readonly<Record<string, number>>
  readonly finding: Finding | null
  readonly told: readonly string[]
}

const SHOWN_EVERY_MS = 10_000

/** In this process. */
export async function* playedHere(asked: Asked): AsyncGenerator<Played> {
  const { first, seeds, calls, kind } = asked
  const ground = await (kind === 'memory' ? memory() : postgres())
  try {
    for (let seed = first; seed < first + seeds; seed++) {
      const commands = commandsOf(seed, calls, kind)
      const run = await play(seed, commands, ground)
      const told = asked.trace ? [...run.trace] : []
      const saying = { ...asked, say: (line: string): void => void told.push(line) }
      const finding = run.finding === null ? null : await tell(run, commands, saying, ground)
      yield { counts: Object.fromEntries(run.counts), finding, told }
    }
  } finally {
    await ground.close()
  }
}

export async function playAll(
  asked: Asked,
  worlds: AsyncIterable<Played> = playedHere(asked),
): Promise<Session> {
  const { seeds, say } = asked
  const counts = new Map<string, number>()
  const findings: Finding[] = []
  const beganMs = monotonicNowMs()
  let shownMs = beganMs
  let played = 0
  for await (const world of worlds) {
    played++
    for (const [what, count] of Object.entries(world.counts)) {
      counts.set(what, (counts.get(what) ?? 0) + count)
    }
    for (const line of world.told) say(line)
    if (world.finding !== null) findings.push(world.finding)
    if (world.finding !== null && asked.untilFound) break
    const nowMs = monotonicNowMs()
    if (nowMs - shownMs < SHOWN_EVERY_MS) continue
    shownMs = nowMs
    say(progress(played, seeds, counts, nowMs - beganMs))
  }
  const tookMs = monotonicNowMs() - beganMs
  say(progress(played, seeds, counts, tookMs))
  const seconds = Math.round(tookMs / 1_000)
  return { findings, seeds: played, seconds, figures: Object.fromEntries([...counts].sort()) }
}

function progress(
  done: number,
  of: number,
  counts: ReadonlyMap<string, number>,
  tookMs: number,
): string {
  const requests = counts.get('requests') ?? 0
  const aSecond = Math.round((requests / tookMs) * 1_000)
  const fills = counts.get('fills') ?? 0
  return `${done} of ${of} seeds, ${requests} requests, ${aSecond} a second, ${fills} fills`
}

async function tell(
  run: Run,
  all: readonly Command[],
  asked: Asked,
  ground: Ground,
): Promise<Finding> {
  const { say, calls, shrinkRuns } = asked
  const { seed, finding } = run
  if (finding === null) throw new Error('it has a finding')
  say(`seed ${seed}: ${finding.kind} at command ${run.commands}: ${finding.message}`)
  const played = all.slice(0, run.commands)
  const fails = async (fewer: readonly Command[]): Promise<boolean> => {
    const again = await play(seed, fewer, ground)
    return again.finding?.kind === finding.kind
  }
  const { commands } = await shrink(played, fails, shrinkRuns)
  say(`the fewest commands that lead to it, ${sizeOf(commands)} of ${sizeOf(played)}:`)
  for (const command of commands) say(`  ${JSON.stringify(command)}`)
  const last = await play(seed, commands, ground)
  say(`what they do: ${last.finding?.message ?? 'nothing'}`)
  for (const line of last.trace) say(`  ${line}`)
  const on = asked.kind === 'memory' ? '' : ' --postgres'
  say(`bun run simulate --seed ${seed} --commands ${calls}${on} --trace`)
  return { seed, ...finding, commands: sizeOf(commands) }
}
