/** Ids of the page's own: the idempotency keys of its orders. */

/** Works on an address without https as well, where a browser has no randomUUID. */
export function newClientOrderId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
