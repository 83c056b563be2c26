/** The account's conditional orders that are in progress: stops, trails, and pairs of exits. */
import { answered, type Client } from '../../sdk'
import { polled } from './polled'

/** The stop of a trail moves without an event. */
const EVERY_MS = 3_000
const READ_AT_ONCE = 100

const readOpen = async (from: Client) => {
  const query = { status: 'OPEN', limit: READ_AT_ONCE } as const
  return (await answered(from.api.paper['conditional-orders'].get({ query }))).conditionalOrders
}

export type ConditionalOrder = Awaited<ReturnType<typeof readOpen>>[number]
export type Leg = ConditionalOrder['legs'][number]
export type ConditionalBody = Parameters<Client['api']['paper']['conditional-orders']['post']>[0]
export type ConditionalAmendment = Parameters<
  ReturnType<Client['api']['paper']['conditional-orders']>['patch']
>[0]

/** Newest first. */
export const conditionalOrders = polled(readOpen, EVERY_MS)

/** Empty until they have been read. */
export function openConditionalOrders(): readonly ConditionalOrder[] {
  const { value: shown } = conditionalOrders.shown
  return shown.state === 'ready' ? shown.value : []
}

export const conditionalOrderOf = (clientOrderId: string): ConditionalOrder | undefined =>
  openConditionalOrders().find((each) => each.clientOrderId === clientOrderId)

/** The leg that has placed the order, if a conditional order has. */
export const legOfOrder = (orderId: string): Leg | undefined =>
  openConditionalOrders()
    .flatMap(({ legs }) => legs)
    .find((leg) => leg.orderId === orderId)

export const readConditional = (from: Client, conditionalOrderId: string) =>
  answered(from.api.paper['conditional-orders']({ conditionalOrderId }).get())

export const placeConditional = (from: Client, body: ConditionalBody, signal?: AbortSignal) =>
  answered(from.api.paper['conditional-orders'].post(body, signal && { fetch: { signal } }))

export const previewConditional = (from: Client, body: ConditionalBody) =>
  answered(from.api.paper['conditional-orders'].preview.post(body))

export const amendConditional = (
  from: Client,
  conditionalOrderId: string,
  amendment: ConditionalAmendment,
) => answered(from.api.paper['conditional-orders']({ conditionalOrderId }).patch(amendment))

export const cancelConditional = (from: Client, conditionalOrderId: string) =>
  answered(from.api.paper['conditional-orders']({ conditionalOrderId }).delete())
