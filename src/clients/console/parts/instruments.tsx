/** The search for instruments, in English or Korean, and the watch list. */
import { useEffect, useId, useState } from 'preact/hooks'
import { answered } from '../../sdk'
import { client } from '../data/session'
import {
  chooseSymbol,
  chosenSymbol,
  nameOfInstrument,
  unwatchSymbol,
  watchList,
} from '../data/symbol'
import { after } from '../data/time'
import { focusTarget, useFocusTarget } from '../shell/shortcuts'
import { partsText } from './text'
import './parts.css'
import { Button } from '../ui/button'
import { Empty } from '../ui/states'
import { type Column, Table } from '../ui/table'
import { AskPrice, BidPrice, DayChange, LastPrice, Sparkline } from './prices'

interface Found {
  readonly symbol: string
  readonly name: string
  readonly nameKo?: string
}

interface SearchProps {
  readonly onChoose: (symbol: string) => void
  readonly label?: string
}

/** The field that `/` focuses. */
export const searchField = focusTarget()

const TYPING_MS = 150
const SHOWN_MAX = 8

/** The instruments that a text finds, null until they are read, and the selected one. */
function useFound(text: string) {
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [at, setAt] = useState(0)
  const from = client.value

  useEffect(() => {
    setFound(null)
    setAt(0)
    const search = text.trim()
    if (search === '' || from === null) return
    let over = false
    const cancel = after(TYPING_MS, () => {
      answered(from.api.v1.instruments.get({ query: { search, limit: SHOWN_MAX } })).then(
        ({ instruments }) => over || setFound(instruments),
        () => {},
      )
    })
    return () => {
      over = true
      cancel()
    }
  }, [text, from])

  return { found, at, setAt }
}

export function SymbolSearch({ onChoose, label }: SearchProps) {
  const say = partsText()
  const id = useId()
  const input = useFocusTarget(searchField)
  const [text, setText] = useState('')
  const { found, at, setAt } = useFound(text)

  const choose = (symbol: string): void => {
    setText('')
    onChoose(symbol)
    input.current?.blur()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const rows = found ?? []
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, rows.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Escape') {
      setText('')
      input.current?.blur()
    } else if (event.key === 'Enter') {
      const row = rows[at]
      if (row !== undefined) choose(row.symbol)
    } else return
    event.preventDefault()
  }

  const open = found !== null && text !== ''
  return (
    <div class="symbol-search">
      <input
        ref={input}
        class="bare-input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={label ?? say.search}
        placeholder={label ?? say.search}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && found.length > 0 ? `${id}-${at}` : undefined}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={say.search} hidden={!open}>
        {open &&
          found.map((row, index) => (
            <div
              key={row.symbol}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // On a click the field would lose the focus first.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(row.symbol)
              }}
            >
              <b>{row.symbol}</b> <span>{nameOfInstrument(row)}</span>
            </div>
          ))}
        {open && found.length === 0 && <p class="muted">{say.noMatch(text)}</p>}
      </div>
    </div>
  )
}

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
