/** What is to be explained: rows of the database, and what was going on while they came about. */
import type { AskedEntries } from './entries'
import type { ForcedRow, Outcome } from './forced'
import type { AskedGroups, LegName, LegStatus, LegType } from './groups'
import type { Status, Terms } from './ledger'
import type { Pin } from './prices'

export interface EventRow {
  readonly seq: number
  /** The id of the order; for a leg, the id of its conditional order. */
  readonly orderId: string
  readonly status: Status
  /** The leg as the event left it; null: it is an order's event. */
  readonly leg: LegRow | null
  readonly filled: string
  readonly paid: string
  readonly price: string | null
  readonly quantity: string | null
  readonly filledAtMs: number | null
  /** The rules by which it was filled. */
  readonly profile: string | null
  readonly atMs: number
}
export interface OrderRow extends Terms {
  readonly holdPrice: string | null
  readonly orderId: string
  readonly status: Status
  readonly filled: string
  readonly held: string
  readonly validUntilMs: number
  readonly replaces: string | null
  readonly replacedBy: string | null
  readonly cancelReason: string | null
  /** What its quantity was computed from: `AMOUNT 250`, `CLOSE 50`. */
  readonly sizing: string | null
}
/** A leg of a conditional order, as it is or as an event has left it. */
export interface LegRow {
  readonly groupId: string
  readonly leg: LegName
  readonly clientOrderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly type: LegType
  readonly quantity: string
  readonly stop: string | null
  readonly limit: string | null
  readonly trailAmount: string | null
  readonly trailPercent: string | null
  readonly limitOffset: string | null
  readonly timeInForce: string
  readonly triggerBy: string
  readonly sessions: string
  readonly status: LegStatus
  readonly filled: string
  readonly heldCash: string
  readonly heldShares: string
  readonly orderId: string | null
  readonly children: number
  readonly mark: string | null
  readonly watchedAfterMs: number
  readonly triggeredAtMs: number | null
  readonly triggerPrice: string | null
  readonly reason: string | null
  readonly validUntilMs: number
}
export interface AdjustmentRow {
  readonly number: number
  readonly seq: number
  readonly symbol: string | null
  readonly quantity: string
  readonly amount: string
}
/** An order that waits under `strict`: the shares before it. */
export interface QueueRow {
  readonly orderId: string
  readonly ahead: string
  readonly movedAtMs: number | null
}
export interface AccountRows {
  readonly accountId: string
  readonly cash: string
  readonly held: string
  readonly seq: number
  readonly locked: boolean
  readonly events: readonly EventRow[]
  readonly orders: readonly OrderRow[]
  /** The open legs, and all legs of each conditional order that has changed. */
  readonly legs: readonly LegRow[]
  readonly adjustments: readonly AdjustmentRow[]
  readonly queues: readonly QueueRow[]
  /** Orders that a test has in hand. */
  readonly forced: readonly ForcedRow[]
  readonly holdings: readonly {
    readonly symbol: string
    readonly quantity: string
    readonly held: string
    readonly purchase: string
  }[]
}

/** What was going on while the events came about. */
export interface Step {
  readonly seed: number
  /** Whether there are several processes: one may try orders before it has another's newest. */
  readonly isShared: boolean
  /** All that were not refused. */
  sent(accountId: string, clientOrderId: string): readonly Terms[]
  readonly entries: AskedEntries
  readonly groups: AskedGroups
  isCancelWanted(orderId: string): boolean
  /** The cash of each reset that was asked for. */
  resets(accountId: string): readonly string[]
  /** Whether the instrument may have been open to trade; a change may fall into the step. */
  tradable(symbol: string): readonly boolean[]
  /** Nothing disturbs the market since then: each tick is played in its second. */
  readonly calmSinceMs: number
  readonly nowMs: number
  readonly playedMs: number
  /** The market's clock waits for its ticks: each one is played, whatever strikes. */
  readonly waitsForTicks: boolean
  readonly pins: readonly Pin[]
  /** At the same instant as one that is in their place now: a clock stood still. */
  readonly overwritten: readonly Pin[]
  /** The machine slept last from then to then; null: it has not. */
  readonly leapt: { readonly fromMs: number; readonly toMs: number } | null
  /** Every one that was asked for. */
  readonly outcomes: readonly Outcome[]
  clientOf(accountId: string): string
  /** Whether the account, or all of them, may have been locked. */
  lockable(accountId: string): readonly boolean[]
}
