/**
 * Keeps the newest `limit` results of a pure function. Forgetting one costs only its computation
 * again, so results never depend on what is kept. Limits are counted in results.
 */
export function remember<Input, Key, Value extends object>(
  limit: number,
  keyOf: (input: Input) => Key,
  compute: (input: Input) => Value,
): (input: Input) => Value {
  const kept = new Map<Key, Value>()
  return (input) => {
    const key = keyOf(input)
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = compute(input)
    if (kept.size >= limit) forgetOldest(kept)
    kept.set(key, value)
    return value
  }
}

/** A Map yields its keys in the order in which they were added. */
function forgetOldest<Key>(kept: Map<Key, unknown>): void {
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}
