/** Lists and the account's statement as CSV files. */
import { useState } from 'preact/hooks'
import { RefusalError } from '../../../sdk'
import { readAll } from '../../data/polled'
import { client } from '../../data/session'
import { language } from '../../shell/preferences'
import { Button } from '../../ui/button'
import { RefusalNote } from '../../ui/states'
import { csvOf, FILL_FIELDS, ORDER_FIELDS, saveFile } from './csv'
import { type Filters, fillsOf, ordersOf } from './listing'
import { ordersText } from './text'

interface ExportProps {
  readonly what: 'orders' | 'fills'
  readonly filters: Filters
}

/** Exports all rows that match the filters, not only the rows shown. */
export function Export({ what, filters }: ExportProps) {
  const say = ordersText()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault(null)
    await work().catch(setFault)
    setBusy(false)
  }
  return (
    <div class="row">
      <Button busy={busy} onClick={() => void run(() => exportList(what, filters))}>
        {what === 'orders' ? say.exportOrders : say.exportFills}
      </Button>
      <Button busy={busy} onClick={() => void run(exportStatement)}>
        {say.exportStatement}
      </Button>
      <span role="status">{busy && say.exporting}</span>
      {fault !== null && <RefusalNote error={fault} />}
    </div>
  )
}

async function exportList(what: ExportProps['what'], filters: Filters): Promise<void> {
  const from = client.peek()
  if (from === null) return
  const text =
    what === 'orders'
      ? csvOf(ORDER_FIELDS, await readAll(from, ordersOf(filters)))
      : csvOf(FILL_FIELDS, await readAll(from, fillsOf(filters)))
  saveFile(`${what}.csv`, text)
}

async function exportStatement(): Promise<void> {
  const answer = await client
    .peek()
    ?.fetch(`/paper/account/statement.csv?language=${language.peek()}`)
  if (answer === undefined) return
  if (!answer.ok) throw new RefusalError(await answer.json(), answer.status)
  saveFile('statement.csv', (await answer.text()).replace(/^\uFEFF/, ''))
}
