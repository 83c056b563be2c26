/**
 * Caches the newest `limit` results of a pure function. Answers never depend on the cache. A caller
 * that cycles through more than `limit` inputs never hits it.
 *
 * The oldest result is dropped, however often it is used. Recording each use, by moving the entry
 * to the end of the map, made a simulated quote a quarter slower (8.6 → 10.9 µs).
 */
export function memoize<Input, Key, Value extends object>(
  limit: number,
  keyOf: (input: Input) => Key,
  compute: (input: Input) => Value,
): (input: Input) => Value {
  const cache = new Map<Key, Value>()
  // The iterator is reused: a new one steps over every deleted entry, 50 µs at a limit of 33,000.
  const oldestFirst = cache.keys()
  return (input) => {
    const key = keyOf(input)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(input)
    if (cache.size >= limit) {
      const { done, value: oldest } = oldestFirst.next()
      if (done !== true) cache.delete(oldest)
    }
    cache.set(key, value)
    return value
  }
}
