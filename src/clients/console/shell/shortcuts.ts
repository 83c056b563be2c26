/** Keyboard shortcuts, each with its text for the list that `?` shows. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Shortcut {
  readonly key: string
  readonly label: () => string
  readonly run: () => void
}

export const shortcuts = signal<readonly Shortcut[]>([])

/** Adds shortcuts until the function that it returns is called. */
export function addShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.value = [...shortcuts.value, ...added]
  return () => {
    shortcuts.value = shortcuts.value.filter((shortcut) => !added.includes(shortcut))
  }
}

const TYPING = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
    const { target } = event
    const field = target instanceof Element ? target.closest<HTMLElement>(TYPING) : null
    if (event.key === 'Escape') field?.blur()
    if (field !== null || document.querySelector('dialog[open]') !== null) return
    const shortcut = shortcuts.value.findLast(({ key }) => key === event.key)
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run()
  })
}

/** A field that a shortcut focuses: now, or as soon as it is on the page. */
export interface FocusTarget {
  readonly focus: () => void
  /** Sets the field when it is mounted, and null when it is unmounted. */
  readonly put: (field: HTMLElement | null) => void
}

export function focusTarget(): FocusTarget {
  let mounted: HTMLElement | null = null
  let isPending = false
  return {
    focus() {
      isPending = mounted === null
      mounted?.focus()
    },
    put(field) {
      mounted = field
      if (field === null || !isPending) return
      isPending = false
      field.focus()
    },
  }
}

/** Returns a ref for the field, and sets it as the target while the component is mounted. */
export function useFocusTarget(target: FocusTarget) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    target.put(field.current)
    return () => target.put(null)
  }, [target])
  return field
}
