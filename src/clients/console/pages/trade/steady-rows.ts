/** Rows of a live table that do not move below the pointer. */
import { useRef, useState } from 'preact/hooks'

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
