/** How many items of a source counted, and why the others did not. */
import type { SourceBatch } from './batch'
import type { SetAside } from './guard'

export interface GuardTally {
  readonly accepted: number
  readonly setAside: Readonly<Partial<Record<SetAside, number>>>
}

/** An item of a batch that did not count. */
export interface AsideItem {
  readonly kind: keyof SourceBatch
  readonly index: number
  readonly reason: SetAside
}

/** What became of one batch. */
export interface BatchTally extends GuardTally {
  readonly aside: readonly AsideItem[]
}

export interface OpenTally {
  /** Null: the item counted. */
  note(reason: SetAside | null): void
  read(): GuardTally
}

export function openTally(): OpenTally {
  const setAside: Partial<Record<SetAside, number>> = {}
  let accepted = 0
  return {
    note(reason) {
      if (reason === null) accepted++
      else setAside[reason] = (setAside[reason] ?? 0) + 1
    },
    read: () => ({ accepted, setAside: { ...setAside } }),
  }
}
