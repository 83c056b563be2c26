/** Our own bugs throw: what must never be is said where it would otherwise go on unseen. */
export function assert(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${claim}`)
}
