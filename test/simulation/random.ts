/** Numbers that a seed draws: the same seed draws the same. */

export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** 0, 1, 2 … up to one less than `below`. */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
}

/** A generator of mulberry32 (Tommy Ettinger, 2017). */
export function random(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), 1 | state)
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), 61 | first))
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (items) => items[int(items.length)] ?? items[0],
  }
}

/** A seed of its own for each part of a run. */
export const seedOf = (seed: number, part: number): number =>
  (Math.imul(seed ^ 0x9e3779b1, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35)) | 0
