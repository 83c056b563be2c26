/**
 * Sides that do the same work in turns, so that what else the machine does meets all of them alike.
 * Each is warmed up until it is steady, the order is reversed in every other round, and the
 * database writes out what one side has left before the next one begins.
 */

/** One side, one time. */
export interface Turn {
  /** Requests answered in a second. */
  readonly perSecond: number
  /** All that were answered, those before the measured seconds included. */
  readonly answered: number
  /** Null if the generator does not report it. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** Processor microseconds of a request, by process; empty if no process can be measured. */
  readonly cpuMicros: Readonly<Record<string, number>>
}

export interface Side {
  readonly name: string
  /**
   * If it is omitted, the side is used until its rate is steady. A `warm` side is compiled already,
   * so one second is enough. A `young` one does so much for a request that it is compiled for 10
   * to 20 s, and looks steady before.
   */
  readonly age?: 'warm' | 'young'
  /** Works for so many seconds. Throws if an answer was wrong: the rate would mean nothing. */
  run(seconds: number): Promise<Turn>
}

export interface Contest {
  /** One word or two, unique among all contests. */
  readonly name: string
  /** In words: what one request is. */
  readonly what: string
  /** Ours first; it is compared with each of the others. */
  readonly sides: readonly [Side, ...Side[]]
  /** Writes out what a side has left, so that it is not the next one's burden. */
  readonly settle?: () => Promise<void>
}

export interface SideTurns {
  readonly name: string
  /** Its very first second. */
  readonly cold: Turn
  /** How long it took until it was steady. */
  readonly warmUpSeconds: number
  /** One for each round. */
  readonly turns: readonly Turn[]
}

export interface ContestTurns {
  readonly name: string
  readonly what: string
  /** As in the contest. */
  readonly sides: readonly SideTurns[]
}

export interface Rounds {
  readonly rounds: number
  /** Measured seconds of each side in each round. */
  readonly seconds: number
}

export type Progress = (line: string) => void

const SLICES_MAX = { young: 20, other: 6 } as const
const YOUNG_SLICES_MIN = 12
/** As many seconds in a row … */
const STEADY_SLICES = 3
/** … that differ by no more than this. */
const STEADY_WITHIN = 1.1

/** Returns the sides in the order of the round, which is reversed in every other one. */
export const inTurn = <Side>(sides: readonly Side[], round: number): readonly Side[] =>
  round % 2 === 1 ? sides : sides.toReversed()

export async function play(
  { name, what, sides, settle }: Contest,
  { rounds, seconds }: Rounds,
  say: Progress,
): Promise<ContestTurns> {
  const played: { side: Side; cold: Turn; warmUpSeconds: number; turns: Turn[] }[] = []
  for (const side of sides) {
    const slices = await warmUp(side)
    const [cold] = slices
    const last = slices.at(-1)
    if (cold === undefined || last === undefined) throw new Error(`${side.name} did nothing`)
    say(`${name}: ${side.name} cold ${textOf(cold)}, after ${slices.length} s ${textOf(last)}`)
    played.push({ side, cold, warmUpSeconds: slices.length, turns: [] })
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { side, turns } of inTurn(played, round)) {
      await settle?.()
      turns.push(await side.run(seconds))
    }
    const lines = played.map(({ side, turns }) => `${side.name} ${textOf(turns.at(-1))}`)
    say(`${name} ${round}/${rounds}: ${lines.join(', ')}`)
  }
  return {
    name,
    what,
    sides: played.map(({ side, ...measured }) => ({ ...measured, name: side.name })),
  }
}

/** Seconds, one after the other, until it is steady or has had its time. */
async function warmUp(side: Side): Promise<readonly Turn[]> {
  const slices: Turn[] = []
  const isYoung = side.age === 'young'
  const least = isYoung ? YOUNG_SLICES_MIN : 1
  const most = side.age === 'warm' ? 1 : SLICES_MAX[isYoung ? 'young' : 'other']
  do slices.push(await side.run(1))
  while (slices.length < least || (slices.length < most && !isSteady(slices)))
  return slices
}

/** Compares processor time, which other work on the machine hardly changes; or else the rate. */
function isSteady(slices: readonly Turn[]): boolean {
  if (slices.length < STEADY_SLICES) return false
  const last = slices.slice(-STEADY_SLICES).map((turn) => cpuOf(turn) ?? turn.perSecond)
  return Math.max(...last) <= Math.min(...last) * STEADY_WITHIN
}

/** The processor time of all processes; undefined if none could be measured. */
export function cpuOf({ cpuMicros }: Turn): number | undefined {
  const spent = Object.values(cpuMicros)
  return spent.length === 0 ? undefined : spent.reduce((sum, micros) => sum + micros, 0)
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

function textOf(turn: Turn | undefined): string {
  if (turn === undefined) return ''
  const micros = cpuOf(turn)
  return `${whole(turn.perSecond)}/s${micros === undefined ? '' : ` (${micros.toFixed(1)} µs)`}`
}
