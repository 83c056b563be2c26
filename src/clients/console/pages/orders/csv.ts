/** CSV files of orders and fills. */

export const ORDER_FIELDS = [
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
export const FILL_FIELDS = [
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
