/** What the account holds, with its profit and loss. */
import { type Held, holdings } from '../../data/account'
import { usePolled } from '../../data/polled'
import { chooseSymbol, chosenSymbol } from '../../data/symbol'
import { partsText } from '../../parts/text'
import { Change, Count, Money } from '../../ui/number'
import { Empty, Failed, Waiting } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { tradeText } from './text'

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

function columns(): readonly Column<Held>[] {
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
      cell: (held) => <Money value={held.averageBuyPrice} />,
    },
    {
      key: 'price',
      label: say.price,
      numeric,
      cell: (held) => <Money value={held.currentPrice} live />,
    },
    {
      key: 'value',
      label: say.value,
      numeric,
      cell: (held) => <Money value={held.evaluationAmount} />,
    },
    {
      key: 'profit',
      label: say.profit,
      numeric,
      cell: (held) => <Change value={held.evaluationPnl} />,
    },
    {
      key: 'percent',
      label: say.percent,
      numeric,
      cell: (held) => <Change value={held.evaluationPnlRate} unit="%" />,
    },
  ]
}
