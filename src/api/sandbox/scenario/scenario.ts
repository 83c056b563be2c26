/**
 * A scenario: events in the market and expectations, as a text table [scenario.table].
 * docs/testing.md shows the grammar; parse.ts reads it.
 */
import type { LegName, LegStatus } from '../../../core/conditional/leg'
import type { Amount, Quantity } from '../../../core/money'
import type { OrderStatus, Side } from '../../../core/order/order'
import type { Instant } from '../../../core/time'
import type { ScenarioConditional } from './cursor'

/** The settings of the broker, from the lines before the first time. */
export interface ScenarioSettings {
  /** The market's time at the start. */
  readonly clock?: Instant
  readonly seed?: number
  readonly profile?: 'ideal' | 'standard' | 'strict'
  /** USD of each new account. */
  readonly cash?: Amount
}

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
  | {
      readonly of: 'legs'
      readonly count: number
      readonly leg: LegName | null
      readonly status: LegStatus | null
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

/** A request of one of the controls. */
export interface ControlCall {
  readonly method: 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/**
 * A call of a control, or a conditional order or an expectation of a client's account; null for the
 * bot's.
 */
export type Action =
  | ControlCall
  | { readonly clientId: string | null; readonly places: ScenarioConditional }
  | { readonly clientId: string | null; readonly expected: Expectation }

export interface Step {
  /** Milliseconds after the time of its row. */
  readonly afterMs: number
  readonly action: Action
}

/** Makes the steps of a row. `bot` is the client that the word means; null for every client. */
export type StepsOf = (bot: string | null) => readonly Step[]

export interface ScenarioRow {
  /** Counts from 1. */
  readonly line: number
  /** The text as written, without the comment. */
  readonly text: string
  /** Null for the end, whenever the report is read. */
  readonly at: Instant | null
  readonly steps: StepsOf
}

export interface Scenario {
  readonly settings: ScenarioSettings
  /** Sorted by time; rows without a time come last. */
  readonly rows: readonly ScenarioRow[]
}

/** Why a text cannot be read. */
export interface ScenarioFault {
  /** Line and column count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface PlannedStep {
  /** Null for the end. */
  readonly at: Instant | null
  readonly row: ScenarioRow
  readonly action: Action
}

/** Lists the calls and the expectations of a scenario by time. */
export function planOf({ rows }: Scenario, bot: string | null): readonly PlannedStep[] {
  const steps = rows.flatMap((row) =>
    row.steps(bot).map(({ afterMs, action }): PlannedStep => {
      const at = row.at === null ? null : row.at.add({ milliseconds: afterMs })
      return { at, row, action }
    }),
  )
  const timed = steps.filter(({ at }) => at !== null)
  return [...timed.toSorted(byTime), ...steps.filter(({ at }) => at === null)]
}

const byTime = (one: PlannedStep, other: PlannedStep): number =>
  (one.at?.epochMilliseconds ?? 0) - (other.at?.epochMilliseconds ?? 0)

/** Formats `market.scenario:3:12: …`, as compilers do. */
export const faultText = (file: string, { line, column, message }: ScenarioFault): string =>
  `${file}:${line}:${column}: ${message}`
