/**
 * Where a session's arrays come from. A path that is kept has arrays of its own. Most paths are
 * read once, for one bar: they take the same few arrays again and again, which stay in the
 * processor's cache and cost no collection.
 */
export type Arrays = (length: number) => Float64Array

export const newArrays: Arrays = (length) => new Float64Array(length)

/**
 * The arrays that `reused()` handed out before are filled anew by whoever takes them next, so no
 * more than one path made of them is read at a time. What is in them is left from the last one.
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
