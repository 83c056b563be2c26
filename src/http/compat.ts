/**
 * COMPAT=next [run.compat]: the headers of a sibling of the contract, an API of the same design
 * with other names. `Call.envelope` makes the envelope that its clients expect.
 */

import { ACCOUNT_ID_HEADER } from './clients'
import { REQUEST_ID_HEADER } from './wire/schemas'

const THEIR_REQUEST_ID = 'x-request-id'

/**
 * Our headers by the names that these clients give them. If a request has both, our header counts.
 */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  [REQUEST_ID_HEADER, THEIR_REQUEST_ID],
  [ACCOUNT_ID_HEADER, 'x-next-account-id'],
])

/** Reads a header of ours, under either name. */
export function sentHeader({ headers }: Request, name: string): string | null {
  const ours = headers.get(name)
  const alias = ALIASES.get(name)
  return ours !== null || alias === undefined ? ours : headers.get(alias)
}

/** Sends the request's id back under their name as well. */
export function addTheirId({ headers }: Response): void {
  const id = headers.get(REQUEST_ID_HEADER)
  if (id !== null) headers.set(THEIR_REQUEST_ID, id)
}
