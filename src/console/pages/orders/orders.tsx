/** The page "Orders". */
import { ordersText } from './text'
import './orders.css'

export function OrdersPage() {
  const say = ordersText()
  return (
    <section class="orders">
      <h1>{say.title}</h1>
    </section>
  )
}
