/** Ids of what a user means to do, so that no second click and no lost answer does it twice. */
import { useRef } from 'preact/hooks'

export interface Intention {
  readonly clientOrderId: string
  /** What is sent, as a text. */
  readonly contents: string
}

/** The intention to send `contents`: the one before if it is the same, otherwise a new one. */
export function intentionOf(before: Intention | null, contents: unknown): Intention {
  const text = JSON.stringify(contents)
  return before?.contents === text ? before : { clientOrderId: newClientOrderId(), contents: text }
}

/** Returns a function that gives the clientOrderId for what a form sends. */
export function useIntention(): (contents: unknown) => string {
  const last = useRef<Intention | null>(null)
  return (contents) => {
    last.current = intentionOf(last.current, contents)
    return last.current.clientOrderId
  }
}

/** Without `randomUUID`, which browsers offer only over https. */
function newClientOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
