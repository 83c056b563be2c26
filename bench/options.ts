/** What the command line asks for. */
import { parseArgs } from 'node:util'

export interface Options {
  readonly rounds: number
  /** Measured seconds of each side in each round. */
  readonly seconds: number
  readonly json: boolean
}

export const USAGE = `usage: bun run bench [--rounds N] [--seconds N] [--json]

  --rounds N     how often the sides take turns; the median counts (5)
  --seconds N    how long each side is measured in a round (4)
  --json         the results as JSON on standard output, the progress on standard error

It starts a PostgreSQL of its own, with PostgreSQL's default settings. BENCH_DATABASE_URL names
another server instead; two databases are made there and dropped afterwards.`

/** Throws with the usage's words when a flag is unknown or no number. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    rounds: countOf('--rounds', values.rounds),
    seconds: countOf('--seconds', values.seconds),
    json: values.json,
  }
}

function countOf(flag: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Error(`${flag} takes a number from 1 to 999`)
  return Number(text)
}
