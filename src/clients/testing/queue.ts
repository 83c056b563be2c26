/**
 * Carries out one control after the other, in the order of the calls: a test may leave out an
 * `await` between two of them [testkit.in-order].
 */
export type InOrder = <T>(work: () => Promise<T>) => Promise<T>

export function inOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
