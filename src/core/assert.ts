/** Our own bugs throw: a broken claim stops here instead of going on unseen. */
export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${claim}`)
}
