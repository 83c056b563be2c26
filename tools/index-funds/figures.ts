/** The listed instruments, with the figures of index funds computed from their stocks. */
import { figuresOfFollower, type ListedInstrument } from '../../src/market/instruments/listed'
import { holdingsOf, INDEX_FUNDS } from './holdings'
import { figuresOf, movementOfHoldings } from './movement'

export function withFundFigures(
  instruments: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const funds = instruments.map((each) => {
    const holds = INDEX_FUNDS.get(each.symbol)
    if (holds === undefined) return each
    const movement = movementOfHoldings(holdingsOf(holds, instruments))
    return { ...each, ...figuresOf(movement, holds.lacks) }
  })
  const bySymbol = new Map(funds.map((each) => [each.symbol, each]))
  return funds.map((each) => {
    const leader = each.follows === null ? undefined : bySymbol.get(each.follows.symbol)
    if (each.follows === null || leader === undefined) return each
    if (!INDEX_FUNDS.has(leader.symbol)) return each
    return { ...each, ...figuresOfFollower(each.follows, leader) }
  })
}
