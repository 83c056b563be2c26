/** `bun run market report`. */

import { writeFileSync } from 'node:fs'
import { MARKET_SEED } from '../../../config/market'
import { quoted } from '../../../config/setting'
import { fault, isFault, type KeyFault } from '../../../core/fault'
import { YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { simulatedFeed } from '../../../market/feeds/simulated'
import type { ListedInstrument } from '../../../market/instruments/listed'
import { US_INSTRUMENTS } from '../../../market/instruments/us'
import { type CommandLine, commandLine } from '../../command-line'
import { type CommandContext, configOf, type Outcome } from '../../shell'
import { type Fact, factsOf, verdictOf } from './facts'
import { measure } from './measured'
import { figure, reportPage } from './page'

const OPTIONS = { texts: ['seed', 'years', 'out'], flags: ['json'] }
const FILE = 'market-report.html'
const DATES_BY_SECOND = 5
const BY_SECOND_MAX = 5
const [FIRST_YEAR, LAST_YEAR] = [YEAR_MIN, YEAR_MAX - 1]
const YEARS = /^(\d{4})-(\d{4})$/

/** By group, so that the matrix of correlations shows them as blocks. */
export const REPORTED = [
  ...['SPY', 'VOO', 'QQQ', 'AAPL', 'MSFT', 'GOOG', 'GOOGL', 'NVDA', 'SMH', 'SOXX', 'TSLA'],
  ...['JPM', 'BAC', 'XOM', 'CVX', 'KO', 'JNJ', 'F', 'GLD', 'GDX', 'TLT', 'IEF'],
] as const
export const REPORTED_BY_SECOND = ['AAPL', 'SPY', 'TSLA', 'GOOG', 'GOOGL'] as const

interface Asked {
  readonly instruments: readonly ListedInstrument[]
  readonly bySecond: readonly string[]
  readonly seed: number
  readonly years: readonly [number, number]
  readonly out: string
  readonly json: boolean
}

/** `args`: after the word `report`. */
export async function runReport(
  args: readonly string[],
  { terminal, env }: CommandContext,
): Promise<Outcome> {
  const line = commandLine(args, OPTIONS)
  if (isFault(line)) return line
  const config = configOf(env)
  if (isFault(config)) return config
  const asked = askedOf(line, config.seed)
  if (isFault(asked)) return asked
  const { seed, instruments, bySecond, years, out, json } = asked
  const measured = measure(
    {
      feed: simulatedFeed({ seed, instruments: US_INSTRUMENTS }),
      ...{ instruments, bySecond, dates: DATES_BY_SECOND },
      ...{ firstYear: years[0], lastYear: years[1] },
    },
    terminal.redraw,
  )
  terminal.redraw(null)
  const facts = factsOf(measured)
  if (json) {
    terminal.say(JSON.stringify({ seed, years, facts: facts.map(told) }, null, 2))
    return undefined
  }
  writeFileSync(out, reportPage(measured, facts, seed))
  const outside = facts.filter((fact) => verdictOf(fact) !== 'within')
  terminal.say(
    [
      `${facts.length - outside.length} of ${facts.length} facts lie within their range.`,
      ...outside.map(
        (fact) =>
          `  ${fact.name}: ${figure(fact.measured)} is ${verdictOf(fact)} ` +
          `${figure(fact.range[0])} … ${figure(fact.range[1])}`,
      ),
      `The page is ${out}.`,
    ].join('\n'),
  )
  return undefined
}

const told = (fact: Fact) => ({ ...fact, verdict: verdictOf(fact) })

function askedOf(line: CommandLine, configured: number | 'random'): Asked | KeyFault {
  const named = line.operands.map((symbol) => symbol.toUpperCase())
  const symbols: readonly string[] = named.length > 0 ? named : REPORTED
  const instruments: ListedInstrument[] = []
  for (const symbol of new Set(symbols)) {
    const listed = US_INSTRUMENTS.find((each) => each.symbol === symbol)
    if (listed === undefined) return fault(`There is no instrument ${quoted(symbol)}.`)
    instruments.push(listed)
  }
  const stocksFirst = instruments
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ symbol }) => symbol)
  const bySecond = named.length > 0 ? stocksFirst.slice(0, BY_SECOND_MAX) : REPORTED_BY_SECOND
  const seedText = line.text('seed')
  const seed = seedText === undefined ? configured : MARKET_SEED.read(seedText)
  if (seed === undefined) {
    return fault(
      `--seed: ${quoted(seedText ?? '')} is not allowed; allowed: ${MARKET_SEED.allowed}`,
    )
  }
  if (seed === 'random') return fault('A seed that was drawn is shown to nobody; name another.')
  const years = yearsOf(line.text('years') ?? '2006-2025')
  if (isFault(years)) return years
  return {
    instruments,
    bySecond,
    seed,
    years,
    out: line.text('out') ?? FILE,
    json: line.flag('json'),
  }
}

const rank = ({ type }: ListedInstrument): number => (type === 'COMMON_STOCK' ? 0 : 1)

function yearsOf(text: string): readonly [number, number] | KeyFault {
  const [, first, last] = (YEARS.exec(text) ?? []).map(Number)
  const known = first !== undefined && last !== undefined
  if (!known || first < FIRST_YEAR || last > LAST_YEAR || first > last) {
    return fault(
      `--years: ${quoted(text)} is not allowed; allowed: FIRST-LAST within ` +
        `${FIRST_YEAR}-${LAST_YEAR}`,
    )
  }
  return [first, last]
}
