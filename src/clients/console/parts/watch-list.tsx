/** The watch list: the last price, the change and a line of the day. */
import { chooseSymbol, chosenSymbol, unwatchSymbol, watchList } from '../data/symbol'
import { Button } from '../ui/button'
import { Empty } from '../ui/states'
import { type Column, Table } from '../ui/table'
import { Sparkline } from './line'
import { AskPrice, BidPrice, DayChange, LastPrice } from './quote-cells'
import { partsText } from './text'
import './parts.css'

interface WatchListProps {
  /** Shows bid, ask and a button to remove as well. */
  readonly wide?: boolean
  readonly onChoose?: (symbol: string) => void
}

export function WatchList({ wide = false, onChoose = chooseSymbol }: WatchListProps) {
  const say = partsText()
  const symbols = watchList.value
  if (symbols.length === 0) {
    return (
      <Empty title={say.noWatch}>
        <p>{say.noWatchHelp}</p>
      </Empty>
    )
  }
  return (
    <div class={wide ? 'watch-list wide' : 'watch-list'}>
      <Table
        caption={say.watchList}
        columns={wide ? [...narrow(), ...more()] : narrow()}
        rows={symbols}
        keyOf={(symbol) => symbol}
        isChosen={(symbol) => symbol === chosenSymbol.value}
        onChoose={onChoose}
      />
    </div>
  )
}

function narrow(): readonly Column<string>[] {
  const say = partsText()
  return [
    { key: 'symbol', label: say.symbol, cell: (symbol) => <b>{symbol}</b> },
    {
      key: 'last',
      label: say.last,
      numeric: true,
      cell: (symbol) => <LastPrice symbol={symbol} />,
    },
    {
      key: 'change',
      label: say.change,
      numeric: true,
      cell: (symbol) => <DayChange symbol={symbol} />,
    },
    { key: 'line', label: say.day, numeric: true, cell: (symbol) => <Sparkline symbol={symbol} /> },
  ]
}

function more(): readonly Column<string>[] {
  const say = partsText()
  return [
    { key: 'bid', label: say.bid, numeric: true, cell: (symbol) => <BidPrice symbol={symbol} /> },
    { key: 'ask', label: say.ask, numeric: true, cell: (symbol) => <AskPrice symbol={symbol} /> },
    {
      key: 'remove',
      label: '',
      cell: (symbol) => (
        <Button
          kind="quiet"
          aria-label={say.removeNamed(symbol)}
          onClick={() => unwatchSymbol(symbol)}
        >
          {say.remove}
        </Button>
      ),
    },
  ]
}
