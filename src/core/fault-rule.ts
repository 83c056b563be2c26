/** Faults that a test forces on requests and streams [fault.force]. */
import type { RefusalCode } from './refusals'

/** Before the request is carried out, or after what it did was committed. */
export const FAULT_MOMENTS = ['before', 'after-commit'] as const
export type FaultMoment = (typeof FAULT_MOMENTS)[number]

/** The messages of a stream that a fault is about. */
export const FAULTY_MESSAGES = ['events', 'heartbeats', 'all'] as const
export type FaultyMessages = (typeof FAULTY_MESSAGES)[number]

export const TOKEN_ENDS = ['expired', 'revoked'] as const
export type TokenEnd = (typeof TOKEN_ENDS)[number]

/** What becomes of a request that a fault strikes. */
export type RequestFault =
  | {
      readonly kind: 'answer'
      readonly at: FaultMoment
      /** Null: the status alone, as a proxy in front of the server would answer. */
      readonly code: RefusalCode | null
      readonly status: number
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'delay'; readonly at: FaultMoment; readonly delayMs: number }
  | { readonly kind: 'cut'; readonly at: FaultMoment }

/** What becomes of a stream's message that a fault strikes. */
export type MessageFault =
  | { readonly kind: 'stream-cut'; readonly messages: FaultyMessages }
  | { readonly kind: 'stream-delay'; readonly messages: FaultyMessages; readonly delayMs: number }

/** What becomes of a client as soon as the fault is set. */
export type ClientFault =
  | { readonly kind: 'token'; readonly end: TokenEnd }
  | { readonly kind: 'client-disabled' }

export type FaultEffect = RequestFault | MessageFault | ClientFault

export const FAULT_KINDS = [
  'answer',
  'delay',
  'cut',
  'stream-cut',
  'stream-delay',
  'token',
  'client-disabled',
] as const

export const isRequestFault = (effect: FaultEffect): effect is RequestFault =>
  effect.kind === 'answer' || effect.kind === 'delay' || effect.kind === 'cut'

export const isMessageFault = (effect: FaultEffect): effect is MessageFault =>
  effect.kind === 'stream-cut' || effect.kind === 'stream-delay'

/** What a fault strikes; what is left out fits all. */
export interface FaultMatch {
  readonly clientId?: string
  /** The operationId of the route. */
  readonly route?: string
}

export interface NewFault {
  /** Null for the next free one of `fault-1`, `fault-2` … */
  readonly faultId: string | null
  readonly match: FaultMatch
  /** Null for as often as something fits. */
  readonly times: number | null
  /** The share of what fits, drawn from the seed; null: all. */
  readonly share: number | null
  readonly seed: number
  readonly effect: FaultEffect
}

export interface ForcedFault extends NewFault {
  readonly faultId: string
  /** What fitted, struck or not. */
  readonly seen: number
  readonly hits: number
}

/** One that fits, and how often it has been met: from 1 up. */
export interface Chance {
  /** Null: all of them. */
  readonly share: number | null
  readonly seed: number
}

/** Whether the fault strikes the nth that fits: a pure function, so that a run repeats. */
export const strikesNth = ({ share, seed }: Chance, nth: number): boolean =>
  share === null || drawn(seed, nth) < share

/** From 0 up to 1, by the mixing steps of mulberry32 (Tommy Ettinger, 2017). */
function drawn(seed: number, nth: number): number {
  const mixed = (Math.imul(seed | 0, 0x9e3779b1) + Math.imul(nth, 0x6d2b79f5)) | 0
  const first = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
  const second = first ^ (first + Math.imul(first ^ (first >>> 7), 61 | first))
  return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32
}
