/** Sets, lists and removes the faults that a test forces [fault.force]. */
import {
  type FaultEffect,
  type ForcedFault,
  isMessageFault,
  isRequestFault,
  type MessageFault,
  type NewFault,
  type RequestFault,
} from '../../../core/fault-rule'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import { findClient } from '../../../identity/clients'
import { disableKey, enableKey } from '../../../identity/keys'
import { expireTokensOf, revokeTokensOf } from '../../../identity/tokens'
import {
  isUnspentFault,
  listFaults,
  meetFault,
  removeFault,
  setFault,
} from '../../../ledger/forced-faults'
import type { Drizzle } from '../../../postgres/database'
import { type Asking, isTheirs } from '../clients'

export interface FaultControlDeps {
  readonly drizzle: Drizzle
  readonly faults: FaultRegistry
  /** The operationIds that a fault may name. */
  readonly routes: () => ReadonlySet<string>
  /** The system clock, which tokens go by. */
  readonly wallNow: () => Instant
  /** Called when tokens or clients have changed, so that the next requests look them up again. */
  readonly signInsChanged: () => void
}

type NotThere = Refused<'control-not-found'>
type NotSet = Refused<'account-mismatch' | 'invalid-parameter' | 'missing-parameter'>

/** A client sees and sets faults of its own requests alone; the key's holder all. */
export interface FaultControls {
  /** Strikes from now on here, and within 5 s at the other servers of the database. */
  set(asking: Asking, wanted: NewFault): Promise<ForcedFault | NotSet>
  /** In the order in which they are tried. */
  list(asking: Asking): Promise<readonly ForcedFault[]>
  find(asking: Asking, faultId: string): Promise<ForcedFault | NotThere>
  /** As it was; a client that it has disabled is enabled. */
  remove(asking: Asking, faultId: string): Promise<ForcedFault | NotThere>
  removeAll(asking: Asking): Promise<readonly ForcedFault[]>
}

class StoredFaults implements FaultControls {
  readonly #deps: FaultControlDeps

  constructor(deps: FaultControlDeps) {
    this.#deps = deps
  }

  async list(asking: Asking): Promise<readonly ForcedFault[]> {
    return (await listFaults(this.#deps.drizzle)).filter((fault) => isTheirs(asking, fault))
  }

  async find(asking: Asking, faultId: string): Promise<ForcedFault | NotThere> {
    const found = (await this.list(asking)).find((fault) => fault.faultId === faultId)
    return found ?? refused('control-not-found', { id: faultId })
  }

  async remove(asking: Asking, faultId: string): Promise<ForcedFault | NotThere> {
    const found = await this.find(asking, faultId)
    if (isRefused(found)) return found
    const removed = await removeFault(this.#deps.drizzle, faultId)
    await this.#deps.faults.refresh()
    const { clientId } = found.match
    if (found.effect.kind === 'client-disabled' && clientId !== undefined) {
      await enableKey(this.#deps.drizzle, clientId)
      this.#deps.signInsChanged()
    }
    return removed ?? refused('control-not-found', { id: faultId })
  }

  async set(asking: Asking, wanted: NewFault): Promise<ForcedFault | NotSet> {
    const { clientId } = asking
    if (clientId !== undefined && (wanted.match.clientId ?? clientId) !== clientId) {
      return refused('account-mismatch')
    }
    const { route } = wanted.match
    if (route !== undefined && !this.#deps.routes().has(route)) {
      const reason = `it must be one of ${[...this.#deps.routes()].join(', ')}`
      return refusedParam('invalid-parameter', 'route', { reason })
    }
    const match = { ...wanted.match, ...(clientId !== undefined && { clientId }) }
    const { faultId } = wanted
    if (faultId !== null) {
      const isAnothers = (await listFaults(this.#deps.drizzle)).some(
        (known) => known.faultId === faultId && !isTheirs(asking, known),
      )
      if (isAnothers) return refused('account-mismatch')
      await this.remove(asking, faultId)
    }
    const ended = await this.#act({ ...wanted, match })
    if (typeof ended === 'object') return ended
    const set = await setFault(this.#deps.drizzle, { ...wanted, match }, ended)
    await this.#deps.faults.refresh()
    return set
  }

  async removeAll(asking: Asking): Promise<readonly ForcedFault[]> {
    const removed: ForcedFault[] = []
    for (const { faultId } of await this.list(asking)) {
      const one = await this.remove(asking, faultId)
      if (!isRefused(one)) removed.push(one)
    }
    return removed
  }

  /** What a fault of a client does as soon as it is set; how many tokens it has ended. */
  async #act({ effect, match: { clientId } }: NewFault): Promise<number | NotSet> {
    if (effect.kind !== 'token' && effect.kind !== 'client-disabled') return 0
    if (clientId === undefined) return refusedParam('missing-parameter', 'clientId')
    if ((await findClient(this.#deps.drizzle, clientId)) === undefined) {
      return refusedParam('invalid-parameter', 'clientId', { reason: 'there is no such client' })
    }
    const ended = await this.#signOut(effect, clientId)
    this.#deps.signInsChanged()
    return ended
  }

  /** How many tokens it has ended. */
  async #signOut(
    effect: Extract<FaultEffect, { kind: 'token' | 'client-disabled' }>,
    clientId: string,
  ): Promise<number> {
    const { drizzle } = this.#deps
    const at = this.#deps.wallNow()
    if (effect.kind === 'client-disabled') {
      await disableKey(drizzle, clientId, at)
      return 1
    }
    return effect.end === 'revoked'
      ? revokeTokensOf(drizzle, clientId, at)
      : expireTokensOf(drizzle, clientId, at)
  }
}

export const faultControls = (deps: FaultControlDeps): FaultControls => new StoredFaults(deps)

export interface FaultRegistry {
  readonly isSet: boolean
  strikeRequest(
    clientId: string | undefined,
    route: string | undefined,
  ): Promise<RequestFault | undefined>
  strikeMessage(
    message: 'events' | 'heartbeats',
    clientId: string | undefined,
  ): Promise<MessageFault | undefined>
  /** Reads the faults again: at once after a change here, otherwise every few seconds. */
  refresh(): Promise<void>
}

export async function openFaultRegistry(drizzle: Drizzle): Promise<FaultRegistry> {
  let known: readonly ForcedFault[] = []
  let reads = 0
  let knownFrom = 0

  /** The first fault that strikes. The database counts: `times` is exact across servers. */
  async function strike<Effect extends FaultEffect>(
    isEffect: (effect: FaultEffect) => effect is Effect,
    fits: (fault: ForcedFault, effect: Effect) => boolean,
  ): Promise<Effect | undefined> {
    for (const fault of known) {
      const { faultId, effect } = fault
      if (!isEffect(effect) || !isUnspentFault(fault) || !fits(fault, effect)) continue
      const met = await meetFault(drizzle, faultId)
      if (met === undefined) continue
      known = known.map((each) => (each.faultId === faultId ? met.fault : each))
      if (met.strikes) return effect
    }
    return undefined
  }

  const isOf = ({ match }: ForcedFault, clientId: string | undefined): boolean =>
    match.clientId === undefined || match.clientId === clientId

  const registry = {
    isSet: false,
    strikeRequest: (clientId: string | undefined, route: string | undefined) =>
      strike(
        isRequestFault,
        (fault) =>
          isOf(fault, clientId) && (fault.match.route === undefined || fault.match.route === route),
      ),
    strikeMessage: (message: 'events' | 'heartbeats', clientId: string | undefined) =>
      strike(
        isMessageFault,
        (fault, { messages }) =>
          isOf(fault, clientId) && (messages === 'all' || messages === message),
      ),
    async refresh() {
      reads++
      const read = reads
      const found = await listFaults(drizzle)
      // A read that began earlier is older, even if it ended later.
      if (read < knownFrom) return
      knownFrom = read
      known = found
      registry.isSet = known.length > 0
    },
  }
  await registry.refresh()
  return registry
}
