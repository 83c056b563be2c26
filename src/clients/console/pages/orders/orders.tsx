/**
 * The page "Orders": all orders and fills of the account, and its conditional orders leg by leg,
 * filtered, page by page.
 */
import '../pages.css'
import { useEffect, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import {
  type ConditionalOrder,
  conditionalOrders,
  latestFills,
  allOrders as liveOrders,
  readConditional,
  type ShownOrder,
} from '../../data/orders'
import { usePages, usePolled } from '../../data/polled'
import { client } from '../../data/session'
import { after } from '../../data/time'
import { isOpenLeg } from '../../parts/leg'
import { keyOfLeg, type LegRow, legColumns } from '../../parts/leg-table'
import { FillTable, OrderTable } from '../../parts/order-table'
import { legText, partsText } from '../../parts/text'
import { Moment, shownZoneName } from '../../shell/zone'
import { Button, Choice, CopyRow } from '../../ui/button'
import { SelectField, TextField } from '../../ui/form-field'
import { type Column, Table } from '../../ui/table'
import { Export } from './export'
import {
  conditionalOf,
  type Filters,
  fillsOf,
  More,
  NO_FILTERS,
  Nothing,
  ordersOf,
} from './listing'
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

function ConditionalList({ filters }: { readonly filters: Filters }) {
  const paged = usePages(JSON.stringify(['conditional', filters]), conditionalOf(filters))
  const [opened, setOpened] = useState<string | null>(null)
  const shown = usePolled(conditionalOrders)
  const live = shown.state === 'ready' ? shown.value : null
  const open = new Map((live ?? []).map((group) => [group.conditionalOrderId, group]))
  const hasEnded = (group: ConditionalOrder): boolean =>
    live !== null && group.legs.some(isOpenLeg) && !open.has(group.conditionalOrderId)
  const ended = useEnded(paged.rows.filter(hasEnded).map((group) => group.conditionalOrderId))
  const rows = paged.rows.flatMap((read): readonly LegRow[] => {
    const id = read.conditionalOrderId
    const group = open.get(id) ?? ended.get(id) ?? read
    return group.legs.map((leg) => ({ group, leg }))
  })
  return (
    <>
      {rows.length > 0 && (
        <Table
          caption={ordersText().conditional}
          columns={columns()}
          rows={rows}
          keyOf={keyOfLeg}
          isChosen={(row) => keyOfLeg(row) === opened}
          onChoose={(row) => setOpened(keyOfLeg(row) === opened ? null : keyOfLeg(row))}
          detail={(row) => (keyOfLeg(row) === opened ? <LegLife {...row} /> : null)}
        />
      )}
      {rows.length === 0 && paged.state === 'ready' && <Nothing />}
      <More list={paged} />
    </>
  )
}

/** Reads conditional orders that have ended since their page was read, each once. */
function useEnded(ids: readonly string[]): ReadonlyMap<string, ConditionalOrder> {
  const [found, setFound] = useState<ReadonlyMap<string, ConditionalOrder>>(new Map())
  const from = client.value
  const missing = ids.filter((id) => !found.has(id)).join(' ')
  useEffect(() => {
    if (from === null || missing === '') return
    let over = false
    for (const id of missing.split(' ')) {
      readConditional(from, id).then(
        (group) => over || setFound((before) => new Map([...before, [id, group]])),
        () => {},
      )
    }
    return () => {
      over = true
    }
  }, [from, missing])
  return found
}

function columns(): readonly Column<LegRow>[] {
  const of = legColumns()
  const time: Column<LegRow> = {
    key: 'time',
    label: partsText().time(shownZoneName.value),
    wide: true,
    cell: ({ group }) => <Moment at={group.requestedAt} dated />,
  }
  return [of.symbol, time, of.leg, of.side, of.quantity, of.filled, of.price, of.valid, of.status]
}

/** What became of the leg, in the server's own sentences, and its ids. */
function LegLife({ group, leg }: LegRow) {
  const say = partsText()
  const text = useLegText({ group, leg })
  return (
    <section class="order-life" aria-label={say.life}>
      {text !== null && (
        <>
          <h3>{say.explanation}</h3>
          <p class="muted" lang="en">
            {text}
          </p>
        </>
      )}
      <dl class="ids">
        <CopyRow label={legText().conditionalOrderId} text={group.conditionalOrderId} />
        <CopyRow label={say.clientOrderId} text={group.clientOrderId} />
        {leg.orderId !== undefined && <CopyRow label={say.orderId} text={leg.orderId} />}
      </dl>
    </section>
  )
}

/** Null until it is read. It is read again when the leg changes. */
function useLegText({ group, leg }: LegRow): string | null {
  const [text, setText] = useState<string | null>(null)
  const from = client.value
  const { conditionalOrderId } = group
  useEffect(() => {
    if (from === null) return
    let over = false
    const explained = answered(
      from.api.paper['conditional-orders']({ conditionalOrderId }).explanation.get(),
    )
    explained.then(
      ({ legs }) => over || setText(legs.find((each) => each.leg === leg.leg)?.text ?? null),
      () => {},
    )
    return () => {
      over = true
    }
  }, [from, conditionalOrderId, leg.leg, leg.updatedAt])
  return text
}
