/** The account's holdings with their profit and loss. */
import { type Holding, holdings } from '../../data/account'
import { usePolled } from '../../data/polled'
import { chooseSymbol, chosenSymbol } from '../../data/symbol'
import { partsText } from '../../parts/text'
import { Button } from '../../ui/button'
import { Change, Count, Money } from '../../ui/number'
import { Empty, Failed, Waiting } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { tradeText } from './text'
import { change } from './ticket'
import { focusTicket } from './ticket-focus'

export function Holdings() {
  const say = tradeText()
  const shown = usePolled(holdings)
  const rows = shown.state === 'ready' ? shown.value.holdings : []
  return (
    <section class="panel">
      <h2>{say.holdings(rows.length)}</h2>
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
          columns={columns()}
          rows={rows}
          keyOf={({ symbol }) => symbol}
          isChosen={({ symbol }) => symbol === chosenSymbol.value}
          onChoose={({ symbol }) => chooseSymbol(symbol)}
        />
      )}
    </section>
  )
}

/** Fills in the ticket to sell every share that no open order holds. */
function sellAll({ symbol, sellableQuantity }: Holding): void {
  chooseSymbol(symbol)
  change({ side: 'SELL', orderType: 'MARKET', quantity: String(sellableQuantity) })
  focusTicket()
}

function columns(): readonly Column<Holding>[] {
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
      key: 'sell',
      label: '',
      cell: (holding) => (
        <Button
          kind="quiet"
          aria-label={tradeText().sellAll(holding.symbol)}
          onClick={() => sellAll(holding)}
        >
          {tradeText().sell}
        </Button>
      ),
    },
  ]
}
