/** Keys that work everywhere, each with its text for the list that `?` shows. */
import { signal } from '@preact/signals'

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
