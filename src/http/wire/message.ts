/** A message of a WebSocket as it came. */

/** The JSON of a text; undefined for anything else, which no reader of messages takes. */
export function jsonInMessage(message: string | Uint8Array): unknown {
  if (typeof message !== 'string') return undefined
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}
