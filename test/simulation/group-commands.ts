/** What clients ask of conditional orders in a simulated world, drawn from a seed. */
import type { Of } from './commands'
import { SYMBOLS } from './oracle/prices'
import type { Random } from './random'

type StopType = 'STOP' | 'STOP_LIMIT' | 'TRAILING_STOP'
export type GroupType = StopType | 'OCO' | 'OTO' | 'BRACKET'

export interface PlaceGroup extends Of<'group'>, GroupDraw {
  readonly key: number
  readonly quantity: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  /** For a SELL, this many thousandths of what can be sold, if there is something. */
  readonly ofSellable: number
  readonly timeInForce: 'DAY' | 'GTC'
  readonly triggerBy: 'LAST' | 'BID_ASK'
  readonly sessions: readonly string[]
  /** Sent so often at once. */
  readonly times: number
}

export interface GroupDraw {
  readonly kind: GroupType
  /** What the stop of exits is. */
  readonly stopKind: StopType
  /** The entry of an OTO or a BRACKET; null for other types. */
  readonly entry: EntryDraw | null
  /** How far from the market, in millionths of its price; below 0: reached already. */
  readonly stopAway: number
  /** From the stop to the limit of its order, and from the market to a take profit. */
  readonly limitAway: number
  readonly profitAway: number
  /** In steps of the price; null: in percent. */
  readonly trailSteps: number | null
  readonly trailPercent: string
  readonly offsetSteps: number | null
}

export interface EntryDraw {
  readonly kind: StopType | 'LIMIT' | 'MARKET'
  /** From the market to its price, in millionths. */
  readonly away: number
  /** Whether the exit of an OTO is a take profit. */
  readonly isForProfit: boolean
}

/** Null for terms that stay. Prices are so many millionths from the market. */
interface GroupChange {
  readonly pick: number
  readonly quantity: string | null
  readonly stopAway: number | null
  readonly limitAway: number | null
  readonly trailSteps: number | null
  readonly trailPercent: string | null
  readonly offsetSteps: number | null
  /** Which legs are changed, a bit for each. */
  readonly which: number
}

export type GroupCall =
  | PlaceGroup
  | (Of<'group-amend'> & GroupChange)
  /** One that was sent before, again; `changed`: with another quantity. */
  | (Of<'group-again'> & { readonly pick: number; readonly changed: boolean })
  | (Of<'group-cancel'> & { readonly pick: number; readonly ofAnother: boolean })
  | (Of<'group-read'> & { readonly pick: number })
  | Of<'groups'>
  | (Of<'close-all'> & { readonly key: number; readonly percent: string; readonly again: boolean })

const SESSIONS = [
  ['REGULAR'],
  ['REGULAR'],
  ['PRE', 'REGULAR', 'AFTER', 'DAY'],
  ['REGULAR', 'AFTER'],
] as const

const GROUP_TYPES = ['STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'OCO', 'OCO', 'OCO'] as const

export function groupCallOf(
  drawn: Random,
  of: { readonly account: number; readonly process: number },
  key: number,
): GroupCall {
  const kind = drawn.next()
  if (kind < 0.6) return placeOf(drawn, of, key)
  const pick = drawn.int(1_000)
  if (kind < 0.67) return { ...of, type: 'group-again', pick, changed: drawn.chance(0.2) }
  if (kind < 0.83) return { ...of, type: 'group-cancel', pick, ofAnother: drawn.chance(0.05) }
  if (kind < 0.89) return { ...of, type: 'group-read', pick }
  if (kind < 0.92) return { ...of, type: 'groups' }
  const percent = drawn.pick(['100', '100', '50', '33.33'])
  return { ...of, type: 'close-all', key, percent, again: drawn.chance(0.2) }
}

function placeOf(
  drawn: Random,
  of: { readonly account: number; readonly process: number },
  key: number,
): PlaceGroup {
  return {
    ...of,
    type: 'group',
    key,
    symbol: drawn.pick(SYMBOLS),
    side: drawn.chance(0.55) ? 'SELL' : 'BUY',
    kind: drawn.pick(GROUP_TYPES),
    entry: null,
    stopKind: drawn.pick(['STOP', 'STOP_LIMIT', 'TRAILING_STOP']),
    quantity: `${1 + drawn.int(40)}${drawn.chance(0.1) ? '.5' : ''}`,
    ofSellable: drawn.chance(0.8) ? 1 + drawn.int(1_000) : 0,
    stopAway: Math.round((drawn.next() - 0.06) * 20_000),
    limitAway: Math.round((drawn.next() - 0.3) * 8_000),
    profitAway: Math.round((drawn.next() - 0.1) * 20_000),
    trailSteps: drawn.chance(0.5) ? 1 + drawn.int(60) : null,
    trailPercent: drawn.pick(['0.25', '0.8', '1.5', '3']),
    offsetSteps: drawn.chance(0.4) ? 1 + drawn.int(30) : null,
    timeInForce: drawn.chance(0.5) ? 'GTC' : 'DAY',
    triggerBy: drawn.chance(0.5) ? 'BID_ASK' : 'LAST',
    sessions: drawn.pick(SESSIONS),
    times: drawn.chance(0.06) ? 2 : 1,
  }
}

const ENTRY_TYPES = ['MARKET', 'LIMIT', 'LIMIT', 'STOP', 'STOP_LIMIT', 'TRAILING_STOP'] as const

/** An entry with its exits, or an amendment of any conditional order. */
export function entryCallOf(
  drawn: Random,
  of: { readonly account: number; readonly process: number },
  key: number,
): GroupCall {
  if (drawn.chance(0.45)) return amendOf(drawn, of)
  const whole = 1 + drawn.int(drawn.pick([40, 600, 4_000]))
  // Near exits begin while the entry still fills.
  const apart = drawn.pick([9_000, 1_500])
  return {
    ...placeOf(drawn, of, key),
    side: 'BUY',
    kind: drawn.pick(['OTO', 'BRACKET', 'BRACKET']),
    quantity: `${whole}${drawn.chance(0.1) ? '.5' : ''}`,
    stopAway: Math.round((drawn.next() - 0.04) * apart),
    profitAway: Math.round((drawn.next() - 0.04) * apart),
    entry: {
      kind: drawn.pick(ENTRY_TYPES),
      away: Math.round((drawn.next() - 0.4) * 6_000),
      isForProfit: drawn.chance(0.4),
    },
  }
}

function amendOf(
  drawn: Random,
  of: { readonly account: number; readonly process: number },
): Extract<GroupCall, { readonly type: 'group-amend' }> {
  const away = (): number => Math.round((drawn.next() - 0.2) * 12_000)
  const isByAmount = drawn.chance(0.5)
  return {
    ...of,
    type: 'group-amend',
    pick: drawn.int(1_000),
    quantity: drawn.chance(0.4) ? String(1 + drawn.int(80)) : null,
    stopAway: drawn.chance(0.7) ? away() : null,
    limitAway: drawn.chance(0.7) ? away() : null,
    trailSteps: isByAmount ? 1 + drawn.int(60) : null,
    trailPercent: isByAmount ? null : drawn.pick(['0.25', '0.8', '1.5', '3']),
    offsetSteps: drawn.chance(0.3) ? 1 + drawn.int(30) : null,
    which: 1 + drawn.int(7),
  }
}
