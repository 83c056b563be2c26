/** Sends one change of the sandbox at a time. */
import { useState } from 'preact/hooks'
import { client } from '../../data/client'
import { steer } from '../../data/sandbox'

export function useSteering() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  return {
    busy,
    fault,
    /** Resolves to whether it succeeded. */
    async steer(
      what: string,
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
    ): Promise<boolean> {
      const from = client.peek()
      if (from === null || busy) return false
      setBusy(true)
      setFault(null)
      try {
        await steer(from, what, method, path, body)
        return true
      } catch (error) {
        setFault(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
