/** Keys that work everywhere, each with its text for the list that `?` shows. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Shortcut {
  readonly key: string
  readonly label: () => string
  readonly run: () => void
}

const active = signal<readonly Shortcut[]>([])

export const shortcuts = active

/** In force until the function that it returns is called. */
export function addShortcuts(added: readonly Shortcut[]): () => void {
  active.value = [...active.value, ...added]
  return () => {
    active.value = active.value.filter((shortcut) => !added.includes(shortcut))
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
    const shortcut = active.value.findLast(({ key }) => key === event.key)
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run()
  })
}

/** Fields that a key leads to: at once where the field is there, otherwise once it is. */
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
