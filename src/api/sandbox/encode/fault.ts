/** Encodes a fault with the fields that it was set with, and its hits. */
import type { FaultEffect, FaultMatch } from '../../../core/fault-rule'

interface FaultShown {
  readonly faultId: string
  readonly match: FaultMatch
  readonly times: number | null
  readonly share: number | null
  readonly seed: number
  readonly effect: FaultEffect
  readonly seen: number
  readonly hits: number
}

export const encodeFault = (fault: FaultShown) => ({
  faultId: fault.faultId,
  ...fault.match,
  ...(fault.times !== null && { times: fault.times }),
  ...(fault.share !== null && { share: fault.share, seed: fault.seed }),
  ...encodeEffect(fault.effect),
  seen: fault.seen,
  hits: fault.hits,
})

const durationOf = (ms: number): string => `PT${ms / 1_000}S`

function encodeEffect(effect: FaultEffect) {
  switch (effect.kind) {
    case 'answer': {
      const { at, code, status, retryAfterSeconds } = effect
      return {
        ...{ at, status },
        ...(code !== null && { code }),
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      }
    }
    case 'delay':
      return { at: effect.at, delay: durationOf(effect.delayMs) }
    case 'cut':
      return { cut: effect.at }
    case 'stream-cut':
      return { stream: 'cut', messages: effect.messages } as const
    case 'stream-delay': {
      const { messages, delayMs } = effect
      return { stream: 'late', messages, delay: durationOf(delayMs) } as const
    }
    case 'token':
      return { token: effect.end }
    case 'client-disabled':
      return { client: 'disabled' } as const
  }
}
