/** The gates that there are; what each checks is in ./gate.ts. */
import type { TSchema } from 'elysia'
import { bodyCheck } from './checked-body'
import { gate } from './gate'
import { byKnownToken } from './known-senders'
import type { AllowedOrigins } from './origins'
import type { Entrance } from './passage'
import type { SandboxKey } from './sandbox-key'
import { byClientId, byFeedKey, byKeyOrToken, byToken, byTokenIfSent } from './sender'

const V1 = { withoutRequestId: 'refused', findSender: byToken } as const
const READ = { scope: 'READ_ONLY', rateGroup: 'other' } as const
const TRADE = { scope: 'TRADE', rateGroup: 'orders' } as const

/** The routes behind the gates `fromMemory` and `quotes`: none of them waits for anything. */
export const FROM_MEMORY =
  /\/v1\/(?:market\/(?:quotes|calendar|exchange-rate)|instruments)(?:[/?]|$)/

/** The gates of /v1 [service.path]. */
export function openGates(entrance: Entrance, pages: AllowedOrigins) {
  const findSender = byKnownToken(entrance.senders)
  const fromMemory = { ...V1, ...READ, findSender, neverWaits: true } as const
  return {
    read: gate(entrance, { ...V1, ...READ, seed: 'read' }),
    trade: gate(entrance, { ...V1, ...TRADE, seed: 'trade' }),
    /** Of routes that take such a body. */
    tradeWith: (seed: string, body: TSchema) =>
      gate(entrance, { ...V1, ...TRADE, seed, checkBody: bodyCheck(body) }),
    fromMemory: gate(entrance, { ...fromMemory, seed: 'from memory' }),
    quotes: gate(entrance, { ...fromMemory, seed: 'quotes', checksQuery: false }),
    token: gate(entrance, {
      ...{ ...V1, ...READ, seed: 'token' },
      findSender: byClientId,
      rateGroup: 'token',
    }),
    // A browser cannot set headers here: its token comes in a message [stream.first-message].
    stream: gate(entrance, {
      ...{ ...READ, seed: 'stream', pages },
      withoutRequestId: 'allowed',
      findSender: byTokenIfSent,
    }),
  }
}

/**
 * The gates of /sandbox, which refuse in the same envelope [sandbox.envelope]. A request without an
 * id gets a counted one, so that runs repeat.
 */
export function openSandboxGates(entrance: Entrance, key: SandboxKey) {
  let requests = 0
  const withoutRequestId = () => `sandbox-${++requests}`
  const rules = { ...READ, withoutRequestId, findSender: byKeyOrToken(key) }
  return {
    read: gate(entrance, { ...rules, seed: 'sandbox read' }),
    trade: gate(entrance, { ...rules, seed: 'sandbox trade', scope: 'TRADE' }),
  }
}

/** The gate of live prices [live.door]. */
export function openFeedGate(entrance: Entrance, key: SandboxKey) {
  let requests = 0
  const withoutRequestId = () => `feed-${++requests}`
  return gate(entrance, { ...READ, seed: 'feed', withoutRequestId, findSender: byFeedKey(key) })
}

export type FeedGate = ReturnType<typeof openFeedGate>
