/** Reads an outcome whose shape is right into the core's words. */
import { ORDER_SHARES_MAX, QUANTITY_PLACES_MAX } from '../../../core/limits'
import { fitsPlaces, type Price, type Quantity, quantity } from '../../../core/money'
import type {
  CancelRace,
  ForcedResult,
  OutcomeMatch,
  RestOfForced,
} from '../../../core/order/forced'
import type { Side } from '../../../core/order/order'
import { isRefused, type RefusalCode, type Refused, refusedParam } from '../../../core/refusals'
import type { ForcedResultName } from '../schema/outcomes'
import { decodePrice } from './price'

export interface OutcomeBody {
  readonly outcomeId?: string
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: Side
  readonly clientOrderId?: string
  readonly times?: number
  readonly result: ForcedResultName
  readonly price?: number | string
  readonly quantity?: number | string
  readonly parts?: readonly (number | string)[]
  readonly rest?: RestOfForced
  readonly code?: RefusalCode
  readonly race?: CancelRace
}

export interface OutcomeRequest {
  readonly outcomeId: string | null
  readonly match: OutcomeMatch
  readonly times: number | null
  readonly result: ForcedResult
}

type DecodeRefusal = Refused<'missing-parameter' | 'invalid-parameter'>

const invalid = (param: string, reason: string) =>
  refusedParam('invalid-parameter', param, { reason })

/** Which of the fields that say more each result takes. */
const TAKES = {
  fill: ['price', 'quantity', 'parts', 'rest'],
  reject: ['code'],
  hold: [],
  'lose-cancel': ['price', 'quantity', 'race'],
  expire: [],
  cancel: [],
} as const satisfies Record<ForcedResultName, readonly (keyof OutcomeBody)[]>
const DETAILS = ['price', 'quantity', 'parts', 'rest', 'code', 'race'] as const

export function decodeOutcome(body: OutcomeBody): OutcomeRequest | DecodeRefusal {
  const { outcomeId, times, clientId, accountId, symbol, side, clientOrderId } = body
  const result = resultOf(body)
  if (isRefused(result)) return result
  return {
    outcomeId: outcomeId ?? null,
    times: times ?? null,
    result,
    match: {
      ...(clientId !== undefined && { clientId }),
      ...(accountId !== undefined && { accountId }),
      ...(symbol !== undefined && { symbol: symbol.toUpperCase() }),
      ...(side !== undefined && { side }),
      ...(clientOrderId !== undefined && { clientOrderId }),
    },
  }
}

function resultOf(body: OutcomeBody): ForcedResult | DecodeRefusal {
  const { result } = body
  const takes: readonly string[] = TAKES[result]
  const foreign = DETAILS.find((name) => body[name] !== undefined && !takes.includes(name))
  if (foreign !== undefined) return invalid(foreign, `it cannot go together with ${result}`)
  switch (result) {
    case 'fill':
      return fillOf(body)
    case 'reject':
      return body.code === undefined
        ? refusedParam('missing-parameter', 'code')
        : { kind: 'reject', code: body.code }
    case 'hold':
      return { kind: 'hold' }
    case 'expire':
      return { kind: 'end', status: 'EXPIRED' }
    case 'cancel':
      return { kind: 'end', status: 'CANCELED' }
    case 'lose-cancel':
      return loseCancelOf(body)
  }
}

function fillOf(body: OutcomeBody): ForcedResult | DecodeRefusal {
  const paid = priceOf(body.price)
  if (isRefused(paid)) return paid
  if (body.parts !== undefined && body.quantity !== undefined) {
    return invalid('parts', 'it cannot go together with quantity')
  }
  const sent = body.parts ?? (body.quantity === undefined ? undefined : [body.quantity])
  const parts: Quantity[] = []
  for (const [index, part] of (sent ?? []).entries()) {
    const param = body.parts === undefined ? 'quantity' : `parts.${index}`
    const shares = sharesOf(param, part)
    if ('refused' in shares) return shares
    parts.push(shares)
  }
  return {
    kind: 'fill',
    price: paid.price,
    parts: sent === undefined ? null : parts,
    rest: body.rest ?? 'hold',
  }
}

function loseCancelOf(body: OutcomeBody): ForcedResult | DecodeRefusal {
  const paid = priceOf(body.price)
  if (isRefused(paid)) return paid
  const shares = body.quantity === undefined ? null : sharesOf('quantity', body.quantity)
  if (shares !== null && 'refused' in shares) return shares
  return {
    kind: 'loseCancel',
    price: paid.price,
    quantity: shares,
    race: body.race ?? 'next-tick',
  }
}

function priceOf(sent: number | string | undefined): { price: Price | null } | DecodeRefusal {
  if (sent === undefined) return { price: null }
  const found = decodePrice('price', sent)
  return isRefused(found) ? found : { price: found }
}

function sharesOf(param: string, sent: number | string): Quantity | DecodeRefusal {
  const found = quantity(String(sent))
  if (found.lte(quantity(ORDER_SHARES_MAX)) && fitsPlaces(found, QUANTITY_PLACES_MAX)) return found
  return invalid(
    param,
    `it must be at most ${ORDER_SHARES_MAX} with at most ${QUANTITY_PLACES_MAX} decimal places`,
  )
}
