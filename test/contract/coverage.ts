/** `bun run contract`: which rows of the contract no test names. Ends with 1 if there are any. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROWS, type Row } from './rows'

/** The ids at the beginning of a title: `[order.quantity] [d4.quantity] …` */
const TITLE = /['"`]((?:\[[\w.-]+\] )+)/g

export const idsIn = (source: string): readonly string[] =>
  [...source.matchAll(TITLE)].flatMap(([, ids = '']) => ids.trim().slice(1, -1).split('] ['))

export interface Coverage {
  readonly covered: number
  readonly untested: readonly Row[]
  /** Ids in titles that no row has. */
  readonly unknown: readonly string[]
}

export function coverage(sources: readonly string[]): Coverage {
  const named = new Set(sources.flatMap(idsIn))
  const untested = ROWS.filter(([id]) => !named.has(id))
  const known = new Set(ROWS.map(([id]) => id))
  return {
    covered: ROWS.length - untested.length,
    untested,
    unknown: [...named].filter((id) => !known.has(id)),
  }
}

export const contractTests = (): readonly string[] =>
  readdirSync(import.meta.dir)
    .filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')
    .map((name) => readFileSync(join(import.meta.dir, name), 'utf8'))

const HELP = `\
Lists the rows of the contract that no test names, and tests that name none. Its exit status is 1
when there are any.

  bun run contract`

function list(): void {
  const { covered, untested, unknown } = coverage(contractTests())
  const lines = [
    ...untested.map(([id, where, text]) => `no test: [${id}] ${where}: ${text}`),
    ...unknown.map((id) => `no row: [${id}]`),
    `${covered} of ${ROWS.length} rows have a test`,
  ]
  console.log(lines.join('\n')) // tidy: this command is for people
  if (untested.length + unknown.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  const [argument] = process.argv.slice(2)
  if (argument === '--help' || argument === '-h')
    console.log(HELP) // tidy: this command is for people
  else list()
}
