/** The steps of an order's explanation: runs of ticks that it waited, its fills, and its end. */
import type { Price, Quantity } from '../../money'
import type { BidAsk } from '../../quote'
import type { Instant } from '../../time'
import type { Fill } from '../fill'
import type { WaitRule, Waits } from './verdict'

/** A quote as the market showed it at a tick. */
export interface SeenQuote {
  readonly at: Instant
  readonly quote: BidAsk
}

/** Ticks in a row with one rule that kept the order from filling. */
export interface WaitStep {
  readonly kind: 'WAITED'
  readonly rule: WaitRule
  readonly from: Instant
  /** The last of the ticks, or the end of a time without any. */
  readonly to: Instant
  /** 0 while the market is closed, and for an order that waits for its auction. */
  readonly ticks: number
  /** When the rule is over, where that is known: the next opening, the auction. */
  readonly until: Instant | null
  /** The closest of `limit-not-reached`, else the last; null where there was none. */
  readonly seen: SeenQuote | null
  /** By how much the closest quote missed the limit, USD per share. */
  readonly missedBy: Price | null
  /** Shares that the account could still take at the last tick. */
  readonly available: Quantity | null
  /** Shares before the order after the last tick; of `queue-ahead`. */
  readonly queueAhead: Quantity | null
}

export const FILL_RULES = [
  /** [fill.price-improvement] */
  'at-the-quote',
  /** [profile.impact] */
  'beyond-the-size-shown',
  /** [fill.auction] */
  'in-the-auction',
  /** A test has forced it [outcome.events]. */
  'forced',
  /** The quote of its tick, as it is known now, does not give it [paper.explanation-unknown]. */
  'not-by-the-quote',
] as const

export interface FillStep {
  readonly kind: 'FILLED'
  readonly rule: (typeof FILL_RULES)[number]
  /** The tick. */
  readonly at: Instant
  readonly seen: SeenQuote | null
  /** Shares that the account could take before this fill. */
  readonly available: Quantity | null
  readonly fill: Fill
}

export const END_RULES = [
  'filled',
  'cancel-requested',
  'canceled-at-once',
  'immediate-rest',
  'insufficient-buying-power',
  /** Another order took its place [amend.replace]. */
  'amended',
  /** Its client closed the holding [close.cancels]. */
  'holding-closed',
  'no-official-price',
  'official-price-beyond-limit',
  'auction-not-tradable',
  'auction-share-taken',
  'expired',
  'rejected',
] as const
export type EndRule = (typeof END_RULES)[number]

export interface EndStep {
  readonly kind: 'ENDED'
  readonly rule: EndRule
  readonly at: Instant
  /** The official price of its auction; null for other orders, and where the day had none. */
  readonly official: Price | null
  readonly missedBy: Price | null
}

export type Step = WaitStep | FillStep | EndStep

/** One tick, or one time without ticks, that an order waited. */
export interface Waited extends Waits {
  readonly from: Instant
  readonly to: Instant
  readonly ticks: 0 | 1
  readonly until: Instant | null
  readonly quote: BidAsk | undefined
  readonly queueAhead: Quantity | null
}

function beginRun({ quote, ...waited }: Waited): WaitStep {
  const seen = quote === undefined ? null : { at: waited.to, quote }
  return { kind: 'WAITED', ...waited, seen }
}

/** The run with one more tick; null where the tick begins another one. */
function joined(run: WaitStep, waited: Waited): WaitStep | null {
  if (run.rule !== waited.rule || !isSameTime(run.until, waited.until)) return null
  const isCloser =
    run.missedBy === null || waited.missedBy === null || waited.missedBy.lt(run.missedBy)
  const next = beginRun(waited)
  return {
    ...next,
    from: run.from,
    ticks: run.ticks + waited.ticks,
    ...(!isCloser && { seen: run.seen, missedBy: run.missedBy }),
  }
}

const isSameTime = (one: Instant | null, other: Instant | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

/** Collects steps, and joins ticks that one rule kept from filling. */
export function openSteps() {
  const done: Step[] = []
  let run: WaitStep | null = null
  const close = (): void => {
    if (run !== null) done.push(run)
    run = null
  }
  return {
    waited(waited: Waited): void {
      const longer = run && joined(run, waited)
      if (longer === null) close()
      run = longer ?? beginRun(waited)
    },
    filled(step: FillStep): void {
      close()
      done.push(step)
    },
    count: (): number => done.length,
    steps: (): readonly Step[] => (run === null ? done : [...done, run]),
  }
}
