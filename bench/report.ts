/** The results in words and in a table. */
import { whole } from './contest'
import type { Results, SideResult } from './results'
import type { Spread } from './statistics'

const HEAD = ['', 'a second', 'µs of processor', 'p50', 'p99', 'cold → steady', 'ours: rate', 'µs']

export function report(results: Results): string {
  const { machine, bun, database, commit, rounds, seconds, contests } = results
  const rows = contests.flatMap(({ name, sides }) => [[name], ...sides.map((side) => rowOf(side))])
  const notes = contests.map(({ name, what }) => `${name}: ${what}.`)
  return `
machine    ${machine}
software   Bun ${bun}, ${database}
commit     ${commit}
figures    medians of ${rounds} rounds of ${seconds} s, with the lowest and the highest; the sides
           take turns in an order that is reversed in every other round, once each is steady; the
           generators run on the same machine. Ratios are medians of the rounds' own: of our rate
           to theirs, and of their processor time to ours (both: higher is better for us)

${aligned([HEAD, ...rows])}

${notes.join('\n')}`
}

function rowOf({ name, perSecond, cpuMicros, p50Ms, p99Ms, ...side }: SideResult): string[] {
  const micros = Object.entries(cpuMicros).map(([who, spread]) => `${range(spread, 1)} ${who}`)
  const ms = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)} ms`)
  return [
    `  ${name}`,
    range(perSecond, 0),
    micros.join(' + '),
    ms(p50Ms),
    ms(p99Ms),
    `${whole(side.cold.perSecond)}/s, ${side.warmUpSeconds} s`,
    side.ours === null ? '' : range(side.ours.rate, 2),
    side.ours?.cpu ? range(side.ours.cpu, 2) : '',
  ]
}

function range({ median, min, max }: Spread, places: number): string {
  const [middle, low, high] = [median, min, max].map((value) =>
    value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places }),
  )
  return low === high ? `${middle}` : `${middle} (${low}–${high})`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 1).map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
