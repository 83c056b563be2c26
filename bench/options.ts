/** What the command line asks for. */
import { parseArgs } from 'node:util'
import type { Rounds } from './contest'
import { SUITES, type SuiteName } from './suites'

export interface Options extends Rounds {
  readonly suites: readonly SuiteName[]
  readonly json: boolean
  /** The folder for a JSON file and a picture; null for neither. */
  readonly out: string | null
}

const NAMES = Object.keys(SUITES)

export const USAGE = `usage: bun run bench [SUITE …] [OPTION …]

  SUITE          ${NAMES.join(', ')}; all of them unless named
  --rounds N     how often the sides take turns; the median counts (3)
  --seconds N    how long each side is measured in a round (3)
  --json         the results as JSON on standard output, the progress on standard error
  --out FOLDER   also writes results.json and results.svg there

It starts a PostgreSQL of its own, with PostgreSQL's default settings. BENCH_DATABASE_URL names
another server instead; two databases are made there and dropped afterwards.`

/** Throws with the usage's words when a flag is unknown or no number. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    suites: suitesOf(positionals),
    rounds: countOf('--rounds', values.rounds),
    seconds: countOf('--seconds', values.seconds),
    json: values.json,
    out: values.out ?? null,
  }
}

function suitesOf(named: readonly string[]): readonly SuiteName[] {
  const unknown = named.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${NAMES.join(', ')}`)
  // safe: the keys of SUITES.
  const all = NAMES as readonly SuiteName[]
  return named.length === 0 ? all : all.filter((name) => named.includes(name))
}

function countOf(flag: string, text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Error(`${flag} takes a number from 1 to 999`)
  return Number(text)
}
