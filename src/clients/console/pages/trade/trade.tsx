/**
 * The page "Trade": the chosen instrument with its quote, the ticket, and the account's orders and
 * holdings.
 */
import './trade.css'
import { useEffect, useState } from 'preact/hooks'
import { useQuote } from '../../data/market'
import {
  chooseSymbol,
  chosenSymbol,
  isWatched,
  nameOfInstrument,
  unwatchSymbol,
  useInstrument,
  watchSymbol,
} from '../../data/symbol'
import { SymbolSearch, WatchList } from '../../parts/instruments'
import { BidAsk, ClosedNow, PinnedMark } from '../../parts/prices'
import { partsText } from '../../parts/text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Change, Money } from '../../ui/number'
import { Equity, Holdings, LatestFills, OpenOrders } from './account-panels'
import { ChartPanel } from './chart-panel'
import { Amendment } from './exits/amend'
import { ConditionalOrders } from './exits/waiting'
import { tradeText } from './text'
import { change, focusTicket, ticketRequests } from './ticket'
import { TicketForm } from './ticket-form'

export function TradePage() {
  const say = tradeText()
  const symbol = chosenSymbol.value
  return (
    <div class="trade">
      <div class="head">
        <Headline symbol={symbol} />
        <ClosedNow />
      </div>
      <section class="panel watch">
        <h2>{partsText().watchList}</h2>
        <WatchList />
      </section>
      <ChartPanel symbol={symbol} />
      <Ticket symbol={symbol} />
      <div class="stack tables">
        <OpenOrders />
        <ConditionalOrders />
        <Holdings />
        <LatestFills />
      </div>
      <div class="stack side-panels">
        <Equity />
      </div>
      <Amendment />
      <span class="unseen">{say.title}</span>
    </div>
  )
}

/** A panel, or on a phone a dialog over the page. */
function Ticket({ symbol }: { readonly symbol: string }) {
  const say = tradeText()
  const narrow = useNarrow()
  const [openedAt, setOpenedAt] = useState(ticketRequests.value)
  const [opened, setOpened] = useState(false)
  if (!narrow) {
    return (
      <section class="panel order-panel">
        <h2>{say.order}</h2>
        <TicketForm symbol={symbol} />
      </section>
    )
  }
  const close = (): void => {
    setOpened(false)
    setOpenedAt(ticketRequests.value)
  }
  return (
    <>
      <div class="open-ticket">
        <Button kind="primary" onClick={() => setOpened(true)}>
          {say.orderOf(symbol)}
        </Button>
      </div>
      {(opened || ticketRequests.value > openedAt) && (
        <Dialog title={say.orderOf(symbol)} onClose={close}>
          <TicketForm symbol={symbol} />
        </Dialog>
      )}
    </>
  )
}

const NARROW = '(max-width: 799px)'

/** Whether the page is as narrow as a phone. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const follow = (): void => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return narrow
}

function Headline({ symbol }: { readonly symbol: string }) {
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
