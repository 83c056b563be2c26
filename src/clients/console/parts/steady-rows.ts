/**
 * Rows that stay where they are while somebody points at them or has the focus among them: an
 * order that ends meanwhile keeps its row, so that a press never meets the row of another.
 */
import { useRef, useState } from 'preact/hooks'

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
