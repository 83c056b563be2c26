/**
 * Work that is done again and again: each time begins so long after the last began, or, where it
 * took longer, when that has ended. What it throws is reported.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  { elapsedMs, failed }: { elapsedMs: () => number; failed: (error: unknown) => void },
): { stop(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let working: Promise<void> = Promise.resolve()
  let stopped = false

  function next(afterMs: number): void {
    timer = setTimeout(() => {
      const beganMs = elapsedMs()
      working = work()
        .catch(failed)
        .then(() => {
          if (!stopped) next(Math.max(0, everyMs - (elapsedMs() - beganMs)))
        })
    }, afterMs)
  }

  next(everyMs)
  return {
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await working
    },
  }
}
