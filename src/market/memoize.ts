/**
 * Caches the newest `limit` results of a pure function. A forgotten result is computed again, so
 * answers never depend on the cache. A caller that cycles through more than `limit` inputs never
 * hits it.
 *
 * The oldest result is dropped, however often it is used. Recording each use, by moving the entry
 * to the end of the map, made a simulated quote a quarter slower (8.6 → 10.9 µs).
 */
export function memoize<Input, Key, Value extends object>(
  limit: number,
  keyOf: (input: Input) => Key,
  compute: (input: Input) => Value,
): (input: Input) => Value {
  const kept = new Map<Key, Value>()
  // Oldest first. One iterator is kept for good, since a new one would step over every deleted
  // entry: 50 µs at a limit of 33,000.
  const oldestFirst = kept.keys()
  return (input) => {
    const key = keyOf(input)
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = compute(input)
    if (kept.size >= limit) {
      const { done, value: oldest } = oldestFirst.next()
      if (done !== true) kept.delete(oldest)
    }
    kept.set(key, value)
    return value
  }
}
