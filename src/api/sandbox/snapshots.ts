/**
 * Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. During a restore the
 * matcher waits between two steps and the sequencer commits nothing; then the memory follows.
 */
import { type Refused, refused, refusedParam } from '../../core/refusals'
import { type Instant, isBefore, toKst } from '../../core/time'
import {
  clearState,
  hasOtherAccounts,
  restoreState,
  type SavedState,
  saveState,
} from '../../ledger/snapshots'
import type { InstrumentDirectory } from '../../market/instruments'
import type { PinnedQuotes } from '../../market/pins'
import type { Database } from '../../postgres/database'
import { arrayLiteral, type StatementRunner } from '../../postgres/statement'
import type { Sequencer } from '../../trading/sequencer'
import type { Asking } from './clients'
import type { ClockControls, ClockDeps, ClockReading } from './clock'
import type { ScenarioRunner } from './scenario-runner'

export interface SnapshotDeps extends Pick<ClockDeps, 'clock' | 'simulated'> {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'betweenBatches'>
  readonly matcher: ClockDeps['matcher'] & TakenBack
  readonly instruments: Pick<InstrumentDirectory, 'refresh'>
  readonly pins: Pick<PinnedQuotes, 'reload'>
  readonly forcing: { refresh(): Promise<void> }
  readonly faults: { refresh(): Promise<void> }
  readonly signInsChanged: () => void
  /** Closes all streams, so that their readers start again. */
  readonly restartStreams: () => void
  /** The market's time when the server began. */
  readonly startedAt: Instant
}

/** The parts of the matcher that snapshots use. */
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
/** A client may change its own accounts; the key's holder all [sandbox.rights]. */
type Owner = Pick<Asking, 'accountIds'>

export interface SnapshotControls {
  save(owner: Owner): Promise<Snapshot | NotTheirs>
  restore(
    owner: Owner,
    snapshotId: string,
  ): Promise<ClockReading | NotTheirs | Refused<'snapshot-not-found'>>
  /** Null for the market's time when the server began. */
  rewind(
    owner: Owner,
    to: Instant | null,
  ): Promise<ClockReading | NotTheirs | Refused<'invalid-parameter' | 'clock-not-simulated'>>
}

/** When there are more, the oldest is dropped. */
const KEPT_MAX = 100

class StoredSnapshots implements SnapshotControls {
  readonly #takenBack: ScenarioRunner['takenBack']
  readonly #read: ClockControls['read']
  readonly #deps: SnapshotDeps
  readonly #kept = new Map<string, Kept>()
  #made = 0

  constructor(
    deps: SnapshotDeps,
    read: ClockControls['read'],
    takenBack: ScenarioRunner['takenBack'],
  ) {
    this.#takenBack = takenBack
    this.#read = read
    this.#deps = deps
  }

  async save(owner: Owner): Promise<Snapshot | NotTheirs> {
    if (await this.#isNotTheirs(owner)) return refused('account-mismatch')
    return this.#deps.matcher.betweenSteps(async () => {
      const state = await this.#deps.sequencer.betweenBatches(() =>
        this.#deps.database.transaction(saveState),
      )
      const snapshotId = `snap_${++this.#made}`
      const snapshot = {
        snapshotId,
        now: this.#deps.clock.now(),
        carriedTo: this.#deps.matcher.carriedTo,
        state,
      }
      this.#kept.set(snapshotId, snapshot)
      const [oldest] = this.#kept.keys()
      if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
      return snapshot
    })
  }

  async restore(
    owner: Owner,
    snapshotId: string,
  ): Promise<ClockReading | NotTheirs | Refused<'snapshot-not-found'>> {
    const snapshot = this.#kept.get(snapshotId)
    if (snapshot === undefined) return refused('snapshot-not-found', { snapshotId })
    if (await this.#isNotTheirs(owner)) return refused('account-mismatch')
    await this.#replacing((transaction) => restoreState(transaction, snapshot.state), snapshot)
    await this.#takenBack('restored')
    return this.#read()
  }

  async rewind(
    owner: Owner,
    to: Instant | null,
  ): Promise<ClockReading | NotTheirs | Refused<'invalid-parameter' | 'clock-not-simulated'>> {
    if (this.#deps.simulated === null) return refused('clock-not-simulated')
    if (await this.#isNotTheirs(owner)) return refused('account-mismatch')
    const at = to ?? this.#deps.startedAt
    if (isBefore(this.#deps.clock.now(), at)) {
      const now = toKst(this.#deps.clock.now())
      const reason = `the market is only at ${now}; POST /sandbox/clock advances it`
      return refusedParam('invalid-parameter', 'to', { reason })
    }
    await this.#replacing((transaction) => clearState(transaction, at), { now: at, carriedTo: at })
    await this.#takenBack('rewound')
    return this.#read()
  }

  async #isNotTheirs({ accountIds }: Owner): Promise<boolean> {
    return accountIds !== 'all' && hasOtherAccounts(this.#deps.database, arrayLiteral(accountIds))
  }

  /** Replaces the database's rows and the clock. A waiting batch is decided after both. */
  #replacing(
    replace: (transaction: StatementRunner) => Promise<void>,
    target: { readonly now: Instant; readonly carriedTo: Instant },
  ): Promise<void> {
    return this.#deps.matcher.betweenSteps(async () => {
      const before = { now: this.#deps.clock.now(), carriedTo: this.#deps.matcher.carriedTo }
      const takeTo = ({ now, carriedTo }: typeof before): void => {
        this.#deps.simulated?.takeTo(now)
        if (this.#deps.simulated !== null) this.#deps.matcher.takeTo(carriedTo)
      }
      try {
        await this.#deps.sequencer.betweenBatches(() =>
          this.#deps.database.transaction(async (transaction) => {
            await replace(transaction)
            takeTo(target)
          }),
        )
      } catch (error) {
        takeTo(before)
        throw error
      }
      this.#deps.signInsChanged()
      this.#deps.restartStreams()
      const reloaded = [
        this.#deps.pins.reload(),
        this.#deps.instruments.refresh(),
        this.#deps.forcing.refresh(),
        this.#deps.faults.refresh(),
      ]
      await Promise.all(reloaded)
      if (this.#deps.simulated === null) this.#deps.matcher.takeTo(this.#deps.matcher.carriedTo)
    })
  }
}

export const snapshotControls = (
  deps: SnapshotDeps,
  read: ClockControls['read'],
  takenBack: ScenarioRunner['takenBack'],
): SnapshotControls => new StoredSnapshots(deps, read, takenBack)
