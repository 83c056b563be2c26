/** Tables as CSV files (RFC 4180), made in the browser. */

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
