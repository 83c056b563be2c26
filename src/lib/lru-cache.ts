/** A cache of the entries that were set or found most recently. */

export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

/**
 * Holds between half of `max` entries and `max`. They form two generations, and the older one is
 * dropped as a whole. Exact order would cost a write in each `get`.
 */
export function lruCache<Value>(max: number): LruCache<Value> {
  const generationMax = max / 2
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    young.set(key, value)
    if (young.size < generationMax) return
    old = young
    young = new Map()
  }
  return {
    set,
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
    clear() {
      young.clear()
      old.clear()
    },
  }
}
