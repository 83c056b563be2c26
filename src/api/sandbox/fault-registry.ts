/** The faults that are set, in memory: a request that none can strike costs a look at a flag. */
import {
  type FaultEffect,
  isMessageFault,
  isRequestFault,
  type MessageFault,
  type RequestFault,
} from '../../core/fault-rule'
import type { Drizzle } from '../../store/database'
import {
  type ForcedFault,
  isUnspentFault,
  listFaults,
  meetFault,
} from '../../store/tables/forced-faults'

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
  /** Reads them again: at once after a change here, every few seconds for other servers'. */
  refresh(): Promise<void>
}

export async function openFaultRegistry(drizzle: Drizzle): Promise<FaultRegistry> {
  let known: readonly ForcedFault[] = []
  let reads = 0
  let knownFrom = 0

  /** The first that strikes. The database counts, so that `times` is exact with several servers. */
  async function strike<Effect extends FaultEffect>(
    isEffect: (effect: FaultEffect) => effect is Effect,
    fits: (fault: ForcedFault, effect: Effect) => boolean,
  ): Promise<Effect | undefined> {
    for (const { faultId, effect, ...fault } of known) {
      const whole = { faultId, effect, ...fault }
      if (!isEffect(effect) || !isUnspentFault(whole) || !fits(whole, effect)) continue
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
      // A read that began earlier and was answered later is older.
      if (read < knownFrom) return
      knownFrom = read
      known = found
      registry.isSet = known.length > 0
    },
  }
  await registry.refresh()
  return registry
}
