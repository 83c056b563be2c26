/** Faults that a test forces on requests and streams. */
import type { RefusalCode } from './refusals'

/** Before the request is carried out, or after what it did was committed. */
export const FAULT_MOMENTS = ['before', 'after-commit'] as const
export type FaultMoment = (typeof FAULT_MOMENTS)[number]

/** The messages of a stream that a fault is about. */
export const FAULTY_MESSAGES = ['events', 'heartbeats', 'all'] as const
export type FaultyMessages = (typeof FAULTY_MESSAGES)[number]

export const TOKEN_ENDS = ['expired', 'revoked'] as const
export type TokenEnd = (typeof TOKEN_ENDS)[number]

export type FaultEffect =
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
  | { readonly kind: 'stream-cut'; readonly messages: FaultyMessages }
  | { readonly kind: 'stream-delay'; readonly messages: FaultyMessages; readonly delayMs: number }
  | { readonly kind: 'token'; readonly end: TokenEnd }
  | { readonly kind: 'client-disabled' }
export const FAULT_KINDS = [
  'answer',
  'delay',
  'cut',
  'stream-cut',
  'stream-delay',
  'token',
  'client-disabled',
] as const

/** What a fault strikes; what is left out fits all. */
export interface FaultMatch {
  readonly clientId?: string
  /** The operationId of the route. */
  readonly route?: string
}
