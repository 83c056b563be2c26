/**
 * Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. During a restore the
 * matcher waits between two steps, and the sequencer commits nothing. Then everything that this
 * process keeps in memory is read again.
 */
import { type Refused, refused, refusedParam } from '../../core/refusals'
import { FIRST_INSTANT, type Instant, isBefore, toKst } from '../../core/time'
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
import type { Caller, NotTheirs } from './clients'
import type { ClockControls, ClockDeps, ClockReading } from './clock'
import type { ScenarioRunner } from './scenario-runner'

export interface SnapshotDeps extends Pick<ClockDeps, 'clock' | 'simulated'> {
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'betweenBatches'>
  readonly matcher: ClockDeps['matcher'] & RewindableMatcher
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
interface RewindableMatcher {
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  readonly carriedTo: Instant
  takeTo(carriedTo: Instant): void
}

export interface Snapshot {
  readonly snapshotId: string
  readonly now: Instant
}

interface StoredSnapshot extends Snapshot {
  readonly carriedTo: Instant
  readonly state: SavedState
}

/** When there are more, the oldest is dropped. */
const SNAPSHOTS_MAX = 100

export class SnapshotControls {
  readonly #afterRewind: ScenarioRunner['afterRewind']
  readonly #read: ClockControls['read']
  readonly #deps: SnapshotDeps
  readonly #snapshots = new Map<string, StoredSnapshot>()
  #count = 0

  constructor(
    deps: SnapshotDeps,
    read: ClockControls['read'],
    afterRewind: ScenarioRunner['afterRewind'],
  ) {
    this.#afterRewind = afterRewind
    this.#read = read
    this.#deps = deps
  }

  async save(caller: Caller): Promise<Snapshot | NotTheirs> {
    if (await this.#hasOtherAccounts(caller)) return refused('account-mismatch')
    return this.#deps.matcher.betweenSteps(async () => {
      const state = await this.#deps.sequencer.betweenBatches(() =>
        this.#deps.database.transaction(saveState),
      )
      const snapshotId = `snap_${++this.#count}`
      const snapshot = {
        snapshotId,
        now: this.#deps.clock.now(),
        carriedTo: this.#deps.matcher.carriedTo,
        state,
      }
      this.#snapshots.set(snapshotId, snapshot)
      const [oldest] = this.#snapshots.keys()
      if (this.#snapshots.size > SNAPSHOTS_MAX && oldest !== undefined) {
        this.#snapshots.delete(oldest)
      }
      return snapshot
    })
  }

  async restore(
    caller: Caller,
    snapshotId: string,
  ): Promise<ClockReading | NotTheirs | Refused<'snapshot-not-found'>> {
    const snapshot = this.#snapshots.get(snapshotId)
    if (snapshot === undefined) return refused('snapshot-not-found', { snapshotId })
    if (await this.#hasOtherAccounts(caller)) return refused('account-mismatch')
    await this.#replaceBroker((transaction) => restoreState(transaction, snapshot.state), snapshot)
    await this.#afterRewind('restored')
    return this.#read()
  }

  /** `to` is null for the market's time when the server began. */
  async rewind(
    caller: Caller,
    to: Instant | null,
  ): Promise<ClockReading | NotTheirs | Refused<'invalid-parameter' | 'clock-not-simulated'>> {
    if (this.#deps.simulated === null) return refused('clock-not-simulated')
    if (await this.#hasOtherAccounts(caller)) return refused('account-mismatch')
    const at = to ?? this.#deps.startedAt
    if (isBefore(at, FIRST_INSTANT)) {
      const reason = `the market's calendar begins at ${toKst(FIRST_INSTANT)}`
      return refusedParam('invalid-parameter', 'to', { reason })
    }
    if (isBefore(this.#deps.clock.now(), at)) {
      const now = toKst(this.#deps.clock.now())
      const reason = `the market is only at ${now}; POST /sandbox/clock advances it`
      return refusedParam('invalid-parameter', 'to', { reason })
    }
    await this.#replaceBroker((transaction) => clearState(transaction, at), {
      now: at,
      carriedTo: at,
    })
    await this.#afterRewind('rewound')
    return this.#read()
  }

  async #hasOtherAccounts({ accountIds }: Caller): Promise<boolean> {
    return accountIds !== 'all' && hasOtherAccounts(this.#deps.database, arrayLiteral(accountIds))
  }

  /** Replaces the database's rows and the clock. A waiting batch is decided after both. */
  #replaceBroker(
    replace: (transaction: StatementRunner) => Promise<void>,
    target: { readonly now: Instant; readonly carriedTo: Instant },
  ): Promise<void> {
    return this.#deps.matcher.betweenSteps(async () => {
      const before = { now: this.#deps.clock.now(), carriedTo: this.#deps.matcher.carriedTo }
      const takeTo = ({ now, carriedTo }: typeof before): void => {
        this.#deps.simulated?.restartAt(now)
        if (this.#deps.simulated !== null) this.#deps.matcher.takeTo(carriedTo)
      }
      try {
        await this.#deps.sequencer.betweenBatches(async () => {
          await this.#deps.database.transaction(async (transaction) => {
            await replace(transaction)
            takeTo(target)
          })
          await this.#deps.database.shards?.carryHalt()
        })
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
