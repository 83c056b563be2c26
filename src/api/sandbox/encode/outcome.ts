/** Encodes an outcome with the fields that it was set with, and its hits. */
import { decimalString } from '../../../core/money'
import type { ForcedResult, OutcomeMatch } from '../../../core/order/forced'

interface OutcomeShown {
  readonly outcomeId: string
  readonly match: OutcomeMatch
  readonly times: number | null
  readonly result: ForcedResult
  readonly hits: number
  readonly misses: number
  readonly lastMiss: string | null
}

export const encodeOutcome = (outcome: OutcomeShown) => ({
  outcomeId: outcome.outcomeId,
  ...outcome.match,
  ...(outcome.times !== null && { times: outcome.times }),
  ...encodeResult(outcome.result),
  hits: outcome.hits,
  misses: outcome.misses,
  ...(outcome.lastMiss !== null && { lastMiss: outcome.lastMiss }),
})

function encodeResult(result: ForcedResult) {
  switch (result.kind) {
    case 'fill': {
      const { price, parts, rest } = result
      return {
        result: 'fill',
        rest,
        ...(price !== null && { price: decimalString(price) }),
        ...(parts !== null && { parts: parts.map((part) => part.toFixed()) }),
      } as const
    }
    case 'reject':
      return { result: 'reject', code: result.code } as const
    case 'hold':
      return { result: 'hold' } as const
    case 'end':
      return { result: result.status === 'EXPIRED' ? 'expire' : 'cancel' } as const
    case 'loseCancel': {
      const { price, quantity, race } = result
      return {
        result: 'lose-cancel',
        race,
        ...(price !== null && { price: decimalString(price) }),
        ...(quantity !== null && { quantity: quantity.toFixed() }),
      } as const
    }
  }
}
