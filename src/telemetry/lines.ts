/**
 * Collects the lines of requests, and writes many at once: a request never waits for whoever reads
 * the log. If nobody reads them, lines beyond a bound are left out and counted, and memory stays
 * bounded [run.log-unread].
 */

/** How long a line may wait. */
const WRITE_EVERY_MS = 20
const LINES_AT_ONCE = 256
/** Bytes that were handed over and not yet taken. */
const UNREAD_MAX = 4 * 1024 * 1024

export interface LinesDeps {
  /** Calls `taken` when the bytes have been taken. */
  readonly write: (lines: Uint8Array, taken: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  /** Called when the log is read again, with the lines that were left out. */
  readonly leftOut: (lines: number) => void
}

export interface Lines {
  /** Nothing waits to be written. */
  readonly isEmpty: boolean
  add(line: string): void
  /** Hands over what waits. */
  flush(): void
  /** Resolves when everything has been taken. */
  drained(): Promise<void>
}

export function collectedLines({ write, after, leftOut }: LinesDeps): Lines {
  const utf8 = new TextEncoder()
  let waiting = ''
  let count = 0
  let cancel: (() => void) | null = null
  let unread = 0
  let missing = 0
  let emptied: (() => void)[] = []

  function flush(): void {
    cancel?.()
    cancel = null
    if (count === 0) return
    const bytes = utf8.encode(waiting)
    waiting = ''
    count = 0
    unread += bytes.length
    write(bytes, () => {
      unread -= bytes.length
      if (unread > 0) return
      if (missing > 0) {
        leftOut(missing)
        missing = 0
      }
      for (const resolve of emptied) resolve()
      emptied = []
    })
  }

  return {
    get isEmpty() {
      return count === 0
    },
    add(line) {
      if (unread > UNREAD_MAX) {
        missing++
        return
      }
      waiting += `${line}\n`
      count++
      if (count === LINES_AT_ONCE) flush()
      else cancel ??= after(WRITE_EVERY_MS, flush)
    },
    flush,
    async drained() {
      flush()
      if (unread > 0) await new Promise<void>((resolve) => emptied.push(resolve))
    },
  }
}
