/** `bun run market-report`: the page stands alone, and its figures are what it says they are. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { normal, uniform } from '../../src/market/feeds/simulated/stream'
import { marketReport } from '../../tools/market-report/report'
import {
  autocorrelation,
  blocks,
  correlation,
  excessKurtosis,
  hillIndex,
  median,
  realisedVariance,
  skewness,
} from '../../tools/market-report/statistics'
import { run } from '../support/command'
import { streamOf } from '../support/stream'

const reported = (...args: readonly string[]) => run(marketReport, args)

describe('the report on the market', () => {
  test('is one page that loads nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'))
    const out = join(folder, 'page.html')
    const { outcome, said } = await reported('ko', 'SPY', '--years', '2023-2024', '--out', out)
    expect(outcome).toBeUndefined()
    expect(said).toContain(`The page is ${out}.`)
    const page = readFileSync(out, 'utf8')
    expect(page).not.toMatch(/https?:|<script|<link|@import|url\(/)
    expect(page).not.toContain('NaN')
    expect(page.match(/<svg viewBox="0 0 480/g)).toHaveLength(8)
    expect(page).toContain('prefers-color-scheme: dark')
    rmSync(folder, { recursive: true })
  })

  test('prints its facts as JSON, each with its range and a verdict', async () => {
    const { said } = await reported('KO', '--years', '2024-2024', '--json', '--seed', '5')
    const { seed, years, facts } = JSON.parse(said)
    expect([seed, years]).toEqual(['5', [2024, 2024]])
    expect(facts).toContainEqual({
      name: 'Excess kurtosis, daily',
      note: expect.any(String),
      range: [5, 25],
      measured: expect.any(Number),
      verdict: expect.stringMatching(/^(within|below|above)$/),
    })
    expect(existsSync('market-report.html')).toBe(false)
  })

  test.each([
    [['ZZTOP'], 'There is no instrument "ZZTOP".'],
    [['--years', '2025'], '--years: "2025" is not allowed; allowed: FIRST-LAST within 2005-2034'],
    [['--seed', 'one'], '--seed: "one" is not allowed'],
    [['--seed', 'random'], 'This command reads no seed from a database: name one with --seed.'],
  ])('refuses %j', async (args, said) => {
    expect((await reported(...args)).outcome?.fault).toStartWith(said)
  })
})

describe('a figure of the report', () => {
  const draws = streamOf(1, 'figures')
  const normals = Array.from({ length: 20_000 }, (_, index) => normal(draws, index))

  test('has the textbook’s value for a normal distribution', () => {
    expect(excessKurtosis(normals)).toBeCloseTo(0, 0)
    expect(skewness(normals)).toBeCloseTo(0, 1)
    expect(autocorrelation(normals, 1)).toBeCloseTo(0, 1)
    expect(correlation(normals, normals)).toBeCloseTo(1)
  })
  test('has the Hill index 3 for a tail x^−3', () => {
    const tails = normals.map((_, index) => uniform(draws, 50_000 + index) ** (-1 / 3))
    expect(hillIndex(tails, 0.02)).toBeWithin(2.6, 3.4)
  })
  test('has the same variance for a random walk by the step and by twenty', () => {
    let level = 0
    const levels = normals.map((step) => {
      level += step
      return level
    })
    expect(realisedVariance(levels, 20) / realisedVariance(levels, 1)).toBeWithin(0.9, 1.1)
  })
  test('has the value that is computed by hand', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(blocks([1, 2, 3, 4, 5], 2)).toEqual([3, 7])
    expect(autocorrelation([1, -1, 1, -1, 1], 1)).toBeCloseTo(-1)
  })
})
