import type { Instant } from '../core/time'
import type { Fence } from '../store/database'
import type { Batch } from './batch'

/** A change to one account: what it needs to know, and how it is decided once that is there. */
export interface Command<Outcome> {
  readonly accountId: string
  readonly symbols: readonly string[]
  readonly orderIds: readonly string[]
  readonly clientOrderIds: readonly string[]
  /** Needs what the account has taken of the symbols' liquidity (D13). */
  readonly takesLiquidity?: true
  /** Needs every open order and every holding of the account. */
  readonly wholeAccount?: true
  /**
   * The market's own, which the desk takes however many of its clients' are waiting, and which
   * changes nothing once another process moves the market (D10).
   */
  readonly fence?: Fence
  /**
   * Decides with core on what `batch` holds, and books what follows. A refusal is an outcome that
   * has booked nothing of what was asked for; what throws is a bug of ours and undoes the command.
   */
  decide(batch: Batch, now: Instant): Outcome
}
