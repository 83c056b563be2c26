/**
 * COMPAT=next [run.compat]: the headers of the public clients of the contract's family. Their
 * envelope is a line of ./call.ts.
 */

import { ACCOUNT_ID_HEADER } from './clients'
import { REQUEST_ID_HEADER } from './wire/request-id'

const THEIR_REQUEST_ID = 'x-request-id'

/** Their names of our headers; where both are sent, ours is meant. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  [REQUEST_ID_HEADER, THEIR_REQUEST_ID],
  [ACCOUNT_ID_HEADER, 'x-next-account-id'],
])

/** A header of ours, as the request has it. */
export function sentHeader({ headers }: Request, name: string): string | null {
  const ours = headers.get(name)
  const alias = ALIASES.get(name)
  return ours !== null || alias === undefined ? ours : headers.get(alias)
}

/** Sends the request's id back under their name as well. */
export function withTheirId({ headers }: Response): void {
  const id = headers.get(REQUEST_ID_HEADER)
  if (id !== null) headers.set(THEIR_REQUEST_ID, id)
}
