/** The account's open orders and latest fills, live. */
import { allOrders, latestFills, openOrders, ordersFault, type ShownOrder } from '../../data/orders'
import { chooseSymbol } from '../../data/symbol'
import { FillTable, OrderTable } from '../../parts/order-table'
import { Link } from '../../shell/router'
import { Empty, Failed, Waiting } from '../../ui/states'
import { useSteadyRows } from '../../ui/table'
import { AmendButton } from './exits/amend'
import { CancelAll } from './exits/closing'
import { tradeText } from './text'

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
