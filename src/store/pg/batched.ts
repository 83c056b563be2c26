/**
 * One query at a time for many single rows. Callers that come while a query runs share the next: so
 * a flood of callers costs a few queries, and none waits for more than two.
 */

/** Keeps a query small; further keys go with the next one. */
const KEYS_MAX = 200

export function batched<Key, Row>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  const waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>()
  let reading = false

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, KEYS_MAX)
      for (const [key] of batch) waiting.delete(key)
      try {
        const found = await read(batch.map(([key]) => key))
        for (const [key, { resolve }] of batch) resolve(found.get(key))
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
    }
    reading = false
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Row | undefined>()
    waiting.set(key, asked)
    if (!reading) {
      reading = true
      void readAll()
    }
    return asked.promise
  }
}
