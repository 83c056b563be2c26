/** The results as they are written to the JSON file. */
import { type ContestTurns, cpuOf, type Rounds, type SideTurns, type Turn } from './contest'
import { ratiosOf, type Spread, spreadOf } from './statistics'

export interface Setting {
  readonly machine: string
  readonly bun: string
  readonly commit: string
  readonly database: string
}

export interface SideResult {
  readonly name: string
  readonly perSecond: Spread
  /** Processor microseconds of a request, by who spends them. */
  readonly cpuMicros: Readonly<Record<string, Spread>>
  /** Null if its generator does not report it. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** Its very first second, and how long it took until it was steady. */
  readonly cold: Turn
  readonly warmUpSeconds: number
  /** Ours in terms of this side, round by round; null for our own. */
  readonly ours: Comparison | null
}

interface Comparison {
  /** Our requests a second for each one of theirs. */
  readonly rate: Spread
  /** Their processor time for each of ours: 0.5 says that ours takes twice as much. */
  readonly cpu: Spread | null
}

export interface ContestResult {
  readonly name: string
  readonly what: string
  readonly sides: readonly SideResult[]
}

export interface Results extends Setting, Rounds {
  readonly contests: readonly ContestResult[]
}

export const resultsOf = (
  contests: readonly ContestTurns[],
  setting: Setting,
  { rounds, seconds }: Rounds,
): Results => ({ ...setting, rounds, seconds, contests: contests.map(contestResult) })

function contestResult({ name, what, sides }: ContestTurns): ContestResult {
  const [ours] = sides
  return {
    name,
    what,
    sides: sides.map((side) => sideResult(side, side === ours ? undefined : ours)),
  }
}

function sideResult({ turns, ...side }: SideTurns, ours: SideTurns | undefined): SideResult {
  const spenders = Object.keys(turns[0]?.cpuMicros ?? {})
  return {
    ...side,
    perSecond: spreadOf(turns.map(({ perSecond }) => perSecond)),
    cpuMicros: Object.fromEntries(
      spenders.map((who) => [who, spreadOf(turns.map(({ cpuMicros }) => cpuMicros[who] ?? 0))]),
    ),
    p50Ms: medianOf(turns.map(({ p50Ms }) => p50Ms)),
    p99Ms: medianOf(turns.map(({ p99Ms }) => p99Ms)),
    ours: ours === undefined ? null : compared(ours.turns, turns),
  }
}

const medianOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : spreadOf(known).median
}

function compared(ours: readonly Turn[], theirs: readonly Turn[]): Comparison {
  const rates = (turns: readonly Turn[]) => turns.map(({ perSecond }) => perSecond)
  const micros = (turns: readonly Turn[]) => turns.flatMap((turn) => cpuOf(turn) ?? [])
  const isKnown = micros(ours).length > 0 && micros(theirs).length > 0
  return {
    rate: ratiosOf(rates(ours), rates(theirs)),
    cpu: isKnown ? ratiosOf(micros(theirs), micros(ours)) : null,
  }
}
