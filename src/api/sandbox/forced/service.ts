/**
 * Sets, lists and removes the faults [fault.force] and the outcomes of orders [outcome.force] that
 * a test forces, and what is the same for both.
 */
import {
  type FaultEffect,
  type ForcedFault,
  isMessageFault,
  isRequestFault,
  type MessageFault,
  type NewFault,
  type RequestFault,
} from '../../../core/fault-rule'
import type { ForcedOutcome, NewOutcome, OutcomeMatch } from '../../../core/order/forced'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import { findClient } from '../../../identity/clients'
import { disableKey, enableKey } from '../../../identity/keys'
import { expireTokensOf, revokeTokensOf } from '../../../identity/tokens'
import { findAccount } from '../../../ledger/accounts'
import {
  isUnspentFault,
  listFaults,
  listOutcomes,
  meetFault,
  plansOfOutcome,
  removeFault,
  removeOutcome,
  setFault,
  setOutcome,
} from '../../../ledger/forced'
import type { InstrumentDirectory } from '../../../market/instruments'
import type { Database, Drizzle } from '../../../postgres/database'
import { releaseCommand } from '../../../trading/commands/forced'
import type { ForcingSwitch } from '../../../trading/forcing'
import type { Matcher } from '../../../trading/matcher/matcher'
import type { Sequencer } from '../../../trading/sequencer'
import { type Caller, mayActOn, mayChange, type NotTheirs } from '../clients'

interface Forced {
  readonly match: { readonly clientId?: string }
}

type NotFound = Refused<'control-not-found'>

/** The stored records of one kind, of all clients. */
interface ForcedStore<T extends Forced> {
  /** Returns the records in the order in which they are tried. */
  readonly list: () => Promise<readonly T[]>
  readonly idOf: (record: T) => string
  /** Removes the record and ends its effect. Returns undefined if it was removed already. */
  readonly remove: (record: T) => Promise<T | undefined>
}

/** A client sees and sets records of its own requests alone; the key's holder all. */
function forcedRecords<T extends Forced>(store: ForcedStore<T>) {
  const isTheirs = ({ clientId }: Caller, { match }: T): boolean =>
    clientId === undefined || match.clientId === clientId

  const list = async (caller: Caller): Promise<readonly T[]> =>
    (await store.list()).filter((record) => isTheirs(caller, record))

  async function find(caller: Caller, id: string): Promise<T | NotFound> {
    const record = (await list(caller)).find((one) => store.idOf(one) === id)
    return record ?? refused('control-not-found', { id })
  }

  async function remove(caller: Caller, id: string): Promise<T | NotFound> {
    const record = await find(caller, id)
    if (isRefused(record)) return record
    return (await store.remove(record)) ?? refused('control-not-found', { id })
  }

  async function removeAll(caller: Caller): Promise<readonly T[]> {
    const removed: T[] = []
    for (const record of await list(caller)) {
      const one = await store.remove(record)
      if (one !== undefined) removed.push(one)
    }
    return removed
  }

  /** Removes the caller's record of this id, so that a new one can take it. */
  async function freeId(caller: Caller, id: string | null): Promise<NotTheirs | undefined> {
    if (id === null) return undefined
    const record = (await store.list()).find((one) => store.idOf(one) === id)
    if (record === undefined) return undefined
    if (!isTheirs(caller, record)) return refused('account-mismatch')
    await store.remove(record)
    return undefined
  }

  return { list, find, remove, removeAll, freeId }
}

type ForcedRecords<T extends Forced> = Pick<
  ReturnType<typeof forcedRecords<T>>,
  'list' | 'find' | 'remove' | 'removeAll'
>

/** The same controls, whose answers are encoded. */
export function encodedRecords<T extends Forced, E extends object>(
  records: ForcedRecords<T>,
  encode: (record: T) => E,
) {
  const unlessRefused = (found: T | NotFound) => (isRefused(found) ? found : encode(found))
  return {
    list: async (caller: Caller) => (await records.list(caller)).map(encode),
    find: async (caller: Caller, id: string) => unlessRefused(await records.find(caller, id)),
    remove: async (caller: Caller, id: string) => unlessRefused(await records.remove(caller, id)),
    removeAll: async (caller: Caller) => (await records.removeAll(caller)).map(encode),
  }
}

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

type FaultNotSet = NotTheirs | Refused<'invalid-parameter' | 'missing-parameter'>

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
  async function set(caller: Caller, wanted: NewFault): Promise<ForcedFault | FaultNotSet> {
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
): Promise<number | FaultNotSet> {
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

export interface OutcomeDeps {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly matcher: Pick<Matcher, 'orders'>
  readonly instruments: Pick<InstrumentDirectory, 'has'>
  readonly forcing: ForcingSwitch
}

type OutcomeNotSet = NotTheirs | Refused<'symbol-not-found'>

export type OutcomeControls = ReturnType<typeof outcomeControls>

export function outcomeControls(deps: OutcomeDeps) {
  const { database, forcing } = deps
  const { drizzle } = database

  const { freeId, ...records } = forcedRecords<ForcedOutcome>({
    list: () => listOutcomes(drizzle),
    idOf: ({ outcomeId }) => outcomeId,
    async remove({ outcomeId }) {
      const removed = await removeOutcome(drizzle, outcomeId)
      await releaseOrders(deps, outcomeId)
      await forcing.refresh()
      return removed
    },
  })

  /** The outcome decides matching orders at once, on every server of the database. */
  async function set(caller: Caller, wanted: NewOutcome): Promise<ForcedOutcome | OutcomeNotSet> {
    const match = await checkMatch(deps, caller, wanted.match)
    if (isRefused(match)) return match
    const notTheirs = await freeId(caller, wanted.outcomeId)
    if (notTheirs !== undefined) return notTheirs
    const outcome = await setOutcome(drizzle, { ...wanted, match })
    await forcing.refresh()
    return outcome
  }

  return { ...records, set }
}

/** Completes the match with the caller's own client, if it may set such an outcome. */
async function checkMatch(
  { database, instruments }: OutcomeDeps,
  caller: Caller,
  match: OutcomeMatch,
): Promise<OutcomeMatch | OutcomeNotSet> {
  const symbol = match.symbol?.toUpperCase()
  if (symbol !== undefined && !instruments.has(symbol)) {
    return refusedParam('symbol-not-found', 'symbol', { symbol })
  }
  const { accountId } = match
  if (accountId !== undefined) {
    const isTheirs =
      mayChange(caller, accountId) && (await findAccount(database, accountId)) !== undefined
    if (!isTheirs) return refused('account-mismatch')
  }
  if (!mayActOn(caller, match.clientId)) return refused('account-mismatch')
  const { clientId } = caller
  return {
    ...match,
    ...(symbol !== undefined && { symbol }),
    ...(clientId !== undefined && { clientId }),
  }
}

/** Returns the orders that the outcome decides to the market. */
async function releaseOrders(
  { database, sequencer, matcher }: OutcomeDeps,
  outcomeId: string,
): Promise<void> {
  const plans = await plansOfOutcome(database, outcomeId)
  for (const accountId of new Set(plans.map((plan) => plan.accountId))) {
    await sequencer.submit(releaseCommand(accountId, outcomeId))
  }
  if (plans.length > 0) matcher.orders.termsChanged()
}
