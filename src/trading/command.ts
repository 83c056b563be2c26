/** A change to one account: what it needs to know, and its decision once that is known. */
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
  /** Needs these conditional orders, beside those that have placed one of `orderIds`. */
  readonly groupIds?: readonly string[]
  /** Needs the account's liquidity uses of `heldSymbols`. */
  readonly takesLiquidity?: true
  /** A test may have decided what becomes of it [outcome.force]. */
  readonly meetsOutcomes?: true
  /** Needs every open order, conditional order and holding of the account. */
  readonly wholeAccount?: true
  /**
   * Only the market's own commands have one: they are taken however many clients' commands wait,
   * and they change nothing once another process moves the market.
   */
  readonly fence?: Fence
  /**
   * Decides with the core on the rows, and records the events. A refusal is an outcome without an
   * event; an exception is our bug and undoes the command. It may decide again, if the rows turn
   * out not to be current, so it must have no effect but what it does to the rows.
   */
  decide(rows: Rows, now: Instant): Outcome
}
