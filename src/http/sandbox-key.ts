/** Keys that open a part of the server without a token: the controls for tests [sandbox.key]. */
import { createHash, timingSafeEqual } from 'node:crypto'

export const SANDBOX_KEY_HEADER = 'x-sandbox-key'
export const FEED_KEY_HEADER = 'x-feed-key'

export interface SandboxKey {
  opensWith(sent: string): boolean
  /** Whether a bearer token opens the sandbox as well [sandbox.token]. */
  readonly acceptsTokens: boolean
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Without a key nothing opens it. Keys are compared in constant time, as hashes of one length. */
export function sandboxKeyOf(key: string | null, acceptsTokens: boolean): SandboxKey {
  const expected = key === null ? undefined : digestOf(key)
  return {
    opensWith: (sent) => expected !== undefined && timingSafeEqual(digestOf(sent), expected),
    acceptsTokens,
  }
}

/** The server's own key opens it as well. */
export function withOwnKey(key: SandboxKey, own: string): SandboxKey {
  const ownKey = sandboxKeyOf(own, false)
  return { ...key, opensWith: (sent) => ownKey.opensWith(sent) || key.opensWith(sent) }
}
