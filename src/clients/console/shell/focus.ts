/** Fields that a key leads to: at once where the field is there, otherwise once it is. */
import { useEffect, useRef } from 'preact/hooks'

export interface FocusTarget {
  readonly ask: () => void
  /** The field's place in the page. */
  readonly put: (field: HTMLElement | null) => void
}

export function focusTarget(): FocusTarget {
  let place: HTMLElement | null = null
  let isAsked = false
  return {
    ask() {
      isAsked = place === null
      place?.focus()
    },
    put(field) {
      place = field
      if (field === null || !isAsked) return
      isAsked = false
      field.focus()
    },
  }
}

/** The field that a component gives to the target while it is there. */
export function useFocusTarget(target: FocusTarget) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    target.put(field.current)
    return () => target.put(null)
  }, [target])
  return field
}
