/** Whether this process's matcher still does its work: when its next turn was due. */

export interface MarketPulse {
  /** Its first turn has ended. */
  readonly begun: boolean
  /** This process has the market's lease, as far as it knows. */
  readonly movesMarket: boolean
  /** For how long its next turn has been due, in wall milliseconds; 0: it is in time. */
  readonly lateMs: number
  /** It has been told to stop. */
  readonly stopped: boolean
}

export interface Pulse extends MarketPulse {
  /** A turn has ended well; the next is due in so many milliseconds. */
  turned(movesMarket: boolean, nextInMs: number): void
  /** A long turn has got one step further. */
  stepped(): void
  stop(): void
}

export function openPulse(elapsedMs: () => number): Pulse {
  let dueAtMs = elapsedMs()
  let movesMarket = false
  let begun = false
  let stopped = false
  return {
    turned(moves, nextInMs) {
      begun = true
      movesMarket = moves
      dueAtMs = elapsedMs() + nextInMs
    },
    stepped() {
      dueAtMs = elapsedMs()
    },
    stop() {
      stopped = true
    },
    get begun() {
      return begun
    },
    get movesMarket() {
      return movesMarket
    },
    get lateMs() {
      return Math.max(0, elapsedMs() - dueAtMs)
    },
    get stopped() {
      return stopped
    },
  }
}
