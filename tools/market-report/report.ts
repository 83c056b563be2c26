/** Compares the simulated market with real markets, and draws the result. */
import { writeFileSync } from 'node:fs'
import { readSeed } from '../../src/clients/cli/market/chart'
import {
  action,
  type CliCommand,
  type CommandLineOf,
  type OptionFormat,
  readOption,
} from '../../src/clients/cli/shared/command-line'
import { configOf } from '../../src/clients/cli/shared/on-database'
import { YEAR_MAX, YEAR_MIN } from '../../src/core/limits'
import { type CommandFault, fault, isFault } from '../../src/lib/fault'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import type { ListedInstrument } from '../../src/market/instruments/listed'
import { US_INSTRUMENTS } from '../../src/market/instruments/reference'
import { quoted } from '../../src/server/config/setting'
import { type Fact, factsOf, verdictOf } from './facts'
import { measure } from './measure'
import { figure, reportPage } from './page'

const SYNTAX = {
  operands: ['[SYMBOL…]'],
  options: { seed: 'text', years: 'text', out: 'text', json: 'flag' },
} as const

const FILE = 'market-report.html'
const DATES_BY_SECOND = 5
const BY_SECOND_MAX = 5
const [FIRST_YEAR, LAST_YEAR] = [YEAR_MIN, YEAR_MAX - 1]

type Years = readonly [first: number, last: number]
const USUAL_YEARS: Years = [2006, 2025]
const YEARS: OptionFormat<Years> = {
  allowed: `FIRST-LAST within ${FIRST_YEAR}-${LAST_YEAR}`,
  read(text) {
    const [, first, last] = (/^(\d{4})-(\d{4})$/.exec(text) ?? []).map(Number)
    if (first === undefined || last === undefined) return undefined
    return FIRST_YEAR <= first && first <= last && last <= LAST_YEAR ? [first, last] : undefined
  },
}

/** Sorted by group, so that the matrix of correlations shows groups as blocks. */
export const REPORTED = [
  'SPY',
  'VOO',
  'QQQ',
  'AAPL',
  'MSFT',
  'GOOG',
  'GOOGL',
  'NVDA',
  'SMH',
  'SOXX',
  'TSLA',
  'JPM',
  'BAC',
  'XOM',
  'CVX',
  'KO',
  'JNJ',
  'F',
  'GLD',
  'GDX',
  'TLT',
  'IEF',
] as const
export const REPORTED_BY_SECOND = ['AAPL', 'SPY', 'TSLA', 'GOOG', 'GOOGL'] as const

interface Reported {
  readonly instruments: readonly ListedInstrument[]
  /** Symbols. */
  readonly bySecond: readonly string[]
}

const report = action(SYNTAX, (line, { terminal, env }) => {
  const config = configOf(env)
  if (isFault(config)) return config
  const reported = reportedOf(line)
  if (isFault(reported)) return reported
  const seed = readSeed(line.text('seed'), config.seed)
  if (isFault(seed)) return seed
  const years = readOption('years', line.text('years'), YEARS, USUAL_YEARS)
  if (isFault(years)) return years
  const measured = measure(
    {
      feed: simulatedFeed({ seed, instruments: US_INSTRUMENTS }),
      ...reported,
      listing: line.operands.length > 0 ? [] : US_INSTRUMENTS,
      fundMonths: 12,
      dates: DATES_BY_SECOND,
      firstYear: years[0],
      lastYear: years[1],
    },
    terminal.redraw,
  )
  terminal.redraw(null)
  const facts = factsOf(measured)
  if (line.flag('json')) {
    terminal.say(
      JSON.stringify({ seed: String(seed), years, facts: facts.map(withVerdict) }, null, 2),
    )
    return undefined
  }
  const out = line.text('out') ?? FILE
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
})

const withVerdict = (fact: Fact) => ({ ...fact, verdict: verdictOf(fact) })

function reportedOf(line: CommandLineOf<typeof SYNTAX.options>): Reported | CommandFault {
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
  return { instruments, bySecond }
}

const rank = ({ type }: ListedInstrument): number => (type === 'COMMON_STOCK' ? 0 : 1)

const HELP = `\
Measures the simulated market, compares it with real markets in the literature, and writes the
result as one page of HTML. It takes a minute, and shows its progress.

  bun run market-report [SYMBOL…] [--seed N] [--years FIRST-LAST] [--out FILE] [--json]

  SYMBOL…   the instruments to measure: 22 well-known stocks and funds unless given; five of them,
            stocks first, are also measured second by second
  --seed    the market's seed (MARKET_SEED); 1 unless given
  --years   the years of the daily returns: 2006-2025 unless given
  --out     the file to write: market-report.html unless given
  --json    prints the facts as JSON, and writes no page`

export const marketReport: CliCommand = { name: 'market-report', help: HELP, action: report }
