/**
 * A scenario: what a test makes happen in the market, and what it expects, as a text table
 * [scenario.table]. docs/testing.md shows the grammar; parse.ts reads it, print.ts writes it.
 */
import type { TradableState } from '../instrument'
import type { Amount, Price, Quantity } from '../money'
import { ORDER_STATUSES, type OrderStatus, SIDES, type Side } from '../order/order'
import type { RefusalCode } from '../refusals'
import type { Instant, Temporal } from '../time'

/** What the lines before the first time say of the broker. */
export interface ScenarioSettings {
  /** The market's time at the start. */
  readonly clock?: Instant
  readonly seed?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** USD of each new account. */
  readonly cash?: Amount
}

export interface Sides {
  readonly bid: Price
  readonly ask: Price
}

/** Which orders an outcome decides: of the symbol, or of all; a number, or each one. */
export interface NextOrders {
  readonly symbol: string | null
  readonly side: Side | null
  /** Null: until it is removed. */
  readonly times: number | null
}

export const OUTCOME_WORDS = ['fill', 'reject', 'hold', 'expire', 'cancel', 'lose-cancel'] as const

export type OrderOutcomeDeed =
  | { readonly does: 'fill'; readonly price: Price | null; readonly parts: readonly Quantity[] }
  | { readonly does: 'reject'; readonly code: RefusalCode }
  | { readonly does: 'hold' | 'expire' | 'cancel' | 'lose-cancel' }

/** Which requests a fault strikes. */
export interface NextRequests {
  /** Null: of every client. */
  readonly clientId: string | null
  /** The operationId; null: every one. */
  readonly route: string | null
  readonly times: number | null
}

export type RequestFaultDeed =
  | { readonly fault: 'cut'; readonly at: 'before' | 'after-commit' }
  | { readonly fault: 'answer'; readonly code: RefusalCode; readonly retryAfter: number | null }
  | { readonly fault: 'status'; readonly status: number; readonly retryAfter: number | null }
  | { readonly fault: 'delay'; readonly delay: string; readonly at: 'before' | 'after-commit' }

/** A fault of a client as a whole. */
export type ClientFaultDeed =
  | { readonly fault: 'token'; readonly end: 'expired' | 'revoked' }
  | { readonly fault: 'stream-cut' }
  | { readonly fault: 'stream-late'; readonly delay: string }

export const COMPARISONS = ['=', '>=', '<=', '>', '<'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A part of an account's state. */
export type Expectation =
  | {
      readonly of: 'orders'
      readonly count: number
      readonly status: OrderStatus | null
      readonly side: Side | null
      readonly quantity: Quantity | null
      readonly symbol: string | null
    }
  | { readonly of: 'fills'; readonly count: number; readonly symbol: string | null }
  | { readonly of: 'holds'; readonly quantity: Quantity; readonly symbol: string }
  | {
      readonly of: 'cash' | 'buying-power'
      readonly comparison: Comparison
      readonly amount: Amount
    }

export type Deed =
  | {
      readonly kind: 'pin'
      readonly symbol: string
      readonly sides: Sides
      readonly size: Quantity | null
    }
  | {
      readonly kind: 'path'
      readonly symbol: string
      readonly from: Sides
      readonly to: Sides
      readonly lasts: Temporal.Duration
      readonly every: Temporal.Duration
    }
  | { readonly kind: 'unpin'; readonly symbol: string }
  | { readonly kind: 'tradable'; readonly symbol: string; readonly state: TradableState }
  | { readonly kind: 'halt' | 'resume' }
  | { readonly kind: 'outcome'; readonly next: NextOrders; readonly outcome: OrderOutcomeDeed }
  | { readonly kind: 'fault'; readonly next: NextRequests; readonly fault: RequestFaultDeed }
  | { readonly kind: 'client'; readonly clientId: string | null; readonly fault: ClientFaultDeed }
  /** `clientId` null: the bot's account. */
  | { readonly kind: 'expect'; readonly clientId: string | null; readonly expected: Expectation }

export interface ScenarioRow {
  /** From 1. */
  readonly line: number
  /** As it is written, without the comment. */
  readonly text: string
  /** Null: at the end, whenever that is asked for. */
  readonly at: Instant | null
  readonly deed: Deed
}

export interface Scenario {
  readonly settings: ScenarioSettings
  /** By their times; those without one at the end. */
  readonly rows: readonly ScenarioRow[]
}

/** What a text is not understood for. */
export interface ScenarioFault {
  /** Line and column count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The words of tables, for messages and for the parser. */
export const STATUS_WORDS = ORDER_STATUSES
export const SIDE_WORDS = SIDES

/** `market.scenario:3:12: …`, as compilers write it. */
export const faultText = (file: string, { line, column, message }: ScenarioFault): string =>
  `${file}:${line}:${column}: ${message}`
