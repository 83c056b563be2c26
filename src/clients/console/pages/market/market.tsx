/** The page "Market": the watch list, the way to every instrument, and the calendar. */
import { watchSymbol } from '../../data/watch-list'
import { ClosedNow } from '../../parts/closed-now'
import { SymbolSearch } from '../../parts/symbol-search'
import { partsText } from '../../parts/text'
import { WatchList } from '../../parts/watch-list'
import { Calendar } from './calendar'
import { marketText } from './text'
import './market.css'

export function MarketPage() {
  const say = marketText()
  return (
    <div class="stack market-page">
      <h1 class="unseen">{say.title}</h1>
      <ClosedNow />
      <section class="panel">
        <div class="row heading">
          <h2>{partsText().watchList}</h2>
          <SymbolSearch label={say.add} onChoose={watchSymbol} />
        </div>
        <WatchList wide />
      </section>
      <Calendar />
    </div>
  )
}
