/**
 * Collects lines and writes many at once, so that a request never waits for whoever reads the log.
 * Where nobody reads it, lines beyond a bound are left out and counted, and memory stays bounded
 * [run.log-unread].
 */

/** How long a line may wait. */
const WRITE_EVERY_MS = 20
const WRITE_LENGTH = 64 * 1024
/** Characters that were handed over and not yet taken. */
const UNREAD_MAX = 4 * 1024 * 1024

export interface LinesDeps {
  /** Calls `taken` when the text has been taken. */
  readonly write: (text: string, taken: () => void) => void
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
  let text = ''
  let cancel: (() => void) | null = null
  let unread = 0
  let missing = 0
  let emptied: (() => void)[] = []

  function flush(): void {
    cancel?.()
    cancel = null
    if (text === '') return
    const written = text
    text = ''
    unread += written.length
    write(written, () => {
      unread -= written.length
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
      return text === ''
    },
    add(line) {
      if (unread > UNREAD_MAX) {
        missing++
        return
      }
      text += line
      if (text.length >= WRITE_LENGTH) flush()
      else cancel ??= after(WRITE_EVERY_MS, flush)
    },
    flush,
    async drained() {
      flush()
      if (unread > 0) await new Promise<void>((resolve) => emptied.push(resolve))
    },
  }
}
