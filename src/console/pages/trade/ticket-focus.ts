/** The keys `b` and `s` lead to the ticket, from whatever page. */
import { signal } from '@preact/signals'

/** How often the ticket was asked for. */
export const focusAsked = signal(0)
let answered = 0

export function focusTicket(): void {
  focusAsked.value++
}

/** Whether it was asked for since this was called last: a request counts once. */
export function isAskedFor(): boolean {
  const asked = focusAsked.peek() > answered
  answered = focusAsked.peek()
  return asked
}
