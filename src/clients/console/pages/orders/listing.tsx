/**
 * Reads the lists of orders and fills by their filters, page by page, and shows how a list ends.
 */
import type { ConditionalOrder, ShownFill, ShownOrder } from '../../data/orders'
import { type Paged, type PageOf, type ReadPage, readAt } from '../../data/polled'
import { Button } from '../../ui/button'
import { Empty, Failed, Waiting } from '../../ui/states'
import { uiText } from '../../ui/text'
import { ordersText } from './text'

export interface Filters {
  readonly status: 'ALL' | 'OPEN' | 'CLOSED'
  readonly symbol: string
  /** A local time of this machine without a zone, from an input of type datetime-local. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: Filters = { status: 'ALL', symbol: '', from: '', to: '' }

const PAGE = 50

function queryOf({ symbol, from, to }: Filters, cursor: string | undefined): URLSearchParams {
  const query = new URLSearchParams({ limit: String(PAGE) })
  if (symbol.trim() !== '') query.set('symbol', symbol.trim())
  if (from !== '') query.set('from', instantOf(from))
  if (to !== '') query.set('to', instantOf(to))
  if (cursor !== undefined) query.set('cursor', cursor)
  return query
}

const instantOf = (local: string): string => new Date(local).toISOString() // tidy: no clock is read

export const ordersOf =
  (filters: Filters): ReadPage<ShownOrder> =>
  async (from, cursor): Promise<PageOf<ShownOrder>> => {
    const query = queryOf(filters, cursor)
    if (filters.status !== 'ALL') query.set('status', filters.status)
    const { orders, nextCursor } = await readAt<{
      readonly orders: readonly ShownOrder[]
      readonly nextCursor?: string
    }>(from, '/v1/orders', query)
    return { rows: orders, nextCursor }
  }

/** The list of conditional orders has no times. */
export const conditionalOf =
  ({ status, symbol }: Filters): ReadPage<ConditionalOrder> =>
  async (from, cursor): Promise<PageOf<ConditionalOrder>> => {
    const query = queryOf({ ...NO_FILTERS, symbol }, cursor)
    if (status !== 'ALL') query.set('status', status)
    const { conditionalOrders, nextCursor } = await readAt<{
      readonly conditionalOrders: readonly ConditionalOrder[]
      readonly nextCursor?: string
    }>(from, '/paper/conditional-orders', query)
    return { rows: conditionalOrders, nextCursor }
  }

export const fillsOf =
  (filters: Filters): ReadPage<ShownFill> =>
  async (from, cursor): Promise<PageOf<ShownFill>> => {
    const { fills, nextCursor } = await readAt<{
      readonly fills: readonly ShownFill[]
      readonly nextCursor?: string
    }>(from, '/v1/orders/fills', queryOf(filters, cursor))
    return { rows: fills, nextCursor }
  }

export const Nothing = () => (
  <Empty title={ordersText().none}>
    <p>{ordersText().noneHelp}</p>
  </Empty>
)

/** A button that reads the next page of a list, or the state of the reading. */
export function More<Row>({ list }: { readonly list: Paged<Row> }) {
  if (list.state === 'failed') return <Failed error={list.error} onAgain={list.again} />
  if (list.state === 'loading') return <Waiting lines={list.rows.length === 0 ? 6 : 1} />
  if (list.more === null) return null
  return (
    <p class="row">
      <Button onClick={list.more}>{uiText().more}</Button>
    </p>
  )
}
