/** How near a market came to a stop, beside a plain reading of its path. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Bounds,
  legText,
  nearestOf,
  type WatchCursor,
  type WatchedMarket,
} from '../../src/core/conditional/explain'
import type { Leg } from '../../src/core/conditional/leg'
import { marked, passesMark } from '../../src/core/conditional/trail'
import { NO_PRICE, type Price, price } from '../../src/core/money'
import { atMs, type Instant } from '../../src/core/time'
import { NOW } from '../support/examples'
import { aLegOf } from '../support/leg'
import type { StopTerms } from '../support/trading-floor'

const START_MS = NOW.epochMilliseconds
const tickAt = (index: number): Instant => atMs(START_MS + (index + 1) * 1_000)

/** A market with a price at each second, and bounds of each run of 4 of them. */
function marketOf(path: readonly number[], looked: number[] = []): WatchedMarket {
  const indexOf = (at: Instant) => (at.epochMilliseconds - START_MS) / 1_000 - 1
  return {
    nextInstantAfter: (at) => tickAt(Math.floor(indexOf(at)) + 1),
    pricesAt(at) {
      const index = indexOf(at)
      looked.push(index)
      const shown = path[index]
      const now = shown === undefined ? undefined : price(String(shown))
      return { LAST: now, SELL: now, BUY: now }
    },
    boundsAt(at, minutes): Bounds | undefined {
      if (minutes !== 1) return undefined
      const first = Math.floor(indexOf(at) / 4) * 4
      const part = path.slice(first, first + 4)
      return {
        lowest: price(String(Math.min(...part))),
        highest: price(String(Math.max(...part))),
        untilMs: tickAt(first + 4).epochMilliseconds,
      }
    },
  }
}

/** The nearest tick by a plain reading of each tick, with the mark of the ticks before. */
function plainly(leg: Leg, path: readonly number[]) {
  let now = leg
  let best: { readonly at: Instant; readonly missedBy: Price } | undefined
  for (const [index, shown] of path.entries()) {
    const [at, here] = [tickAt(index), price(String(shown))]
    if (passesMark(now, here)) now = marked(now, here, at)
    const stop = now.stopPrice
    if (stop === null) continue
    const distance = leg.side === 'SELL' ? here.minus(stop) : stop.minus(here)
    const missedBy = distance.lt(NO_PRICE) ? NO_PRICE : price(distance.toFixed())
    if (index === path.length - 1 && missedBy.eq(NO_PRICE)) continue
    if (best === undefined || missedBy.lt(best.missedBy)) best = { at, missedBy }
  }
  return best && { at: String(best.at), missedBy: best.missedBy.toFixed() }
}

function walked(leg: Leg, path: readonly number[], ticksMax: number) {
  const market = marketOf(path)
  const watch = { leg, from: NOW, to: tickAt(path.length - 1) }
  let from: WatchCursor | null = null
  let best: { readonly at: string; readonly missedBy: string } | undefined
  do {
    const walk = nearestOf([watch], market, from, ticksMax)
    let turn = walk.next()
    while (!turn.done) turn = walk.next()
    const found = turn.value.nearest.get('SINGLE')
    if (found !== undefined && (best === undefined || found.missedBy.lt(best.missedBy))) {
      best = { at: String(found.at), missedBy: found.missedBy.toFixed() }
    }
    from = turn.value.next
  } while (from !== null)
  return best
}

describe('[paper.conditional-explanation] the tick that was nearest to a stop', () => {
  const legs = fc.constantFrom<StopTerms>(
    { side: 'BUY', quantity: '1', stop: '130' },
    { side: 'BUY', quantity: '1', trail: '20' },
    { side: 'BUY', quantity: '1', trail: '15%' },
  )
  const paths = fc.array(fc.integer({ min: 90, max: 112 }), { minLength: 1, maxLength: 40 })

  test('is that of a plain reading, in pages of any length', () => {
    fc.assert(
      fc.property(legs, paths, fc.integer({ min: 1, max: 50 }), (terms, path, ticksMax) => {
        const leg = aLegOf(terms)
        expect(walked(leg, path, ticksMax)).toEqual(plainly(leg, path))
      }),
    )
  })

  test('is never one that would have triggered the leg, which ended at its instant, and none from the end of its time on', () => {
    const leg = aLegOf({ side: 'BUY', quantity: '1', stop: '130' })
    expect(walked(leg, [120, 131], 9)).toEqual({ at: String(tickAt(0)), missedBy: '10' })
    const short = { ...leg, validUntil: tickAt(1) }
    expect(walked(short, [120, 129], 9)).toEqual({ at: String(tickAt(0)), missedBy: '10' })
  })

  test('is found without a look at parts that cannot come nearer', () => {
    const path = [110, ...Array.from({ length: 39 }, (_, index) => 100 + (index % 3))]
    const looked: number[] = []
    const leg = aLegOf({ side: 'BUY', quantity: '1', stop: '130' })
    const watch = { leg, from: NOW, to: tickAt(path.length - 1) }
    const walk = nearestOf([watch], marketOf(path, looked), null, 1_000)
    while (!walk.next().done);
    expect(looked.length).toBeLessThan(15)
  })
})

const textOf = (leg: Leg, facts: Partial<Parameters<typeof legText>[1]> = {}): string =>
  legText(leg, { hasWaited: true, nearest: undefined, child: undefined, ...facts })

test('[paper.conditional-explanation] sentences say how near, which price, and why it ended', () => {
  const leg = aLegOf({ side: 'BUY', quantity: '1', stop: '130' })
  const at = tickAt(0)
  const near = { at, price: price('120'), stopPrice: price('130'), missedBy: price('10') }
  expect(textOf(leg, { nearest: near })).toMatch(
    /^The ask was nearest to the stop at [\d: -]+: it was 120.*, and the stop 130.*, 10.* away\.$/,
  )
  const triggered: Leg = {
    ...leg,
    status: 'CANCELED',
    triggeredAt: at,
    triggerPrice: price('131'),
    reason: 'other-exit-ended',
  }
  expect(textOf(triggered)).toContain('The ask of 131')
  expect(textOf(triggered)).toEndWith('because the other exit ended.')
  expect(textOf({ ...leg, status: 'PENDING' }, { hasWaited: false })).toBe(
    'It waits for its entry, which has filled nothing.',
  )
})

test('[paper.conditional-explanation] a leg that met no price says so, and so does an exit that never began', () => {
  const leg = aLegOf({ side: 'BUY', quantity: '1', stop: '130' })
  expect(textOf(leg)).toBe('In this time no tick came whose price could trigger it.')
  const exit: Leg = { ...leg, status: 'CANCELED', reason: 'entry-ended' }
  const entryEnded = 'It was canceled because its entry ended with nothing filled.'
  expect(textOf(exit, { hasWaited: false })).toBe(entryEnded)
  const canceled = 'It was canceled by its client, or by a reset.'
  expect(textOf({ ...exit, reason: null }, { hasWaited: false })).toBe(
    `It never began: its entry had filled nothing. ${canceled}`,
  )
})
