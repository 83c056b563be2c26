/** A map for many keys and little room: it keeps the entries used last. */

/** An entry is used when it is set, and when it is found. */
export interface LastUsed<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

/**
 * Of `max` entries at least half, and no more. They come in two generations, of which the older one
 * is forgotten as a whole: to keep them in the order of their use would cost each `get` a write.
 */
export function lastUsed<Value>(max: number): LastUsed<Value> {
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
