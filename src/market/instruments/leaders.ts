/** Whose movement of its own an instrument shares, and in which direction. */
import type { ListedInstrument } from './listed'

export interface Lead {
  readonly symbol: string
  readonly side: 1 | -1
}

/** Itself where it moves with no other. */
export const leadOf = ({ symbol, follows }: ListedInstrument): Lead =>
  follows === null
    ? { symbol, side: 1 }
    : { symbol: follows.symbol, side: follows.times < 0 ? -1 : 1 }
