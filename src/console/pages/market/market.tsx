/** The page "Market". */
import { marketText } from './text'
import './market.css'

export function MarketPage() {
  const say = marketText()
  return (
    <section class="market">
      <h1>{say.title}</h1>
    </section>
  )
}
