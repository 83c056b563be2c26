/** The chosen instrument with its quote, and the search for another one. */
import { useQuote } from '../../data/quotes'
import {
  chooseSymbol,
  isWatched,
  nameOfInstrument,
  unwatchSymbol,
  useInstrument,
  watchSymbol,
} from '../../data/symbol'
import { BidAsk, PinnedMark } from '../../parts/quote-cells'
import { SymbolSearch } from '../../parts/symbol-search'
import { Button } from '../../ui/button'
import { Change, Money } from '../../ui/number'
import { tradeText } from './text'
import { change } from './ticket'
import { focusTicket } from './ticket-focus'
import './trade.css'

export function Headline({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const instrument = useInstrument(symbol)
  const quote = useQuote(symbol).value
  return (
    <section class="headline">
      <div class="names">
        <div class="row">
          <h1>{symbol}</h1>
          <Star symbol={symbol} />
        </div>
        <span class="muted">
          {instrument === null && say.unknownSymbol(symbol)}
          {instrument !== null && instrument !== undefined && nameOfInstrument(instrument)}
        </span>
      </div>
      <div class="price">
        <b>
          <Money value={quote?.price} live />
        </b>{' '}
        <Change value={quote?.change} /> <Change value={quote?.changeRate} unit="%" />{' '}
        <PinnedMark symbol={symbol} />
        <div>
          {quote?.outcome === 'NO_DATA' ? (
            say.noPrice
          ) : (
            <BidAsk symbol={symbol} onPrice={limitAt} priceLabel={say.limitAt} />
          )}
        </div>
      </div>
      <SymbolSearch onChoose={chooseSymbol} />
    </section>
  )
}

/** Makes the ticket's order a limit order at a price of the quote. */
function limitAt(price: string): void {
  change({ orderType: 'LIMIT', limitPrice: price })
  focusTicket()
}

/** Adds the instrument to the watch list, or removes it. */
function Star({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const watched = isWatched(symbol)
  return (
    <Button
      kind="quiet"
      aria-label={say.watch(symbol)}
      aria-pressed={watched}
      onClick={() => (watched ? unwatchSymbol(symbol) : watchSymbol(symbol))}
    >
      {watched ? '★' : '☆'}
    </Button>
  )
}
