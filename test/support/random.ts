/** From 0 up to 1, the same numbers for the same seed: Mulberry32 (Tommy Ettinger, 2017). */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 to below the limit. */
export const below = (random: Random, limit: number): number => Math.floor(random() * limit)

/** Returns one of several; throws if there is none. */
export function oneOf<T>(random: Random, choices: readonly T[]): T {
  const [chosen] = choices.slice(below(random, choices.length))
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
