/** The broker as it was, again, or twice [snapshot.save] [snapshot.rewind] [testkit.fork]. */
import { answered } from '../sdk'
import type { InOrder } from './queue'
import type { Sandbox } from './sandbox'
import type { BrokerTime } from './steer'

/** A state of one broker; it can be restored any number of times. */
export interface SavedBroker {
  readonly snapshotId: string
  /** The market's time in it. */
  readonly now: string
}

export interface TimeMachine {
  snapshot(): Promise<SavedBroker>
  /** What came since is gone; open streams are closed. */
  restore(saved: SavedBroker): Promise<BrokerTime>
  /** The clock goes back, to where the broker began or to `to`; accounts are as they were made. */
  rewind(to?: string): Promise<BrokerTime>
}

export const timeMachine = (sandbox: Sandbox, inOrder: InOrder): TimeMachine => ({
  snapshot: () => inOrder(() => answered(sandbox.snapshots.post())),
  restore: ({ snapshotId }) =>
    inOrder(() => answered(sandbox.snapshots({ snapshotId }).restore.post())),
  rewind: (to) => inOrder(() => answered(sandbox.rewind.post(to === undefined ? {} : { to }))),
})
