/** What was sent, and what was answered: the truth that the database is compared with. */

export interface Terms {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly timeInForce: 'DAY' | 'IOC'
  readonly quantity: number
  readonly limitPrice?: number
}

/** What a client has sent under one id of its own, however often. */
export interface Sent {
  readonly clientOrderId: string
  readonly accountId: string
  /** Answers that never came, or that leave open what has happened. */
  unknown: number
  /** Answers that say that it was not placed. */
  refused: number
  /** The id of the order or conditional order; null if no answer has said that it is placed. */
  orderId: string | null
  /** A cancel was answered with 200. */
  cancelled: boolean
}

/** One order of a client. */
export interface Placement extends Sent {
  readonly terms: Terms
  /** The most that any answer showed, and the final status that one showed. */
  filledSeen: number
  finalSeen: string | null
}

/** A conditional order as it is sent; all exits of its position are of its side. */
export interface GroupTerms {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: number
  readonly timeInForce: 'DAY' | 'GTC'
  readonly triggerBy: 'LAST' | 'BID_ASK'
  readonly type: 'STOP' | 'TRAILING_STOP' | 'OCO' | 'BRACKET'
  readonly stopPrice?: string
  readonly trailAmount?: string
  readonly entry?: { readonly limitPrice?: string; readonly stopPrice?: string }
  readonly takeProfit?: { readonly limitPrice: string }
  readonly stopLoss?: { readonly stopPrice?: string; readonly trailAmount?: string }
}

/** One conditional order of a client. */
export interface GroupPlacement extends Sent {
  readonly terms: GroupTerms
}

export interface Tally {
  sent: number
  placed: number
  refused: number
  /** Placements with an unknown outcome, and what one answered retry showed of each. */
  unknown: number
  wasThere: number
  wasMade: number
  wasRefused: number
  cancels: number
  reads: number
  replays: number
  events: number
  /**
   * Conditional orders, the brackets among them, and the shares that their exits have filled, as
   * the streams have said.
   */
  groups: number
  brackets: number
  exited: number
}

const NO_TALLY: Tally = {
  sent: 0,
  placed: 0,
  refused: 0,
  unknown: 0,
  wasThere: 0,
  wasMade: 0,
  wasRefused: 0,
  cancels: 0,
  reads: 0,
  replays: 0,
  events: 0,
  groups: 0,
  brackets: 0,
  exited: 0,
}

export interface Journal {
  readonly placements: Map<string, Placement>
  readonly groups: Map<string, GroupPlacement>
  /** Shares that the streams' fills have given to the exits of each conditional order. */
  readonly exits: Map<string, number>
  readonly tally: Tally
  /** What must not be, one line each. */
  readonly findings: string[]
  found(line: string): void
}

/** More findings add nothing new. */
const FINDINGS_MAX = 200

export function openJournal(): Journal {
  const findings: string[] = []
  return {
    placements: new Map(),
    groups: new Map(),
    exits: new Map(),
    tally: { ...NO_TALLY },
    findings,
    found(line) {
      if (findings.length < FINDINGS_MAX) findings.push(line)
    },
  }
}

export const FINAL = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])
