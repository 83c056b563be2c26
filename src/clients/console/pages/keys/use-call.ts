/** A call that a form makes: whether it is under way, and what the server has refused. */
import { useState } from 'preact/hooks'

export interface Call {
  readonly busy: boolean
  readonly fault: unknown
  /** Runs it, and then `done` where it succeeded. */
  run<Answer>(call: () => Promise<Answer>, done: (answer: Answer) => void): void
}

export function useCall(): Call {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  return {
    busy,
    fault,
    run(call, done) {
      if (busy) return
      setBusy(true)
      setFault(undefined)
      call()
        .then(done, setFault)
        .finally(() => setBusy(false))
    },
  }
}
