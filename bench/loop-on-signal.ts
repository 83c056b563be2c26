/**
 * Loaded into a server before its program: at SIGUSR2 it prints the longest time that the event
 * loop has worked without a turn since the last signal. It is processor time: other programs do not
 * count.
 */
const LOOK_EVERY_MS = 1

/** Milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let before = threadMs()
let longestMs = 0
function look(): void {
  const now = threadMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
  setTimeout(look, LOOK_EVERY_MS).unref()
}

look()

process.on('SIGUSR2', () => {
  console.log(`longest turn ${longestMs.toFixed(1)} ms`)
  longestMs = 0
})
