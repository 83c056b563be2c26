/** Opens and focuses the ticket, for the shortcuts `b` and `s`. */
import { signal } from '@preact/signals'
import { focusTarget } from '../../shell/shortcuts'

export const quantityField = focusTarget()

/** Counts the calls of focusTicket, since on a phone the ticket opens first. */
export const ticketRequests = signal(0)

export function focusTicket(): void {
  ticketRequests.value++
  quantityField.focus()
}
