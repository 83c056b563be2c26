/**
 * The whole broker as it was, again [snapshot.save] [snapshot.rewind]. While it is replaced, the
 * matcher stands between two steps and the sequencer commits nothing; everything in memory follows.
 */
import { type Refused, refused, refusedParam } from '../../core/refusals'
import { type Instant, isBefore, toKst } from '../../core/time'
import type { InstrumentDirectory } from '../../market/instruments'
import type { PinnedQuotes } from '../../market/pins'
import type { Database } from '../../store/database'
import { arrayLiteral, type StatementRunner } from '../../store/pg/statement'
import {
  clearState,
  hasOtherAccounts,
  restoreState,
  type SavedState,
  saveState,
} from '../../store/tables/snapshots'
import type { Sequencer } from '../../trading/sequencer'
import type { Asking } from './clients'
import type { ClockControls, ClockDeps, ClockReading } from './clock'
import type { Conductor } from './conductor'

export interface SnapshotDeps extends Pick<ClockDeps, 'clock' | 'simulated'> {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'betweenBatches'>
  readonly matcher: ClockDeps['matcher'] & TakenBack
  readonly instruments: Pick<InstrumentDirectory, 'refresh'>
  readonly pins: Pick<PinnedQuotes, 'reload'>
  readonly forcing: { refresh(): Promise<void> }
  readonly faults: { refresh(): Promise<void> }
  readonly signInsChanged: () => void
  /** Closes all streams: their readers must begin anew. */
  readonly restartStreams: () => void
  /** The market's time when the server began. */
  readonly startedAt: Instant
}

/** What the snapshots need of the matcher. */
interface TakenBack {
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  readonly carriedTo: Instant
  takeTo(carriedTo: Instant): void
}

export interface Snapshot {
  readonly snapshotId: string
  readonly now: Instant
}

interface Kept extends Snapshot {
  readonly carriedTo: Instant
  readonly state: SavedState
}

type NotTheirs = Refused<'account-mismatch'>
/** Whose accounts may be changed: a client's own, or all with the key [sandbox.rights]. */
type Owner = Pick<Asking, 'accountIds'>

export interface SnapshotControls {
  save(owner: Owner): Promise<Snapshot | NotTheirs>
  restore(
    owner: Owner,
    snapshotId: string,
  ): Promise<ClockReading | NotTheirs | Refused<'snapshot-not-found'>>
  /** Null: to where the server began. */
  rewind(
    owner: Owner,
    to: Instant | null,
  ): Promise<ClockReading | NotTheirs | Refused<'invalid-parameter' | 'clock-not-simulated'>>
}

/** The oldest is dropped for one more. */
const KEPT_MAX = 100

export function snapshotControls(
  deps: SnapshotDeps,
  read: ClockControls['read'],
  takenBack: Conductor['takenBack'],
): SnapshotControls {
  const { database, sequencer, matcher, clock, simulated, instruments, pins, forcing, faults } =
    deps
  const kept = new Map<string, Kept>()
  let made = 0

  async function isNotTheirs({ accountIds }: Owner): Promise<boolean> {
    return accountIds !== 'all' && hasOtherAccounts(database, arrayLiteral(accountIds))
  }

  /** Replaces what is stored and, with it, the clock: a batch that waits is decided after both. */
  const replacing = (
    replace: (transaction: StatementRunner) => Promise<void>,
    target: { readonly now: Instant; readonly carriedTo: Instant },
  ): Promise<void> =>
    matcher.betweenSteps(async () => {
      const before = { now: clock.now(), carriedTo: matcher.carriedTo }
      const takeTo = ({ now, carriedTo }: typeof before): void => {
        simulated?.takeTo(now)
        if (simulated !== null) matcher.takeTo(carriedTo)
      }
      try {
        await sequencer.betweenBatches(() =>
          database.transaction(async (transaction) => {
            await replace(transaction)
            takeTo(target)
          }),
        )
      } catch (error) {
        takeTo(before)
        throw error
      }
      deps.signInsChanged()
      deps.restartStreams()
      const reloaded = [pins.reload(), instruments.refresh(), forcing.refresh(), faults.refresh()]
      await Promise.all(reloaded)
      if (simulated === null) matcher.takeTo(matcher.carriedTo)
    })

  return {
    async save(owner) {
      if (await isNotTheirs(owner)) return refused('account-mismatch')
      return matcher.betweenSteps(async () => {
        const state = await sequencer.betweenBatches(() => database.transaction(saveState))
        const snapshotId = `snap_${++made}`
        const snapshot = { snapshotId, now: clock.now(), carriedTo: matcher.carriedTo, state }
        kept.set(snapshotId, snapshot)
        const [oldest] = kept.keys()
        if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
        return snapshot
      })
    },

    async restore(owner, snapshotId) {
      const snapshot = kept.get(snapshotId)
      if (snapshot === undefined) return refused('snapshot-not-found', { snapshotId })
      if (await isNotTheirs(owner)) return refused('account-mismatch')
      await replacing((transaction) => restoreState(transaction, snapshot.state), snapshot)
      await takenBack('restored')
      return read()
    },

    async rewind(owner, to) {
      if (simulated === null) return refused('clock-not-simulated')
      if (await isNotTheirs(owner)) return refused('account-mismatch')
      const at = to ?? deps.startedAt
      if (isBefore(clock.now(), at)) {
        const now = toKst(clock.now())
        const reason = `the market is only at ${now}; POST /sandbox/clock advances it`
        return refusedParam('invalid-parameter', 'to', { reason })
      }
      await replacing((transaction) => clearState(transaction, at), { now: at, carriedTo: at })
      await takenBack('rewound')
      return read()
    },
  }
}
