/** Which entries a full cache keeps. */
import { describe, expect, test } from 'bun:test'
import { lruCache } from '../../src/lib/lru-cache'

const MAX = 10
const keysOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `key ${at}`)

/** Each entry is its own key's length; they were set in this order. */
function holding(keys: readonly string[]) {
  const kept = lruCache<number>(MAX)
  for (const key of keys) kept.set(key, key.length)
  return kept
}
/** The entries that stay. A look-up is a use, so each key is looked up in a cache of its own. */
const keptOf = (keys: readonly string[], use: (kept: ReturnType<typeof holding>) => void) =>
  keys.filter((key) => {
    const kept = holding(keys)
    use(kept)
    return kept.get(key) !== undefined
  })
const NOTHING = () => {}

describe('the entries used last', () => {
  test('are all kept while they are fewer than there is room for', () => {
    expect(keptOf(keysOf(MAX - 1), NOTHING)).toEqual([...keysOf(MAX - 1)])
  })

  test('are at least half as many as there is room for, and never more, however many come', () => {
    for (let count = MAX; count <= 5 * MAX; count++) {
      const kept = keptOf(keysOf(count), NOTHING)
      expect(kept.length).toBeLessThanOrEqual(MAX)
      expect(kept.length).toBeGreaterThanOrEqual(MAX / 2)
      expect(kept).toEqual([...keysOf(count).slice(-kept.length)])
    }
  })

  test('are those that were set or found last: one that is asked for again and again stays', () => {
    const kept = lruCache<number>(MAX)
    kept.set('asked for', 1)
    kept.set('forgotten', 2)
    for (const key of keysOf(10 * MAX)) {
      kept.set(key, 0)
      expect(kept.get('asked for')).toBe(1)
    }
    expect(kept.get('forgotten')).toBeUndefined()
  })

  test('have the value that was set last, among the young and among the old', () => {
    for (let later = 0; later < MAX / 2; later++) {
      const kept = lruCache<string>(MAX)
      kept.set('account', 'before')
      for (const key of keysOf(later)) kept.set(key, '')
      kept.set('account', 'after')
      for (const key of keysOf(MAX / 2 - 1)) kept.set(key, '')
      expect(kept.get('account')).toBe('after')
    }
  })

  test('are without one that was deleted, among the young and among the old', () => {
    const keys = keysOf(MAX - 1)
    for (const key of keys) {
      const rest = keys.filter((each) => each !== key)
      expect(keptOf(keys, (kept) => kept.delete(key))).toEqual(rest)
    }
  })

  test('do not come back once one that was used among the old is deleted', () => {
    const kept = holding(keysOf(MAX - 1))
    expect(kept.get('key 0')).toBe(5)
    kept.delete('key 0')
    expect(kept.get('key 0')).toBeUndefined()
  })

  test('are none after all were cleared', () => {
    expect(keptOf(keysOf(MAX - 1), (kept) => kept.clear())).toEqual([])
  })
})
