/**
 * Preloaded into a process that must end by itself: a timer of a second or more never fires in it,
 * so the process lasts for ever if anything waits for one, and a test needs no stopwatch.
 */
const LONG_MS = 1_000
/** The longest that there is: 24 days. */
const FOR_EVER_MS = 2 ** 31 - 1

const setOwn = globalThis.setTimeout
const lasting = (work: () => void, ms = 0, ...rest: readonly []) =>
  setOwn(work, ms < LONG_MS ? ms : FOR_EVER_MS, ...rest)
globalThis.setTimeout = Object.assign(lasting, setOwn)
