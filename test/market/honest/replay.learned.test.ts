/**
 * A trained bot at bars without information: walks of few and of many price changes, steady, with
 * volatility that changes with each bar or in spells, and with jumps. It is trained on one seed and
 * trades another, and nothing within a bar predicts the bar's end. It trades any amount at the
 * quote of the next second, so that no fill profile gives it more.
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { recordingOf } from '../../support/recording'
import {
  continuous,
  type Looks,
  learnt,
  looksAt,
  replayed,
  ruled,
  type Shown,
  traded,
} from './learned-replay'
import { LONG, ofRun } from './length'
import { SURE, scoreOf } from './score'
import { type WalkBars, walkBars } from './walk-bars'

setDefaultTimeout(1_800_000)

/** A minute's standard deviation. */
const DEVIATION = 0.001
const JUMPS = { chance: 0.02, size: 5 } as const
const KINDS: Readonly<Record<string, Partial<WalkBars>>> = {
  steady: {},
  uneven: { uneven: 0.5 },
  'uneven in spells': { uneven: 0.6, lasting: 0.95 },
  'with jumps': { jumps: JUMPS },
}
const CHANGES = [6, 20, 60, 300] as const
type Case = readonly [changes: number, kind: string]
const EVERY: readonly Case[] = CHANGES.flatMap((changes) =>
  Object.keys(KINDS).map((kind): Case => [changes, kind]),
)
const FEW: readonly Case[] = [
  [6, 'with jumps'],
  [20, 'uneven in spells'],
  [60, 'uneven'],
  [300, 'steady'],
]
/** The first bars have no earlier bars to take the law from. */
const WITHOUT_PAST = 100

async function seriesOf(seed: number, figures: Partial<WalkBars>) {
  const bars = walkBars({
    symbol: 'AAPL',
    seed,
    first: '2024-01-02',
    interval: '1m',
    dates: ofRun(4, 20),
    volatility: DEVIATION * Math.sqrt(390),
    steps: 60,
    price: 200,
    ...figures,
  })
  const series = (await recordingOf(bars)).get('AAPL')
  if (series === undefined) throw new Error('no bars')
  return series
}

type Path = (series: Awaited<ReturnType<typeof seriesOf>>, seed: number) => (bar: number) => Shown

/** The t of the gains of the trained bot and of the rule: of all trades, and of buys alone. */
async function earned(figures: Partial<WalkBars>, path: Path) {
  const looks: Looks[] = []
  const rule: { readonly both: number[]; readonly long: number[] } = { both: [], long: [] }
  for (const seed of [1, 2]) {
    const series = await seriesOf(seed, figures)
    const shown = remembered(path(series, seed))
    looks.push(looksAt(series, shown, WITHOUT_PAST))
    const { both, long } = ruled(series, shown, WITHOUT_PAST)
    rule.both.push(...both)
    rule.long.push(...long)
  }
  const [studied, played] = looks
  if (studied === undefined || played === undefined) throw new Error('no seeds')
  const { both, long } = traded(learnt(studied), played)
  return {
    learner: tOf(both),
    'learner that only buys': tOf(long),
    rule: tOf(rule.both),
    'rule that only buys': tOf(rule.long),
  }
}

const tOf = (results: readonly number[]): number => (results.length < 2 ? 0 : scoreOf(results).t)

function remembered(shownIn: (bar: number) => Shown): (bar: number) => Shown {
  const known = new Map<number, Shown>()
  return (bar) => {
    const shown = known.get(bar) ?? shownIn(bar)
    known.set(bar, shown)
    return shown
  }
}

/** The bots that earn something, with their t. */
const sure = (found: Awaited<ReturnType<typeof earned>>) =>
  Object.entries(found).filter(([, t]) => t >= SURE)

describe('minute bars of a walk', () => {
  test.each(LONG ? EVERY : FEW)('of %d price changes, %s: nothing is earned', async (steps, kind) =>
    expect(sure(await earned({ ...KINDS[kind], steps }, replayed))).toEqual([]),
  )
  test.each(['steady', 'uneven', 'with jumps'])(
    'control: of 6 price changes, %s, with a continuous path through them: much is earned',
    async (kind) => {
      const found = await earned({ ...KINDS[kind], steps: 6 }, (series, seed) =>
        continuous(series, seed, DEVIATION),
      )
      for (const who of ['learner', 'rule', 'rule that only buys'] as const) {
        expect([who, found[who] > SURE]).toEqual([who, true])
      }
    },
  )
})

describe('daily bars of a walk', () => {
  const days = { interval: '1d', steps: 2_340, dates: ofRun(200, 1_500) } as const
  test.each(LONG ? Object.keys(KINDS) : ['uneven'])('%s: nothing is earned', async (kind) =>
    expect(sure(await earned({ ...KINDS[kind], ...days }, replayed))).toEqual([]),
  )
})
