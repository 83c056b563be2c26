/**
 * A table: numbers to the right, arrow keys move between rows, rows are cards on a phone. Live
 * rows do not move below the pointer.
 */
import type { ComponentChildren } from 'preact'
import './ui.css'
import { useRef, useState } from 'preact/hooks'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  readonly numeric?: boolean
  /** Takes the whole width of a card on a phone. */
  readonly wide?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  /** Read aloud. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Called when a row is pressed, by pointer or Enter. */
  readonly onChoose?: (row: Row) => void
  readonly isChosen?: (row: Row) => boolean
  /** Drawn below a row over the whole width, unless it is null. */
  readonly detail?: (row: Row) => ComponentChildren
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf } = props
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, label, numeric }) => (
            <th key={key} scope="col" class={numeric ? 'numeric' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} {...props} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function TableRow<Row>(props: TableProps<Row> & { readonly row: Row }) {
  const { row, columns, onChoose, isChosen, detail } = props
  const chosen = isChosen?.(row) ?? false
  const below = detail?.(row) ?? null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') onChoose?.(row)
    else if (!moveFocus(event.currentTarget, event.key)) return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const pressed =
      event.target instanceof Element ? event.target.closest('button, a, input') : null
    if (pressed === null) onChoose?.(row)
  }
  return (
    <>
      <tr
        tabIndex={onChoose === undefined ? undefined : 0}
        aria-current={chosen || undefined}
        class={onChoose === undefined ? undefined : 'pressable'}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {columns.map(({ key, label, numeric, wide, cell }) => (
          <td key={key} data-label={label} class={numeric ? 'numeric' : wide ? 'wide' : undefined}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {below !== null && (
        <tr class="detail">
          <td colSpan={columns.length}>{below}</td>
        </tr>
      )}
    </>
  )
}

/** Moves to the row above or below, the first or the last. False for any other key. */
function moveFocus(row: EventTarget | null, key: string): boolean {
  if (!(row instanceof HTMLElement)) return false
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > .pressable') ?? [])]
  const at = rows.indexOf(row)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (to === undefined) return false
  rows[to]?.focus()
  return true
}

/**
 * Rows that stay in place while the pointer or the focus is on them. The row of an order that ends
 * stays as well, so that a press never hits another order's row.
 */
export function useSteadyRows(ids: readonly string[]) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const shown = useRef(ids)
  const before = shown.current
  const news = ids.filter((id) => !before.includes(id))
  shown.current = pointed || focused ? [...before, ...news] : ids
  const hold = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocusIn: () => setFocused(true),
    onFocusOut: () => setFocused(false),
  }
  return { ids: shown.current, hold }
}
