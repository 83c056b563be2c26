/** Faults that a test forces on requests and streams [fault.force]. */
import type { RefusalCode } from './refusals'

/** The moment of a fault: before the request is carried out, or after its effect was committed. */
export const FAULT_MOMENTS = ['before', 'after-commit'] as const
export type FaultMoment = (typeof FAULT_MOMENTS)[number]

/** The messages of a stream that a fault may strike. */
export const FAULTY_MESSAGES = ['events', 'heartbeats', 'all'] as const
export type FaultyMessages = (typeof FAULTY_MESSAGES)[number]

export const TOKEN_ENDS = ['expired', 'revoked'] as const
export type TokenEnd = (typeof TOKEN_ENDS)[number]

/** What happens to a request that a fault strikes. */
export type RequestFault =
  | {
      readonly kind: 'answer'
      readonly at: FaultMoment
      /**
       * The code of the error; null to send the status alone, as a proxy in front of the server
       * would.
       */
      readonly code: RefusalCode | null
      readonly status: number
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'delay'; readonly at: FaultMoment; readonly delayMs: number }
  | { readonly kind: 'cut'; readonly at: FaultMoment }

/** What happens to a stream's message that a fault strikes. */
export type MessageFault =
  | { readonly kind: 'stream-cut'; readonly messages: FaultyMessages }
  | { readonly kind: 'stream-delay'; readonly messages: FaultyMessages; readonly delayMs: number }

/** What happens to a client as soon as the fault is set. */
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

/** What a fault strikes. A field that is omitted fits everything. */
export interface FaultMatch {
  readonly clientId?: string
  /** The operationId of the route. */
  readonly route?: string
}

export interface NewFault {
  /** Null to use the next free id of `fault-1`, `fault-2` … */
  readonly faultId: string | null
  readonly match: FaultMatch
  /** How often the fault strikes; null for as often as something fits. */
  readonly times: number | null
  /** The share of the matches that it strikes, drawn from the seed; null for all. */
  readonly share: number | null
  readonly seed: number
  readonly effect: FaultEffect
}

export interface ForcedFault extends NewFault {
  readonly faultId: string
  /** How often something fitted, whether it was struck or not. */
  readonly seen: number
  readonly hits: number
}

/** How likely a fault is to strike a match, and the seed that decides. */
export interface Chance {
  /** The share of the matches that it strikes; null for all. */
  readonly share: number | null
  readonly seed: number
}

/** Whether the fault strikes the nth match. The function is pure, so that a run repeats. */
export const strikesNth = ({ share, seed }: Chance, nth: number): boolean =>
  share === null || drawn(seed, nth) < share

/** A number from 0 up to 1, by the mixing steps of mulberry32 (Tommy Ettinger, 2017). */
function drawn(seed: number, nth: number): number {
  const mixed = (Math.imul(seed | 0, 0x9e3779b1) + Math.imul(nth, 0x6d2b79f5)) | 0
  const first = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
  const second = first ^ (first + Math.imul(first ^ (first >>> 7), 61 | first))
  return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32
}
