/** Throws at a bug of our own, so that a broken claim stops here and does not spread. */
export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${claim}`)
}
