/** Works that are done one after the other, in the order in which they were asked for. */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Some work waits for the one that is being done. */
  readonly isWaitedFor: boolean
  /** Resolves when all that was asked for so far has been done, well or not. */
  drained(): Promise<void>
}

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run(work) {
      waiting++
      const done = last.then(() => {
        waiting--
        return work()
      })
      last = done.catch(() => {})
      return done
    },
    get isWaitedFor() {
      return waiting > 0
    },
    async drained() {
      await last
    },
  }
}
