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

/** A text that a spreadsheet would run as a formula; an apostrophe before it prevents that. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/

function cell(value: string | number | undefined): string {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** A line of the API's field names, then a line for each row. */
export function csvOf<Field extends string>(
  fields: readonly Field[],
  rows: readonly Readonly<Partial<Record<Field, string | number>>>[],
): string {
  const lines = rows.map((row) => fields.map((field) => cell(row[field])).join(','))
  return `${[fields.join(','), ...lines].join('\r\n')}\r\n`
}

/** Begins with a byte order mark, so that Excel reads UTF-8. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
