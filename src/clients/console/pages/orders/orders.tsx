/** The page "Orders": all orders and fills of the account, filtered, page by page. */
import '../pages.css'
import { useEffect, useState } from 'preact/hooks'
import { latestFills, allOrders as liveOrders, type ShownOrder } from '../../data/orders'
import { usePages } from '../../data/polled'
import { after } from '../../data/time'
import { FillTable, OrderTable } from '../../parts/order-table'
import { Button, Choice } from '../../ui/button'
import { SelectField, TextField } from '../../ui/form-field'
import { ConditionalList } from './conditional-list'
import { Export } from './export'
import { type Filters, fillsOf, More, NO_FILTERS, Nothing, ordersOf } from './listing'
import { ordersText } from './text'

const STATUSES = ['ALL', 'OPEN', 'CLOSED'] as const
const LISTS = ['orders', 'fills', 'conditional'] as const
const TYPING_MS = 300

export function OrdersPage() {
  const say = ordersText()
  const [list, setList] = useState<(typeof LISTS)[number]>('orders')
  const [filters, setFilters] = useState(NO_FILTERS)
  const debounced = useDebounced(filters)
  return (
    <div class="stack orders-page">
      <h1 class="unseen">{say.title}</h1>
      <section class="panel filters" aria-label={say.list}>
        <Choice
          label={say.list}
          name="list"
          value={list}
          options={LISTS.map((each) => [each, say[each]])}
          onChange={setList}
        />
        <FilterFields list={list} filters={filters} onChange={setFilters} />
        {list !== 'conditional' && <Export what={list} filters={debounced} />}
      </section>
      <section class="panel">
        {list === 'orders' && <OrderList filters={debounced} />}
        {list === 'fills' && <FillList filters={debounced} />}
        {list === 'conditional' && <ConditionalList filters={debounced} />}
      </section>
    </div>
  )
}

/** The filters, after a pause in typing. */
function useDebounced(filters: Filters): Filters {
  const [debounced, setDebounced] = useState(filters)
  useEffect(() => after(TYPING_MS, () => setDebounced(filters)), [filters])
  return debounced
}

interface FilterProps {
  readonly list: (typeof LISTS)[number]
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

function FilterFields({ list, filters, onChange }: FilterProps) {
  const say = ordersText()
  return (
    <div class="fields">
      {list !== 'fills' && (
        <SelectField
          label={say.status}
          value={filters.status}
          options={STATUSES.map((each) => [each, say[each]])}
          onChange={(status) => onChange({ ...filters, status })}
        />
      )}
      <TextField
        label={say.symbol}
        value={filters.symbol}
        onInput={(symbol) => onChange({ ...filters, symbol })}
      />
      {list !== 'conditional' && (
        <>
          <TextField
            label={say.from}
            type="datetime-local"
            value={filters.from}
            onInput={(from) => onChange({ ...filters, from })}
          />
          <TextField
            label={say.to}
            type="datetime-local"
            value={filters.to}
            onInput={(to) => onChange({ ...filters, to })}
          />
        </>
      )}
    </div>
  )
}

function OrderList({ filters }: { readonly filters: Filters }) {
  const say = ordersText()
  const paged = usePages(JSON.stringify(['orders', filters]), ordersOf(filters))
  // The stream may have sent a newer state of an order.
  const live = new Map((liveOrders.value ?? []).map((order) => [order.orderId, order]))
  const rows = paged.rows.map((order): ShownOrder => newerOf(order, live.get(order.orderId)))
  const newest = liveOrders.value?.[0]?.orderId
  return (
    <>
      <News
        known={paged.rows[0]?.orderId}
        newest={newest}
        filters={filters}
        restart={paged.restart}
      />
      {rows.length > 0 && <OrderTable caption={say.orders} orders={rows} dated />}
      {rows.length === 0 && paged.state === 'ready' && <Nothing />}
      <More list={paged} />
    </>
  )
}

const newerOf = (read: ShownOrder, live: ShownOrder | undefined): ShownOrder =>
  live !== undefined && live.updatedAt >= read.updatedAt ? live : read

function FillList({ filters }: { readonly filters: Filters }) {
  const say = ordersText()
  const paged = usePages(JSON.stringify(['fills', filters]), fillsOf(filters))
  const newest = latestFills.value[0]?.fillId
  return (
    <>
      <News
        known={paged.rows[0]?.fillId}
        newest={newest}
        filters={filters}
        restart={paged.restart}
      />
      {paged.rows.length > 0 && <FillTable caption={say.fills} fills={paged.rows} dated />}
      {paged.rows.length === 0 && paged.state === 'ready' && <Nothing />}
      <More list={paged} />
    </>
  )
}

interface NewsProps {
  readonly known: string | undefined
  readonly newest: string | undefined
  readonly filters: Filters
  readonly restart: () => void
}

/** A button that loads newer rows, so that rows do not move under the pointer. */
function News({ known, newest, filters, restart }: NewsProps) {
  const say = ordersText()
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS)
  const hasNews = newest !== undefined && known !== undefined && newest > known
  return (
    <p class="row news" role="status">
      {hasNews && !isFiltered && (
        <>
          {say.news} <Button onClick={restart}>{say.show}</Button>
        </>
      )}
    </p>
  )
}
