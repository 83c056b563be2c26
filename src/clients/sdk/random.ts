/** The SDK's one source of randomness: for jitter, and for request ids that differ between runs. */

const SPAN = 2 ** 32

/** From 0 up to, and never, 1. */
export function random(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / SPAN
}
