/** Requests and streams that fail, as a network or a server sometimes does. */
import { useEffect, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { client } from '../../data/client'
import { reached } from '../../data/polled'
import { sandboxOf } from '../../data/sandbox'
import { Button } from '../../ui/button'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { Empty, RefusalNote } from '../../ui/states'
import { Table } from '../../ui/table'
import { deskText } from './text'
import { useSteering } from './use-steering'

/** What happens, as the sandbox takes it. */
const KINDS = {
  unavailable: { status: 503 },
  late: { delay: 'PT2S' },
  lostBefore: { cut: 'before' },
  lostAfter: { cut: 'after-commit' },
  streamCut: { stream: 'cut' },
} as const
type Kind = keyof typeof KINDS

const isKind = (text: string): text is Kind => text in KINDS
const kinds = Object.keys(KINDS).filter(isKind)
const FAULT_FIELDS = ['route', 'times']

const readFaults = async (from: ReturnType<typeof sandboxOf>) =>
  (await reached(answered(from.faults.get()))).faults

export function FaultsPanel() {
  const say = deskText()
  const { busy, fault, rows, add, remove } = useForced('faults', readFaults)
  const [kind, setKind] = useState<Kind>('unavailable')
  const [route, setRoute] = useState('placeOrder')
  const [times, setTimes] = useState('1')
  const ofStream = kind === 'streamCut'

  const submit = (event: Event) => {
    event.preventDefault()
    const body = {
      ...KINDS[kind],
      ...(!ofStream && route !== '' && { route }),
      ...(times !== '' && { times: Number(times) }),
    }
    void add(say.didFault(say[kind]), body)
  }
  return (
    <section class="panel desk-wide">
      <h2>{say.faults}</h2>
      <p class="muted">{say.faultsAbout}</p>
      <form class="row fields" onSubmit={submit}>
        <SelectField
          label={say.fault}
          value={kind}
          options={kinds.map((each) => [each, say[each]])}
          onChange={setKind}
        />
        {!ofStream && (
          <TextField
            label={say.route}
            value={route}
            placeholder={say.any}
            onInput={setRoute}
            fault={faultAt('route', fault)}
          />
        )}
        <TextField
          label={say.strikes}
          value={times}
          inputMode="numeric"
          onInput={setTimes}
          fault={faultAt('times', fault)}
        />
        <Button kind="desk" type="submit" busy={busy}>
          {say.add}
        </Button>
      </form>
      {fault !== null && faultElsewhere(FAULT_FIELDS, fault) !== undefined && (
        <RefusalNote error={fault} />
      )}
      <Faults rows={rows} busy={busy} onRemove={remove} />
    </section>
  )
}

interface FaultsProps {
  readonly rows: readonly Awaited<ReturnType<typeof readFaults>>[number][]
  readonly busy: boolean
  readonly onRemove: (id: string) => Promise<void>
}

function Faults({ rows, busy, onRemove }: FaultsProps) {
  const say = deskText()
  return (
    <>
      {rows.length === 0 && <Empty title={say.noFaults} />}
      {rows.length > 0 && (
        <Table
          caption={say.faults}
          rows={rows}
          keyOf={({ faultId }) => faultId}
          columns={[
            { key: 'id', label: say.fault, cell: (row) => row.faultId },
            { key: 'route', label: say.route, cell: (row) => row.route ?? say.any },
            { key: 'times', label: say.strikes, numeric: true, cell: (row) => row.times ?? '∞' },
            { key: 'hits', label: say.hits, numeric: true, cell: (row) => row.hits },
            {
              key: 'remove',
              label: '',
              cell: ({ faultId }) => (
                <Button busy={busy} onClick={() => void onRemove(faultId)}>
                  {say.remove}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** Orders whose end is decided in advance. */
const RESULTS = ['fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel'] as const
type Result = (typeof RESULTS)[number]
const SIDES = ['both', 'BUY', 'SELL'] as const
type Side = (typeof SIDES)[number]
const OUTCOME_FIELDS = ['symbol', 'price', 'times']
/** What a rejected order says, unless a test wants another code. */
const REJECTED_WITH = 'insufficient-buying-power'

const readOutcomes = async (from: ReturnType<typeof sandboxOf>) =>
  (await reached(answered(from.outcomes.get()))).outcomes

const bodyOf = (result: Result, side: Side, symbol: string, price: string, times: string) => ({
  result,
  ...(side !== 'both' && { side }),
  ...(symbol !== '' && { symbol }),
  ...(result === 'fill' && price !== '' && { price }),
  ...(result === 'reject' && { code: REJECTED_WITH }),
  ...(times !== '' && { times: Number(times) }),
})

export function OutcomesPanel() {
  const say = deskText()
  const { busy, fault, rows, add, remove } = useForced('outcomes', readOutcomes)
  const [result, setResult] = useState<Result>('fill')
  const [side, setSide] = useState<Side>('both')
  const [symbol, setSymbol] = useState('')
  const [price, setPrice] = useState('')
  const [times, setTimes] = useState('1')

  const submit = (event: Event) => {
    event.preventDefault()
    const body = bodyOf(result, side, symbol, price, times)
    const what = [say[result], side === 'both' ? '' : say[side], symbol.toUpperCase(), price]
    void add(say.didOutcome(what.join(' ').trim()), body)
  }
  return (
    <section class="panel desk-wide">
      <h2>{say.outcomes}</h2>
      <p class="muted">{say.outcomesAbout}</p>
      <form class="row fields" onSubmit={submit}>
        <SelectField
          label={say.result}
          value={result}
          options={RESULTS.map((each) => [each, say[each]])}
          onChange={setResult}
        />
        <SelectField
          label={say.side}
          value={side}
          options={SIDES.map((each) => [each, say[each]])}
          onChange={setSide}
        />
        <TextField
          label={say.symbol}
          value={symbol}
          placeholder={say.any}
          onInput={setSymbol}
          fault={faultAt('symbol', fault)}
        />
        {result === 'fill' && (
          <TextField
            label={say.price}
            value={price}
            inputMode="decimal"
            onInput={setPrice}
            fault={faultAt('price', fault)}
          />
        )}
        <TextField
          label={say.count}
          value={times}
          inputMode="numeric"
          onInput={setTimes}
          fault={faultAt('times', fault)}
        />
        <Button kind="desk" type="submit" busy={busy}>
          {say.add}
        </Button>
      </form>
      {fault !== null && faultElsewhere(OUTCOME_FIELDS, fault) !== undefined && (
        <RefusalNote error={fault} />
      )}
      <Outcomes rows={rows} busy={busy} onRemove={remove} />
    </section>
  )
}

interface OutcomesProps {
  readonly rows: readonly Awaited<ReturnType<typeof readOutcomes>>[number][]
  readonly busy: boolean
  readonly onRemove: (id: string) => Promise<void>
}

function Outcomes({ rows, busy, onRemove }: OutcomesProps) {
  const say = deskText()
  return (
    <>
      {rows.length === 0 && <Empty title={say.noOutcomes} />}
      {rows.length > 0 && (
        <Table
          caption={say.outcomes}
          rows={rows}
          keyOf={({ outcomeId }) => outcomeId}
          columns={[
            { key: 'result', label: say.result, cell: (row) => say[row.result] },
            { key: 'side', label: say.side, cell: (row) => (row.side ? say[row.side] : say.both) },
            { key: 'symbol', label: say.symbol, cell: (row) => row.symbol ?? say.any },
            { key: 'price', label: say.price, numeric: true, cell: (row) => row.price ?? '–' },
            { key: 'times', label: say.count, numeric: true, cell: (row) => row.times ?? '∞' },
            { key: 'hits', label: say.hits, numeric: true, cell: (row) => row.hits },
            {
              key: 'remove',
              label: '',
              cell: ({ outcomeId }) => (
                <Button busy={busy} onClick={() => void onRemove(outcomeId)}>
                  {say.remove}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** One list of what the sandbox will make happen: what stands on it, and changes of it. */
export function useForced<Row>(
  list: 'faults' | 'outcomes',
  read: (from: ReturnType<typeof sandboxOf>) => Promise<readonly Row[]>,
) {
  const { busy, fault, steer } = useSteering()
  const [rows, setRows] = useState<readonly Row[]>([])
  const from = client.value

  const load = async () => {
    if (from === null) return
    setRows(await read(sandboxOf(from)))
  }
  useEffect(() => void load().catch(() => {}), [from])

  return {
    busy,
    fault,
    rows,
    /** `what` is noted in the page's log. */
    async add(what: string, body: object): Promise<void> {
      if (await steer(what, 'PUT', list, body)) await load()
    },
    async remove(id: string): Promise<void> {
      if (await steer(deskText().didRemove(id), 'DELETE', `${list}/${id}`)) await load()
    },
  }
}
