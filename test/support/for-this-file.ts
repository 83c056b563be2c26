import { afterAll } from 'bun:test'

/**
 * A value that the tests of one file share: made when the first one asks, and dropped after the
 * last. The modules of all files live as long as the process, and what they hold with them.
 */
export function forThisFile<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  afterAll(() => {
    made = null
  })
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
