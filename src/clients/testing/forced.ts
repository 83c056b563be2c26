/** Decides what becomes of orders and of answers [outcome.force] [fault.force]. */
import type { RefusalCode } from '../../core/refusals'
import { answered } from '../sdk'
import type { OwnStreams } from './own-streams'
import type { InOrder } from './queue'
import type { Sandbox } from './sandbox'

/** Which orders; without any of them, all. */
export interface MatchedOrders {
  readonly clientId?: string
  readonly accountId?: string
  readonly symbol?: string
  readonly side?: 'BUY' | 'SELL'
  /** The beginning of the clientOrderId. */
  readonly clientOrderId?: string
  /** How many orders. Default: until it is removed. */
  readonly times?: number
}

export interface WantedOutcome extends MatchedOrders {
  readonly result: 'fill' | 'reject' | 'hold' | 'lose-cancel' | 'expire' | 'cancel'
  /** USD per share of a fill. */
  readonly price?: number
  /** Shares; all that remain when left out. */
  readonly quantity?: number
  /** Instead of `quantity`: the first at once, the others one at each tick. */
  readonly parts?: number[]
  /** What becomes of shares that no part takes. Default: hold. */
  readonly rest?: 'hold' | 'market'
  /** Of `reject`. */
  readonly code?: RefusalCode
  /** Of `lose-cancel`. Default: next-tick. */
  readonly race?: 'next-tick' | 'at-once'
}

export interface WantedFault {
  readonly clientId?: string
  /** The operationId, such as `placeOrder`. */
  readonly route?: string
  /** How many requests. Default: until it is removed. */
  readonly times?: number
  /** Strikes this share of them, drawn from `seed`. */
  readonly share?: number
  readonly seed?: number
  readonly code?: RefusalCode
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly at?: 'before' | 'after-commit'
  /** ISO 8601, by machine time: `PT2S`. */
  readonly delay?: string
  readonly cut?: 'before' | 'after-commit'
  readonly stream?: 'cut' | 'late'
  readonly messages?: 'events' | 'heartbeats' | 'all'
  readonly token?: 'expired' | 'revoked'
  readonly client?: 'disabled'
}

export interface ForcedHandle {
  /** How many orders it has decided, or requests it has struck. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface ForcedControls {
  /** What becomes of the orders that match. */
  outcome(wanted: WantedOutcome): Promise<ForcedHandle>
  /** How the requests fail that match; what was committed stays committed. */
  fault(wanted: WantedFault): Promise<ForcedHandle>
}

export const forcedControls = (
  sandbox: Sandbox,
  inOrder: InOrder,
  streams: Pick<OwnStreams, 'waitForNone'>,
): ForcedControls => ({
  outcome: (wanted) =>
    inOrder(async () => {
      const { outcomeId } = await answered(sandbox.outcomes.put(wanted))
      const outcome = sandbox.outcomes({ outcomeId })
      return {
        hits: () => inOrder(async () => (await answered(outcome.get())).hits),
        remove: () => inOrder(async () => void (await answered(outcome.delete()))),
      }
    }),
  fault: (wanted) =>
    inOrder(async () => {
      if (wanted.stream !== undefined) streams.waitForNone()
      const { faultId } = await answered(sandbox.faults.put(wanted))
      const fault = sandbox.faults({ faultId })
      return {
        hits: () => inOrder(async () => (await answered(fault.get())).hits),
        remove: () => inOrder(async () => void (await answered(fault.delete()))),
      }
    }),
})
