/**
 * The account's orders and fills, live, with the server's explanation of an order. They are read
 * once, then updated by the events of the stream. After a lost connection the stream sends the
 * events that were missed.
 */
import { computed, effect, signal, untracked } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import {
  type AccountEvent,
  type AccountEvents,
  answered,
  type Client,
  type OrderEvent,
  RefusalError,
  type StreamState,
} from '../../sdk/index'
import { account, holdings, profit } from './account'
import { polled, reached } from './polled'
import { client } from './session'
import { after } from './time'

export type ShownOrder = OrderEvent['order']
export type ShownFill = NonNullable<OrderEvent['fill']>

/** `failed` if the stream was refused and no later attempt would help. */
type Connection = StreamState | { readonly state: 'failed'; readonly error: unknown }

export const connection = signal<Connection>({ state: 'connecting' })
/** Null until they have been read. */
const orders = signal<ReadonlyMap<string, ShownOrder> | null>(null)
const fills = signal<ReadonlyMap<string, ShownFill>>(new Map())
/** Why they could not be read. */
export const ordersFault = signal<unknown>(null)

/** Events for the next drawing. */
const waiting: AccountEvent[] = []
/** Events from before the first reading, which may be newer than it. */
const early: OrderEvent[] = []

const OPEN: readonly ShownOrder['status'][] = ['SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL']

export const isOpenOrder = ({ status }: ShownOrder): boolean => OPEN.includes(status)

/** Ids sort by time. */
const newestFirst = <Id extends string, Row extends Readonly<Record<Id, string>>>(
  rows: Iterable<Row>,
  id: Id,
): readonly Row[] => [...rows].sort((one, other) => (one[id] < other[id] ? 1 : -1))

export const allOrders = computed(() =>
  orders.value === null ? null : newestFirst(orders.value.values(), 'orderId'),
)
export const openOrders = computed(() => allOrders.value?.filter(isOpenOrder) ?? null)
export const latestFills = computed(() => newestFirst(fills.value.values(), 'fillId'))

export const orderOf = (clientOrderId: string): ShownOrder | undefined =>
  allOrders.value?.find((order) => order.clientOrderId === clientOrderId)

const READ_AT_ONCE = 100
/** How often orders are read while there is no stream. */
const WITHOUT_STREAM_MS = 3_000

/** Follows the orders of the account in use, until `end` is called. */
class OrderReader {
  #events: AccountEvents | null = null
  /** The orders have been read since the stream began. */
  #confirmed = false
  #cancel = (): void => {}
  readonly #stop = effect(() => {
    const now = client.value
    untracked(() => {
      this.#events?.close()
      this.#cancel()
      orders.value = null
      fills.value = new Map()
      early.length = 0
      waiting.length = 0
      ordersFault.value = null
      if (now !== null) this.#follow(now)
    })
  })

  readonly end = (): void => {
    this.#stop()
    this.#cancel()
    this.#events?.close()
    this.#events = null
  }

  #follow(from: Client): void {
    const mine = from.events({ onState: (state) => this.#setState(mine, from, state) })
    this.#events = mine
    this.#confirmed = false
    void this.#listen(mine, from)
    // Shows the orders at once. They are read again when the stream begins.
    void this.#snapshot(mine, from)
    this.#cancel = after(WITHOUT_STREAM_MS, () => void this.#withoutStream(mine, from))
  }

  #setState(mine: AccountEvents, from: Client, state: StreamState): void {
    if (mine !== this.#events) return
    connection.value = state
    // After a lost connection the stream sends what was missed.
    if (state.state !== 'live' || this.#confirmed) return
    this.#confirmed = true
    void this.#snapshot(mine, from)
    // Conditional orders may have changed after they were last read and before the stream began.
    // The stream has no event of such a change.
    conditionalOrders.reload()
  }

  async #listen(mine: AccountEvents, from: Client): Promise<void> {
    try {
      for await (const event of mine) if (mine === this.#events) take(event)
    } catch (error) {
      if (mine !== this.#events) return
      connection.value = { state: 'failed', error }
      // The events that were missed are no longer stored: start over.
      if (error instanceof RefusalError && error.code === 'since-out-of-range') {
        this.#cancel()
        this.#follow(from)
      }
    }
  }

  async #snapshot(mine: AccountEvents, from: Client): Promise<void> {
    try {
      const { orders: listed } = from.api.v1
      const query = { limit: READ_AT_ONCE }
      const [open, latest, filled] = await reached(
        Promise.all([
          answered(listed.get({ query: { ...query, status: 'OPEN' } })),
          answered(listed.get({ query })),
          answered(listed.fills.get({ query })),
        ]),
      )
      if (mine !== this.#events) return
      merge([...latest.orders, ...open.orders], filled.fills)
      apply(early.splice(0))
      ordersFault.value = null
    } catch (error) {
      if (mine === this.#events) ordersFault.value = error
    }
  }

  async #withoutStream(mine: AccountEvents, from: Client): Promise<void> {
    if (mine !== this.#events) return
    if (connection.peek().state !== 'live' || orders.peek() === null) {
      await this.#snapshot(mine, from)
    }
    if (mine === this.#events) {
      this.#cancel = after(WITHOUT_STREAM_MS, () => void this.#withoutStream(mine, from))
    }
  }
}

export const runOrders = (): (() => void) => new OrderReader().end

/** Keeps the later of two records: an event may be older than the last reading. */
function merge(changed: Iterable<ShownOrder>, filled: Iterable<ShownFill>): void {
  const known = new Map(orders.peek())
  for (const order of changed) {
    const before = known.get(order.orderId)
    if (before === undefined || isLater(order, before)) known.set(order.orderId, order)
  }
  orders.value = known
  fills.value = new Map([
    ...fills.peek(),
    ...[...filled].map((fill) => [fill.fillId, fill] as const),
  ])
}

/** The later of two changes in one millisecond ends the order or fills more of it. */
const isLater = (order: ShownOrder, than: ShownOrder): boolean =>
  order.updatedAt === than.updatedAt
    ? order.filledQuantity >= than.filledQuantity && isOpenOrder(than)
    : order.updatedAt > than.updatedAt

/** Draws a burst of events once. */
function take(event: AccountEvent): void {
  if (waiting.push(event) > 1) return
  after(0, () => {
    const events = waiting.splice(0)
    const changes = events.filter((each) => each.type === 'order')
    if (orders.peek() === null) early.push(...changes)
    else apply(changes)
    if (changes.length < events.length) conditionalOrders.reload()
    // A leg that waits holds cash or shares, as an order does.
    account.reload()
    holdings.reload()
    profit.reload()
  })
}

const apply = (events: readonly OrderEvent[]): void =>
  merge(
    events.map(({ order }) => order),
    events.flatMap(({ fill }) => fill ?? []),
  )

const EVERY_MS = 5_000
/**
 * How soon an explanation is read again if the order waits for its first tick, which changes it.
 */
const BEFORE_TICK_MS = 1_000

const read = (from: Client, orderId: string, limit: number) =>
  answered(from.api.paper.orders({ orderId }).explanation.get({ query: { limit } }))

type ExplanationAnswer = Awaited<ReturnType<typeof read>>
export type ExplainedStep = ExplanationAnswer['steps'][number]

/** Null until it is read, or if the server has none. It is read repeatedly for an open order. */
export function useExplanation(order: ShownOrder, limit: number): ExplanationAnswer | null {
  const { orderId, updatedAt } = order
  const [found, setFound] = useState<ExplanationAnswer | null>(null)
  const from = client.value
  const isOpen = isOpenOrder(order)
  useEffect(() => {
    if (from === null) return
    let over = false
    let cancel = (): void => {}
    const again = async (): Promise<void> => {
      const answer = await read(from, orderId, limit).catch(() => null)
      if (over) return
      setFound(answer)
      // A server without an explanation is not asked again.
      if (!isOpen || answer === null) return
      const isNew = answer.latest?.rule === 'no-tick-yet'
      cancel = after(isNew ? BEFORE_TICK_MS : EVERY_MS, () => void again())
    }
    void again()
    return () => {
      over = true
      cancel()
    }
  }, [from, orderId, updatedAt, isOpen, limit])
  return found
}

// The account's conditional orders that are in progress: stops, trails, and pairs of exits.

/** The stop of a trail moves without an event. */
const LEGS_EVERY_MS = 3_000
const LEGS_AT_ONCE = 100

const readOpen = async (from: Client) => {
  const query = { status: 'OPEN', limit: LEGS_AT_ONCE } as const
  return (await answered(from.api.paper['conditional-orders'].get({ query }))).conditionalOrders
}

export type ConditionalOrder = Awaited<ReturnType<typeof readOpen>>[number]
export type Leg = ConditionalOrder['legs'][number]
export type ConditionalBody = Parameters<Client['api']['paper']['conditional-orders']['post']>[0]
export type ConditionalAmendment = Parameters<
  ReturnType<Client['api']['paper']['conditional-orders']>['patch']
>[0]

/** Newest first. */
export const conditionalOrders = polled(readOpen, LEGS_EVERY_MS)

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
