/**
 * Returns the first index at which `isBefore` is false, or `length` if there is none: a binary
 * search, since `isBefore` is true for all indexes before it.
 */
export function firstIndex(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
