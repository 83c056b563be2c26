/** Faults of requests and streams, and outcomes of orders, that the sandbox forces. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { reached } from '../../data/polled'
import { sandboxOf, useSteering } from '../../data/sandbox'
import { client } from '../../data/session'
import { Button } from '../../ui/button'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { Empty, RefusalNote } from '../../ui/states'
import { type Column, Table } from '../../ui/table'
import { sandboxText } from './text'

type Sandbox = ReturnType<typeof sandboxOf>

interface ForcedPanelProps<Row> {
  readonly list: 'faults' | 'outcomes'
  readonly title: string
  readonly about: string
  readonly empty: string
  readonly read: (sandbox: Sandbox) => Promise<readonly Row[]>
  readonly idOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly timesLabel: string
  /** The fields among `children` that show their own refusals. */
  readonly fields: readonly string[]
  /** What to add: its text for the log, and its body without `times`. */
  readonly entry: () => { readonly what: string; readonly body: object }
  readonly children: (fault: unknown) => ComponentChildren
}

/** One of the two lists, with a form that adds to it. */
function ForcedPanel<Row extends { readonly times?: number | undefined; readonly hits: number }>(
  props: ForcedPanelProps<Row>,
) {
  const { list, title, about, empty, read, idOf, timesLabel, fields, entry, children } = props
  const say = sandboxText()
  const { busy, fault, steer } = useSteering()
  const [rows, setRows] = useState<readonly Row[]>([])
  const [times, setTimes] = useState('1')
  const from = client.value
  const load = async () => {
    if (from !== null) setRows(await read(sandboxOf(from)))
  }
  useEffect(() => void load().catch(() => {}), [from])
  const add = async (event: Event) => {
    event.preventDefault()
    const { what, body } = entry()
    const counted = times === '' ? body : { ...body, times: Number(times) }
    if (await steer(what, 'PUT', list, counted)) await load()
  }
  const remove = async (id: string) => {
    if (await steer(say.didRemove(id), 'DELETE', `${list}/${id}`)) await load()
  }
  const columns: readonly Column<Row>[] = [
    ...props.columns,
    { key: 'times', label: timesLabel, numeric: true, cell: (row) => row.times ?? '∞' },
    { key: 'hits', label: say.hits, numeric: true, cell: (row) => row.hits },
    {
      key: 'remove',
      label: '',
      cell: (row) => (
        <Button busy={busy} onClick={() => void remove(idOf(row))}>
          {say.remove}
        </Button>
      ),
    },
  ]
  return (
    <section class="panel sandbox-wide">
      <h2>{title}</h2>
      <p class="muted">{about}</p>
      <form class="row fields" onSubmit={(event) => void add(event)}>
        {children(fault)}
        <TextField
          label={timesLabel}
          value={times}
          inputMode="numeric"
          onInput={setTimes}
          fault={faultAt('times', fault)}
        />
        <Button kind="sandbox" type="submit" busy={busy}>
          {say.add}
        </Button>
      </form>
      {fault !== null && faultElsewhere([...fields, 'times'], fault) !== undefined && (
        <RefusalNote error={fault} />
      )}
      {rows.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <Table caption={title} rows={rows} keyOf={idOf} columns={columns} />
      )}
    </section>
  )
}

/** The faults that the form offers, as the sandbox takes them. */
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

const readFaults = async (sandbox: Sandbox) =>
  (await reached(answered(sandbox.faults.get()))).faults

export function FaultsPanel() {
  const say = sandboxText()
  const [kind, setKind] = useState<Kind>('unavailable')
  const [route, setRoute] = useState('placeOrder')
  const hasRoute = kind !== 'streamCut'
  return (
    <ForcedPanel
      list="faults"
      title={say.faults}
      about={say.faultsAbout}
      empty={say.noFaults}
      read={readFaults}
      idOf={({ faultId }) => faultId}
      timesLabel={say.strikes}
      fields={['route']}
      entry={() => ({
        what: say.didFault(say[kind]),
        body: { ...KINDS[kind], ...(hasRoute && route !== '' && { route }) },
      })}
      columns={[
        { key: 'id', label: say.fault, cell: (row) => row.faultId },
        { key: 'route', label: say.route, cell: (row) => row.route ?? say.any },
      ]}
    >
      {(fault) => (
        <>
          <SelectField
            label={say.fault}
            value={kind}
            options={kinds.map((each) => [each, say[each]])}
            onChange={setKind}
          />
          {hasRoute && (
            <TextField
              label={say.route}
              value={route}
              placeholder={say.any}
              onInput={setRoute}
              fault={faultAt('route', fault)}
            />
          )}
        </>
      )}
    </ForcedPanel>
  )
}

const RESULTS = ['fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel'] as const
const SIDES = ['both', 'BUY', 'SELL'] as const
/** The code of an order that the form rejects. */
const REJECT_CODE = 'insufficient-buying-power'

const readOutcomes = async (sandbox: Sandbox) =>
  (await reached(answered(sandbox.outcomes.get()))).outcomes

export function OutcomesPanel() {
  const say = sandboxText()
  const [result, setResult] = useState<(typeof RESULTS)[number]>('fill')
  const [side, setSide] = useState<(typeof SIDES)[number]>('both')
  const [symbol, setSymbol] = useState('')
  const [price, setPrice] = useState('')
  const entry = () => {
    const what = [say[result], side === 'both' ? '' : say[side], symbol.toUpperCase(), price]
    const body = {
      result,
      ...(side !== 'both' && { side }),
      ...(symbol !== '' && { symbol }),
      ...(result === 'fill' && price !== '' && { price }),
      ...(result === 'reject' && { code: REJECT_CODE }),
    }
    return { what: say.didOutcome(what.join(' ').trim()), body }
  }
  return (
    <ForcedPanel
      list="outcomes"
      title={say.outcomes}
      about={say.outcomesAbout}
      empty={say.noOutcomes}
      read={readOutcomes}
      idOf={({ outcomeId }) => outcomeId}
      timesLabel={say.count}
      fields={['symbol', 'price']}
      entry={entry}
      columns={[
        { key: 'result', label: say.result, cell: (row) => say[row.result] },
        { key: 'side', label: say.side, cell: (row) => (row.side ? say[row.side] : say.both) },
        { key: 'symbol', label: say.symbol, cell: (row) => row.symbol ?? say.any },
        { key: 'price', label: say.price, numeric: true, cell: (row) => row.price ?? '–' },
      ]}
    >
      {(fault) => (
        <>
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
        </>
      )}
    </ForcedPanel>
  )
}
