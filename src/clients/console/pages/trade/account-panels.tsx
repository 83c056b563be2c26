/**
 * The account's panels: open orders and latest fills, holdings with their profit and loss, and the
 * worth over time.
 */
import { useState } from 'preact/hooks'
import { dayHistory, type Holding, history, holdings, profit } from '../../data/account'
import { allOrders, latestFills, openOrders, ordersFault, type ShownOrder } from '../../data/orders'
import { usePolled } from '../../data/polled'
import { chooseSymbol, chosenSymbol } from '../../data/symbol'
import { msOf } from '../../data/time'
import { FillTable, OrderTable } from '../../parts/order-table'
import { Line } from '../../parts/prices'
import { partsText } from '../../parts/text'
import { Link } from '../../shell/router'
import { Button, Choice } from '../../ui/button'
import { cents, shownDecimal } from '../../ui/decimal'
import { Change, Count, Figure, Money } from '../../ui/number'
import { Empty, Failed, Waiting } from '../../ui/states'
import { type Column, Table, useSteadyRows } from '../../ui/table'
import { clockTime, dayOf, NEW_YORK_ZONE } from '../../ui/when'
import { AmendButton } from './exits/amend'
import { CancelAll, CloseAll, CloseDialog } from './exits/closing'
import { ProtectDialog } from './exits/protect'
import { exitsText, tradeText } from './text'
import { change, focusTicket } from './ticket'
import './trade.css'

const SHOWN_MAX = 20

export function OpenOrders() {
  const say = tradeText()
  const open = openOrders.value
  const { ids, hold } = useSteadyRows((open ?? []).slice(0, SHOWN_MAX).map(idOf))
  const known = new Map((allOrders.value ?? []).map((order) => [order.orderId, order]))
  const rows = ids.flatMap((id) => known.get(id) ?? [])
  return (
    <section class="panel" {...hold}>
      <div class="row heading">
        <h2>{say.openOrders(open?.length ?? 0)}</h2>
        <CancelAll />
      </div>
      {open === null && ordersFault.value === null && <Waiting />}
      {open === null && ordersFault.value !== null && <Failed error={ordersFault.value} />}
      {open !== null && known.size === 0 && <FirstOrder />}
      {rows.length > 0 && (
        <OrderTable
          caption={say.openOrders(rows.length)}
          orders={rows}
          explained
          action={(order) => <AmendButton target={{ order }} />}
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
      {open !== null && known.size > 0 && (
        <p class="more-orders">
          <Link to="orders">{say.allOrders}</Link>
        </p>
      )}
    </section>
  )
}

const idOf = ({ orderId }: ShownOrder): string => orderId

/** The README's example, for this server. */
const curl = () => `curl ${location.origin}/v1/orders \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "X-Service-Request-Id: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"symbol":"AAPL","side":"BUY","orderType":"MARKET",
       "quantity":10,"clientOrderId":"my-first-order"}'`

function FirstOrder() {
  const say = tradeText()
  return (
    <Empty title={say.noOrders}>
      <p>{say.noOrdersHelp}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
      <pre tabIndex={0}>{curl()}</pre>
    </Empty>
  )
}

export function LatestFills() {
  const say = tradeText()
  const fills = latestFills.value.slice(0, SHOWN_MAX)
  return (
    <section class="panel">
      <h2>{say.latestFills(fills.length)}</h2>
      {fills.length === 0 ? (
        <p class="muted">{say.noFills}</p>
      ) : (
        <FillTable
          caption={say.latestFills(fills.length)}
          fills={fills}
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
    </section>
  )
}

export function Holdings() {
  const say = tradeText()
  const shown = usePolled(holdings)
  const rows = shown.state === 'ready' ? shown.value.holdings : []
  const [opened, setOpened] = useState<Opened | null>(null)
  const end = () => setOpened(null)
  return (
    <section class="panel">
      <div class="row heading">
        <h2>{say.holdings(rows.length)}</h2>
        <CloseAll count={rows.length} />
      </div>
      <Profits />
      {shown.state === 'loading' && <Waiting />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={holdings.reload} />}
      {shown.state === 'ready' && rows.length === 0 && (
        <Empty title={say.noHoldings}>
          <p>{say.noHoldingsHelp}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={say.holdings(rows.length)}
          columns={columns(setOpened)}
          rows={rows}
          keyOf={({ symbol }) => symbol}
          isChosen={({ symbol }) => symbol === chosenSymbol.value}
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
      {opened?.form === 'protect' && <ProtectDialog holding={opened.holding} onClose={end} />}
      {opened?.form === 'close' && <CloseDialog holding={opened.holding} onClose={end} />}
    </section>
  )
}

/** What sales have realized, and what the holdings would [console.profit]. */
function Profits() {
  const say = tradeText()
  const shown = usePolled(profit)
  const now = shown.state === 'ready' ? shown.value : null
  return (
    <dl class="figures profits">
      <Figure label={say.realized}>
        <Change value={now && cents(now.realizedProfitAmount)} live />
      </Figure>
      <Figure label={say.unrealized}>
        <Change value={now && cents(now.unrealizedProfitAmount)} live />
      </Figure>
    </dl>
  )
}

/** The form that is open, and the holding that it is about. */
interface Opened {
  readonly form: 'protect' | 'close'
  readonly holding: Holding
}

/** Fills in the ticket to sell every share that no open order holds. */
function sellAll({ symbol, sellableQuantity }: Holding): void {
  chooseSymbol(symbol)
  change({ side: 'SELL', orderType: 'MARKET', quantity: String(sellableQuantity) })
  focusTicket()
}

function columns(open: (opened: Opened) => void): readonly Column<Holding>[] {
  const say = partsText()
  const numeric = true
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    {
      key: 'quantity',
      label: say.quantity,
      numeric,
      cell: ({ quantity }) => <Count value={quantity} live />,
    },
    {
      key: 'average',
      label: say.average,
      numeric,
      cell: (holding) => <Money value={holding.averageBuyPrice} />,
    },
    {
      key: 'price',
      label: say.last,
      numeric,
      cell: (holding) => <Money value={holding.currentPrice} live />,
    },
    {
      key: 'value',
      label: say.value,
      numeric,
      cell: (holding) => <Money value={holding.evaluationAmount} />,
    },
    {
      key: 'profit',
      label: say.profit,
      numeric,
      cell: (holding) => <Change value={holding.evaluationPnl} />,
    },
    {
      key: 'percent',
      label: say.percent,
      numeric,
      cell: (holding) => <Change value={holding.evaluationPnlRate} unit="%" />,
    },
    {
      key: 'actions',
      label: '',
      wide: true,
      cell: (holding) => <Actions holding={holding} open={open} />,
    },
  ]
}

interface ActionsProps {
  readonly holding: Holding
  readonly open: (opened: Opened) => void
}

function Actions({ holding, open }: ActionsProps) {
  const trade = tradeText()
  const exits = exitsText()
  const { symbol } = holding
  return (
    <span class="row-actions">
      <Button
        kind="quiet"
        aria-label={exits.protectNamed(symbol)}
        onClick={() => open({ form: 'protect', holding })}
      >
        {exits.protect}
      </Button>
      <Button kind="quiet" aria-label={trade.sellAll(symbol)} onClick={() => sellAll(holding)}>
        {trade.sell}
      </Button>
      <Button
        kind="quiet"
        aria-label={exits.closeNamed(symbol)}
        onClick={() => open({ form: 'close', holding })}
      >
        {exits.close}
      </Button>
    </span>
  )
}

const RANGES = ['today', 'all'] as const
type Range = (typeof RANGES)[number]

function timeOf(time: string, range: Range): string {
  const day = dayOf(msOf(time), NEW_YORK_ZONE)
  return range === 'all' ? day : `${day} ${clockTime(msOf(time), NEW_YORK_ZONE)}`
}

export function Equity() {
  const say = tradeText()
  const [range, setRange] = useState<Range>('today')
  const source = range === 'today' ? dayHistory : history
  const shown = usePolled(source)
  const points = shown.state === 'ready' ? shown.value.points : []
  const [first, last] = [points[0], points.at(-1)]
  return (
    <section class="panel equity">
      <div class="row heading">
        <h2>{say.equity}</h2>
        <Choice
          label={say.range}
          name="equity-range"
          value={range}
          options={RANGES.map((each) => [each, say[each]])}
          onChange={setRange}
        />
      </div>
      {shown.state === 'loading' && <Waiting />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={source.reload} />}
      {shown.state === 'ready' && points.length < 2 && <p class="muted">{say.noEquity}</p>}
      {first !== undefined && last !== undefined && points.length > 1 && (
        <>
          <Line
            values={points.map(({ totalAssetAmount }) => Number(totalAssetAmount))}
            label={say.equityOf(
              timeOf(first.time, range),
              timeOf(last.time, range),
              shownDecimal(first.totalAssetAmount),
              shownDecimal(last.totalAssetAmount),
            )}
          />
          <p class="ends muted" aria-hidden="true">
            {[first, last].map(({ time, totalAssetAmount }) => (
              <span key={time}>
                {timeOf(time, range)} <b>{shownDecimal(totalAssetAmount, { places: 2 })}</b>
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  )
}
