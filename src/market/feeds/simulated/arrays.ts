/**
 * The source of a session's arrays. A cached path owns its arrays. Most paths are read once, for
 * one bar: they share a few reused arrays, which stay in the processor's cache and cause no
 * garbage.
 */
export type Arrays = (length: number) => Float64Array

export const newArrays: Arrays = (length) => new Float64Array(length)

/**
 * The next caller of `reused()` overwrites the arrays, so only one path made of them may be read at
 * a time. Their initial content is that of the previous path.
 */
export function reusedArrays(): { readonly reused: () => Arrays } {
  const taken: Float64Array[] = []
  let next = 0
  const take: Arrays = (length) => {
    const known = taken[next]
    const array = known?.length === length ? known : new Float64Array(length)
    taken[next] = array
    next++
    return array
  }
  return {
    reused() {
      next = 0
      return take
    },
  }
}
