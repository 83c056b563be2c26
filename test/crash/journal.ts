/** What was sent, and what was answered: the truth that the database is compared with. */

export interface Terms {
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly orderType: 'MARKET' | 'LIMIT'
  readonly timeInForce: 'DAY' | 'IOC'
  readonly quantity: number
  readonly limitPrice?: number
}

/** One order of a client, however often it was sent. */
export interface Placement {
  readonly clientOrderId: string
  readonly accountId: string
  readonly terms: Terms
  /** Answers that never came, or that leave open what has happened. */
  unknown: number
  /** Answers that say that it was not placed. */
  refused: number
  /** Null: no answer has said that it is placed. */
  orderId: string | null
  /** A cancel was answered with 200. */
  cancelled: boolean
  /** The most that any answer showed, and the final status that one showed. */
  filledSeen: number
  finalSeen: string | null
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
}

export const NO_TALLY: Tally = {
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
}

export interface Journal {
  readonly placements: Map<string, Placement>
  readonly tally: Tally
  /** What must not be, one line each. */
  readonly findings: string[]
  found(line: string): void
}

/** More of them tell nothing new. */
const FINDINGS_MAX = 200

export function openJournal(): Journal {
  const findings: string[] = []
  return {
    placements: new Map(),
    tally: { ...NO_TALLY },
    findings,
    found(line) {
      if (findings.length < FINDINGS_MAX) findings.push(line)
    },
  }
}

export const FINAL = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])
