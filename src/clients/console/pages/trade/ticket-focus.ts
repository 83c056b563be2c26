/** The keys `b` and `s` lead to the ticket, from whatever page. */
import { signal } from '@preact/signals'
import { focusTarget } from '../../shell/shortcuts'

export const quantityField = focusTarget()

/** How often the ticket was asked for: on a phone it has to be opened first. */
export const ticketAsked = signal(0)

export function focusTicket(): void {
  ticketAsked.value++
  quantityField.ask()
}
