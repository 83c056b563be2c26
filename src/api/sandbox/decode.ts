import { type Instrument, pricePlaces } from '../../core/instrument'
import { ORDER_SHARES_MAX, QUANTITY_PLACES_MAX, SANDBOX_PRICE_USD_MAX } from '../../core/limits'
import {
  fitsPlaces,
  NO_QUANTITY,
  type Price,
  placesOf,
  price,
  type Quantity,
  quantity,
} from '../../core/money'
import { type FillProfileName, newestProfile } from '../../core/order/fill-profile'
import {
  invalidParam,
  isRefused,
  type Malformed,
  type Refused,
  refusedParam,
} from '../../core/refusals'
import type { Scope } from '../../core/scope'
import { type Instant, parseInstant, Temporal } from '../../core/time'
import { decodeInitialCash, EXPECTED_INSTANT } from '../../http/wire/schemas'
import { tooManyPlaces } from '../wire/orders'
import type { AccountRequest, ClientRequest } from './clients'

/** The size of a side without one in the request: enough for any order. */
const SIZE_DEFAULT = quantity(ORDER_SHARES_MAX)
const SIZE_MAX = quantity('1000000000')

interface ClockBody {
  readonly advance?: string
  readonly to?: string
  readonly speed?: number
}

export type ClockChange =
  | { readonly advance: Temporal.Duration }
  | { readonly to: Instant }
  | { readonly speed: number }

/** Takes exactly one of the three. */
export function decodeClockChange(body: ClockBody): ClockChange | Malformed {
  const { advance, to, speed } = body
  const [given, another] = Object.keys(body)
  if (given === undefined) return refusedParam('missing-parameter', 'advance, to or speed')
  if (another !== undefined) return invalidParam(another, `it cannot go together with ${given}`)
  if (speed !== undefined) return { speed }
  if (to !== undefined) {
    const instant = parseInstant(to)
    return instant === undefined ? invalidParam('to', NO_TIME) : { to: instant }
  }
  const duration = durationOf(advance ?? '')
  return duration === undefined
    ? invalidParam('advance', 'it must be an ISO 8601 duration such as PT90S')
    : { advance: duration }
}

/** Null if the request names no time. */
export function decodeRewind({
  to,
}: {
  readonly to?: string
}): { readonly to: Instant | null } | Malformed {
  const instant = to === undefined ? null : parseInstant(to)
  return instant === undefined ? invalidParam('to', NO_TIME) : { to: instant }
}

const NO_TIME = `it must be ${EXPECTED_INSTANT}`

function durationOf(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text)
  } catch {
    return undefined
  }
}

interface PinBody {
  readonly bidPrice: number
  readonly askPrice: number
  readonly bidSize?: number
  readonly askSize?: number
}

export interface PinRequest {
  readonly bidPrice: Price
  readonly askPrice: Price
  readonly bidSize: Quantity
  readonly askSize: Quantity
}

/** Takes prices on the tick, with the bid not above the ask [sandbox.quotes]. */
export function decodePin(body: PinBody): PinRequest | Malformed {
  const bidPrice = decodePrice('bidPrice', body.bidPrice)
  if (isRefused(bidPrice)) return bidPrice
  const askPrice = decodePrice('askPrice', body.askPrice)
  if (isRefused(askPrice)) return askPrice
  if (bidPrice.gt(askPrice)) return invalidParam('bidPrice', 'it must not be above the askPrice')
  const bidSize = sizeOf('bidSize', body.bidSize)
  if (isRefused(bidSize)) return bidSize
  const askSize = sizeOf('askSize', body.askSize)
  return isRefused(askSize) ? askSize : { bidPrice, askPrice, bidSize, askSize }
}

function sizeOf(param: string, sent: number | undefined): Quantity | Malformed {
  if (sent === undefined) return SIZE_DEFAULT
  const found = quantity(String(sent))
  const fits =
    found.gte(NO_QUANTITY) && found.lte(SIZE_MAX) && fitsPlaces(found, QUANTITY_PLACES_MAX)
  if (fits) return found
  const range = `from 0 to ${SIZE_MAX.toFixed()}`
  const places = `at most ${QUANTITY_PLACES_MAX} decimal places, and has ${placesOf(found)}`
  return invalidParam(param, `it must be ${range} with ${places}`)
}

export type InstrumentChange = Partial<Pick<Instrument, 'tradable' | 'dayMarketTradable'>>

/** Takes at least one of the two. */
export const decodeInstrumentChange = (body: InstrumentChange): InstrumentChange | Malformed =>
  Object.keys(body).length === 0
    ? refusedParam('missing-parameter', 'tradable or dayMarketTradable')
    : body

interface AccountBody {
  readonly cash?: number
  readonly profile?: FillProfileName
  readonly clientId?: string
}

export function decodeNewAccount(body: AccountBody): AccountRequest | Malformed {
  const cash = decodeInitialCash(body.cash)
  if (isRefused(cash)) return cash
  return { ...cash, profile: body.profile && newestProfile(body.profile), clientId: body.clientId }
}

interface ClientBody {
  readonly scope?: Scope
  readonly name?: string
  readonly accounts?: number
  readonly accountIds?: readonly string[]
  readonly cash?: number
  readonly profile?: FillProfileName
  readonly clientId?: string
  readonly clientSecret?: string
}

/** Takes either new accounts or names of existing ones, and an id only together with its secret. */
export function decodeNewClient(body: ClientBody): ClientRequest | Malformed {
  const { scope = 'TRADE', name, accounts, accountIds, clientId, clientSecret } = body
  if (clientId !== undefined && clientSecret === undefined) {
    return refusedParam('missing-parameter', 'clientSecret')
  }
  if (clientId === undefined && clientSecret !== undefined) {
    return refusedParam('missing-parameter', 'clientId')
  }
  const account = decodeNewAccount({
    ...(body.cash !== undefined && { cash: body.cash }),
    ...(body.profile !== undefined && { profile: body.profile }),
  })
  if (isRefused(account)) return account
  const [first, ...others] = new Set(accountIds)
  const forNew = (['accounts', 'cash', 'profile'] as const).find((key) => body[key] !== undefined)
  if (first !== undefined && forNew !== undefined) {
    return invalidParam(forNew, 'it is for new accounts, and cannot go together with accountIds')
  }
  return {
    scope,
    name,
    cash: account.cash,
    profile: account.profile,
    credentials: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    accounts: first === undefined ? (accounts ?? 1) : [first, ...others],
  }
}

/** Refuses the first detail that the chosen kind of fault or outcome does not allow. */
export function foreignDetail<Name extends string>(
  body: { readonly [N in Name]?: unknown },
  details: readonly Name[],
  kind: string,
  allowed: readonly string[],
): Refused<'invalid-parameter'> | undefined {
  const foreign = details.find(
    (name) => name !== kind && body[name] !== undefined && !allowed.includes(name),
  )
  return foreign && invalidParam(foreign, `it cannot go together with ${kind}`)
}

const MAX = price(SANDBOX_PRICE_USD_MAX)

/** The strict JSON reader passes exact numbers only, so the number's text is what was sent. */
export function decodePrice(
  param: string,
  sent: number | string,
): Price | Refused<'invalid-parameter'> {
  const found = price(String(sent))
  if (found.gt(MAX)) return invalidParam(param, `it must be at most ${MAX.toFixed()}`)
  return tooManyPlaces(param, found, pricePlaces(found)) ?? found
}
