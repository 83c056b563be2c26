/** Requests and streams that fail, as a network or a server sometimes does. */
import { useState } from 'preact/hooks'
import { answered } from '../../../sdk'
import { reached } from '../../data/polled'
import type { sandboxOf } from '../../data/sandbox'
import { Button } from '../../ui/button'
import { faultAt, faultElsewhere, SelectField, TextField } from '../../ui/form-field'
import { RefusalNote } from '../../ui/refusal-note'
import { Empty } from '../../ui/states'
import { Table } from '../../ui/table'
import { deskText } from './text'
import { useForced } from './use-forced'

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
const FIELDS = ['route', 'times']

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
      {fault !== null && faultElsewhere(FIELDS, fault) !== undefined && (
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
