/** Reads messages of a WebSocket. */

/** The JSON of a text; undefined for anything else, which every schema of messages refuses. */
export function jsonInMessage(message: string | Uint8Array): unknown {
  if (typeof message !== 'string') return undefined
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}
