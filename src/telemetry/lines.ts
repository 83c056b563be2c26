/**
 * Collects what lines are made of, and makes and writes many at once: a request never waits for
 * whoever reads the log, and a line that is made beside hundreds of others takes half the time.
 * Where nobody reads them, lines beyond a bound are left out and counted, and memory stays bounded
 * [run.log-unread].
 */

/** How long a line may wait. */
const WRITE_EVERY_MS = 20
const LINES_AT_ONCE = 256
const BUFFER_BYTES = 64 * 1024
/** Memory that is new for each write costs more than the write. */
const SPARE_BUFFERS_MAX = 4
/** Bytes that were handed over and not yet taken. */
const UNREAD_MAX = 4 * 1024 * 1024

export interface LinesDeps {
  /** Calls `taken` when the bytes have been taken. */
  readonly write: (lines: Uint8Array, taken: () => void) => void
  readonly after: (ms: number, ring: () => void) => () => void
  /** Called when the log is read again, with the lines that were left out. */
  readonly leftOut: (lines: number) => void
}

/** The lines of one kind of request. */
export interface LineMaker {
  bytesMax(requestId: string | undefined): number
  /** Writes one at `at`, and answers where it ends. `nowMs`: since 1970; `ms`: what it took. */
  write(
    into: Uint8Array,
    at: number,
    nowMs: number,
    ms: number,
    requestId: string | undefined,
  ): number
}

export interface Lines {
  /** Nothing waits to be written. */
  readonly isEmpty: boolean
  add(maker: LineMaker, nowMs: number, ms: number, requestId: string | undefined): void
  /** Hands over what waits. */
  flush(): void
  /** Resolves when everything has been taken. */
  drained(): Promise<void>
}

export function collectedLines({ write, after, leftOut }: LinesDeps): Lines {
  // A list of each part, and not of objects: nothing is made for a line that waits.
  const makers: LineMaker[] = []
  const requestIds: (string | undefined)[] = []
  const nowsMs = new Float64Array(LINES_AT_ONCE)
  const tookMs = new Float64Array(LINES_AT_ONCE)
  let count = 0
  const spare: Uint8Array[] = []
  let cancel: (() => void) | null = null
  let unread = 0
  let missing = 0
  let emptied: (() => void)[] = []

  function flush(): void {
    cancel?.()
    cancel = null
    if (count === 0) return
    let buffer = spare.pop() ?? new Uint8Array(BUFFER_BYTES)
    let end = 0
    for (let at = 0; at < count; at++) {
      const maker = makers[at]
      if (maker === undefined) continue
      const requestId = requestIds[at]
      requestIds[at] = undefined
      const needed = end + maker.bytesMax(requestId)
      if (needed > buffer.length) buffer = enlarged(buffer, 2 * needed)
      end = maker.write(buffer, end, nowsMs[at] ?? 0, tookMs[at] ?? 0, requestId)
    }
    count = 0
    unread += end
    // What waits to be taken is counted by its length: a few lines must not hold a whole buffer.
    const isMostlyFull = 2 * end >= buffer.length
    const written = isMostlyFull ? buffer.subarray(0, end) : buffer.slice(0, end)
    if (!isMostlyFull) keep(buffer)
    write(written, () => {
      if (isMostlyFull) keep(buffer)
      unread -= end
      if (unread > 0) return
      if (missing > 0) {
        leftOut(missing)
        missing = 0
      }
      for (const resolve of emptied) resolve()
      emptied = []
    })
  }

  function keep(buffer: Uint8Array): void {
    if (spare.length < SPARE_BUFFERS_MAX && buffer.length === BUFFER_BYTES) spare.push(buffer)
  }

  return {
    get isEmpty() {
      return count === 0
    },
    add(maker, nowMs, ms, requestId) {
      if (unread > UNREAD_MAX) {
        missing++
        return
      }
      makers[count] = maker
      requestIds[count] = requestId
      nowsMs[count] = nowMs
      tookMs[count] = ms
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

function enlarged(buffer: Uint8Array, bytes: number): Uint8Array {
  const larger = new Uint8Array(bytes)
  larger.set(buffer)
  return larger
}
