/** The chosen instrument: its names, its price, and the way to another one. */
import { useQuote } from '../../data/quotes'
import { chooseSymbol, nameOfInstrument, useInstrument } from '../../data/symbol'
import { BidAsk } from '../../parts/quote-cells'
import { SymbolSearch } from '../../parts/symbol-search'
import { Change, Money } from '../../ui/number'
import { tradeText } from './text'
import './headline.css'

export function Headline({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const instrument = useInstrument(symbol)
  const quote = useQuote(symbol).value
  return (
    <section class="headline">
      <div class="names">
        <h1>{symbol}</h1>
        <span class="muted">
          {instrument === null && say.unknownSymbol(symbol)}
          {instrument !== null && instrument !== undefined && nameOfInstrument(instrument)}
        </span>
      </div>
      <div class="price">
        <b>
          <Money value={quote?.price} live />
        </b>{' '}
        <Change value={quote?.change} /> <Change value={quote?.changeRate} unit="%" />
        <div>{quote?.outcome === 'NO_DATA' ? say.noPrice : <BidAsk symbol={symbol} />}</div>
      </div>
      <SymbolSearch onChoose={chooseSymbol} />
    </section>
  )
}
