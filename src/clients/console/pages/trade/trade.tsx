/** The page "Trade": the chosen instrument, the ticket, and the account's orders and holdings. */
import './trade.css'
import { useEffect, useState } from 'preact/hooks'
import { chosenSymbol } from '../../data/symbol'
import { ClosedNow } from '../../parts/closed-now'
import { partsText } from '../../parts/text'
import { WatchList } from '../../parts/watch-list'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ChartPanel } from './chart-panel'
import { Equity } from './equity'
import { Amendment } from './exits/amend'
import { ConditionalOrders } from './exits/waiting'
import { Headline } from './headline'
import { Holdings } from './holdings'
import { LatestFills, OpenOrders } from './order-panels'
import { tradeText } from './text'
import { ticketRequests } from './ticket-focus'
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
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const follow = (): void => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return narrow
}
