/** A change to one account: the rows that it needs, and its decision on them. */
import type { Instant } from '../core/time'
import type { Fence } from '../postgres/database'
import type { Rows } from './rows'

export interface Command<Outcome> {
  readonly accountId: string
  /** Needs these instruments. */
  readonly symbols?: readonly string[]
  /** Needs the account's holdings of these symbols. */
  readonly heldSymbols?: readonly string[]
  readonly orderIds?: readonly string[]
  readonly clientOrderIds?: readonly string[]
  /**
   * Needs these conditional orders, and the conditional orders that have placed one of `orderIds`.
   */
  readonly groupIds?: readonly string[]
  /** Needs the account's liquidity uses of `heldSymbols`. */
  readonly takesLiquidity?: true
  /** True if a test may decide its outcome [outcome.force]. */
  readonly meetsOutcomes?: true
  /** Needs every open order, conditional order and holding of the account. */
  readonly wholeAccount?: true
  /**
   * Only the market's own commands have a fence. They are admitted however many commands of clients
   * wait, and they change nothing once another process moves the market.
   */
  readonly fence?: Fence
  /**
   * Decides with the core on the rows, and records the events. A refusal is an outcome without an
   * event. An exception is a fault of ours and undoes the command. The command is decided again if
   * the rows turn out not to be current, so it may have no effect except on the rows.
   */
  decide(rows: Rows, now: Instant): Outcome
}
