/** The account's open orders and latest fills, live. */
import { allOrders, latestFills, openOrders, ordersFault } from '../../data/orders'
import { chooseSymbol } from '../../data/symbol'
import { FillTable } from '../../parts/fill-table'
import { OrderTable } from '../../parts/order-table'
import { Link } from '../../shell/router'
import { shellText } from '../../shell/text'
import { Empty, Failed, Waiting } from '../../ui/states'
import { tradeText } from './text'

const SHOWN_MAX = 20

export function OpenOrders() {
  const say = tradeText()
  const orders = openOrders.value
  return (
    <section class="panel">
      <h2>{say.openOrders(orders?.length ?? 0)}</h2>
      {orders === null && ordersFault.value === null && <Waiting />}
      {orders === null && ordersFault.value !== null && <Failed error={ordersFault.value} />}
      {orders?.length === 0 && allOrders.value?.length === 0 && <FirstOrder />}
      {orders?.length === 0 && allOrders.value?.length !== 0 && (
        <p class="muted">
          <Link to="orders">{shellText().orders}</Link>
        </p>
      )}
      {orders !== null && orders.length > 0 && (
        <OrderTable
          caption={say.openOrders(orders.length)}
          orders={orders}
          explained
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
    </section>
  )
}

/** The README's, for this very server. */
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
      {/* It is wider than a phone, so that it can be scrolled, also by keyboard. */}
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
