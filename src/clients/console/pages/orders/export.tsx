/** Lists and the account's statement as CSV files. */
import { useState } from 'preact/hooks'
import { RefusalError } from '../../../sdk'
import { client } from '../../data/client'
import { readAll } from '../../data/pages'
import { language } from '../../shell/preferences'
import { Button } from '../../ui/button'
import { RefusalNote } from '../../ui/states'
import { type Filters, fillsOf, ordersOf } from './listing'
import { ordersText } from './text'

const ORDER_FIELDS = [
  'orderId',
  'clientOrderId',
  'symbol',
  'side',
  'orderType',
  'timeInForce',
  'status',
  'quantity',
  'filledQuantity',
  'limitPrice',
  'avgFillPrice',
  'rejectReason',
  'cancelReason',
  'requestedAt',
  'updatedAt',
] as const
const FILL_FIELDS = [
  'fillId',
  'orderId',
  'clientOrderId',
  'symbol',
  'side',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'session',
  'filledAt',
  'fillProfile',
] as const

interface ExportProps {
  readonly what: 'orders' | 'fills'
  readonly filters: Filters
}

/** Everything that the filters leave, not only what is shown. */
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

/** What a spreadsheet would take for a formula is quoted with an apostrophe. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/

function cell(value: string | number | undefined): string {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** One line for each row, under a line of the fields' names as the API has them. */
export function csvOf<Field extends string>(
  fields: readonly Field[],
  rows: readonly Readonly<Partial<Record<Field, string | number>>>[],
): string {
  const lines = rows.map((row) => fields.map((field) => cell(row[field])).join(','))
  return `${[fields.join(','), ...lines].join('\r\n')}\r\n`
}

/** With a byte order mark, by which Excel knows UTF-8. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
