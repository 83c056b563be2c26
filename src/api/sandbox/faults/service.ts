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
import { type Refused, refused, refusedParam } from '../../../core/refusals'
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
import { forcedRecords } from '../forced'
import { type Caller, mayActOn, type NotTheirs } from '../rights'

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

type NotSet = NotTheirs | Refused<'invalid-parameter' | 'missing-parameter'>

export type FaultControls = ReturnType<typeof faultControls>

export function faultControls(deps: FaultControlDeps) {
  const { drizzle, faults, routes, signInsChanged } = deps

  const { freeId, ...records } = forcedRecords<ForcedFault>({
    list: () => listFaults(drizzle),
    idOf: ({ faultId }) => faultId,
    async remove({ faultId, effect, match: { clientId } }) {
      const removed = await removeFault(drizzle, faultId)
      await faults.refresh()
      if (effect.kind === 'client-disabled' && clientId !== undefined) {
        await enableKey(drizzle, clientId)
        signInsChanged()
      }
      return removed
    },
  })

  /** The fault strikes at once on this server, and within 5 s on others. */
  async function set(caller: Caller, wanted: NewFault): Promise<ForcedFault | NotSet> {
    const { clientId } = caller
    if (!mayActOn(caller, wanted.match.clientId)) return refused('account-mismatch')
    const { route } = wanted.match
    if (route !== undefined && !routes().has(route)) {
      const reason = `it must be one of ${[...routes()].join(', ')}`
      return refusedParam('invalid-parameter', 'route', { reason })
    }
    const match = { ...wanted.match, ...(clientId !== undefined && { clientId }) }
    const notTheirs = await freeId(caller, wanted.faultId)
    if (notTheirs !== undefined) return notTheirs
    const ended = await endSignIns(deps, { ...wanted, match })
    if (typeof ended === 'object') return ended
    const fault = await setFault(drizzle, { ...wanted, match }, ended)
    await faults.refresh()
    return fault
  }

  return { ...records, set }
}

/** Carries out a fault of a client at once; returns how many of its sign-ins this has ended. */
async function endSignIns(
  { drizzle, wallNow, signInsChanged }: FaultControlDeps,
  { effect, match: { clientId } }: NewFault,
): Promise<number | NotSet> {
  if (effect.kind !== 'token' && effect.kind !== 'client-disabled') return 0
  if (clientId === undefined) return refusedParam('missing-parameter', 'clientId')
  if ((await findClient(drizzle, clientId)) === undefined) {
    return refusedParam('invalid-parameter', 'clientId', { reason: 'there is no such client' })
  }
  const at = wallNow()
  let ended = 1
  if (effect.kind === 'client-disabled') await disableKey(drizzle, clientId, at)
  else if (effect.end === 'revoked') ended = await revokeTokensOf(drizzle, clientId, at)
  else ended = await expireTokensOf(drizzle, clientId, at)
  signInsChanged()
  return ended
}

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
