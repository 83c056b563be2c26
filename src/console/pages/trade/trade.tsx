/** The page "Trade". */
import { tradeText } from './text'
import './trade.css'

export function TradePage() {
  const say = tradeText()
  return (
    <section class="trade">
      <h1>{say.title}</h1>
    </section>
  )
}
