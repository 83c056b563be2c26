/** The account's holdings with their profit and loss. */
import { useState } from 'preact/hooks'
import { type Holding, holdings, profit } from '../../data/account'
import { usePolled } from '../../data/polled'
import { chooseSymbol, chosenSymbol } from '../../data/symbol'
import { partsText } from '../../parts/text'
import { Button } from '../../ui/button'
import { cents } from '../../ui/decimal'
import { Change, Count, Money } from '../../ui/number'
import { Empty, Failed, Waiting } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { CloseAll, CloseDialog } from './exits/closing'
import { ProtectDialog } from './exits/protect'
import { exitsText } from './exits/text'
import { tradeText } from './text'
import { change } from './ticket'
import { focusTicket } from './ticket-focus'

export function Holdings() {
  const say = tradeText()
  const shown = usePolled(holdings)
  const rows = shown.state === 'ready' ? shown.value.holdings : []
  const [opened, setOpened] = useState<Opened | null>(null)
  const end = () => setOpened(null)
  return (
    <section class="panel">
      <div class="row heading">
        <h2>{say.holdings(rows.length)}</h2>
        <CloseAll count={rows.length} />
      </div>
      <Profits />
      {shown.state === 'loading' && <Waiting />}
      {shown.state === 'failed' && <Failed error={shown.error} onAgain={holdings.reload} />}
      {shown.state === 'ready' && rows.length === 0 && (
        <Empty title={say.noHoldings}>
          <p>{say.noHoldingsHelp}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={say.holdings(rows.length)}
          columns={columns(setOpened)}
          rows={rows}
          keyOf={({ symbol }) => symbol}
          isChosen={({ symbol }) => symbol === chosenSymbol.value}
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
      {opened?.form === 'protect' && <ProtectDialog holding={opened.holding} onClose={end} />}
      {opened?.form === 'close' && <CloseDialog holding={opened.holding} onClose={end} />}
    </section>
  )
}

/** What sales have realized, and what the holdings would [console.profit]. */
function Profits() {
  const say = tradeText()
  const shown = usePolled(profit)
  const now = shown.state === 'ready' ? shown.value : null
  return (
    <dl class="profits">
      <div>
        <dt>{say.realized}</dt>
        <dd>
          <Change value={now && cents(now.realizedProfitAmount)} live />
        </dd>
      </div>
      <div>
        <dt>{say.unrealized}</dt>
        <dd>
          <Change value={now && cents(now.unrealizedProfitAmount)} live />
        </dd>
      </div>
    </dl>
  )
}

/** The form that is open, and the holding that it is about. */
interface Opened {
  readonly form: 'protect' | 'close'
  readonly holding: Holding
}

/** Fills in the ticket to sell every share that no open order holds. */
function sellAll({ symbol, sellableQuantity }: Holding): void {
  chooseSymbol(symbol)
  change({ side: 'SELL', orderType: 'MARKET', quantity: String(sellableQuantity) })
  focusTicket()
}

function columns(open: (opened: Opened) => void): readonly Column<Holding>[] {
  const say = partsText()
  const numeric = true
  return [
    { key: 'symbol', label: say.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
    {
      key: 'quantity',
      label: say.quantity,
      numeric,
      cell: ({ quantity }) => <Count value={quantity} live />,
    },
    {
      key: 'average',
      label: say.average,
      numeric,
      cell: (holding) => <Money value={holding.averageBuyPrice} />,
    },
    {
      key: 'price',
      label: say.last,
      numeric,
      cell: (holding) => <Money value={holding.currentPrice} live />,
    },
    {
      key: 'value',
      label: say.value,
      numeric,
      cell: (holding) => <Money value={holding.evaluationAmount} />,
    },
    {
      key: 'profit',
      label: say.profit,
      numeric,
      cell: (holding) => <Change value={holding.evaluationPnl} />,
    },
    {
      key: 'percent',
      label: say.percent,
      numeric,
      cell: (holding) => <Change value={holding.evaluationPnlRate} unit="%" />,
    },
    {
      key: 'actions',
      label: '',
      wide: true,
      cell: (holding) => <Actions holding={holding} open={open} />,
    },
  ]
}

interface ActionsProps {
  readonly holding: Holding
  readonly open: (opened: Opened) => void
}

function Actions({ holding, open }: ActionsProps) {
  const trade = tradeText()
  const exits = exitsText()
  const { symbol } = holding
  return (
    <span class="row-actions">
      <Button
        kind="quiet"
        aria-label={exits.protectNamed(symbol)}
        onClick={() => open({ form: 'protect', holding })}
      >
        {exits.protect}
      </Button>
      <Button kind="quiet" aria-label={trade.sellAll(symbol)} onClick={() => sellAll(holding)}>
        {trade.sell}
      </Button>
      <Button
        kind="quiet"
        aria-label={exits.closeNamed(symbol)}
        onClick={() => open({ form: 'close', holding })}
      >
        {exits.close}
      </Button>
    </span>
  )
}
