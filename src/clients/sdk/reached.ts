/** Waits until a reader of events has come to a number [stream.reached]. */

/** The reader has ended before it came to the number that somebody waits for. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError'
  constructor(seq: number) {
    super(`the events ended before the reader came to number ${seq}`)
  }
}

export interface ReadProgress {
  /** Everything up to this number has been read. */
  readTo(seq: number): void
  /** Nothing more is read. */
  end(): void
  /** Resolves when that number has been read, at once if it has; rejects with a NotReachedError. */
  reached(seq: number): Promise<void>
}

interface Waiting {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: NotReachedError) => void
}

export function readProgress(): ReadProgress {
  let read: number | null = null
  let isOver = false
  let waiting: readonly Waiting[] = []
  const isRead = (seq: number): boolean => read !== null && seq <= read

  return {
    readTo(seq) {
      read = Math.max(seq, read ?? 0)
      const reached = waiting.filter((one) => isRead(one.seq))
      waiting = waiting.filter((one) => !isRead(one.seq))
      for (const { resolve } of reached) resolve()
    },
    end() {
      isOver = true
      const left = waiting
      waiting = []
      for (const { seq, reject } of left) reject(new NotReachedError(seq))
    },
    reached(seq) {
      if (isRead(seq)) return Promise.resolve()
      if (isOver) return Promise.reject(new NotReachedError(seq))
      return new Promise((resolve, reject) => {
        waiting = [...waiting, { seq, resolve, reject }]
      })
    },
  }
}
