/**
 * Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. During a restore the
 * matcher waits between two steps, and the sequencer commits nothing. Then everything that this
 * process keeps in memory is read again; the other servers of the database do so within seconds.
 */
import { type Refused, refused, refusedParam } from '../../core/refusals'
import { FIRST_INSTANT, type Instant, isBefore, toKst } from '../../core/time'
import { orderTable } from '../../ledger/open-orders'
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
  readonly restores: Restores
  /** The market's time when the server began. */
  readonly startedAt: Instant
}

/** The parts of the matcher that snapshots use. */
interface RewindableMatcher {
  betweenSteps<T>(work: () => Promise<T>): Promise<T>
  readonly carriedTo: Instant
  takeTo(carriedTo: Instant): void
}

/** Restores and rewinds by other servers of the database. */
export class Restores {
  readonly #database: StatementRunner
  /** The orders' table of the broker that this server has in memory. */
  #table: string
  #follow: (() => Promise<void>) | null = null

  private constructor(database: StatementRunner, table: string) {
    this.#database = database
    this.#table = table
  }

  /** Must come before the server reads what a restore replaces. */
  static async open(database: StatementRunner): Promise<Restores> {
    return new Restores(database, await orderTable(database))
  }

  /** `follow` is called after another server has replaced the broker. */
  connect(follow: () => Promise<void>): void {
    this.#follow = follow
  }

  /** Notes the broker of now. Returns whether it has been replaced. */
  async note(): Promise<boolean> {
    const before = this.#table
    this.#table = await orderTable(this.#database)
    return before !== this.#table
  }

  /** Looks whether another server has replaced the broker. */
  async refresh(): Promise<void> {
    if (this.#table !== (await orderTable(this.#database))) await this.#follow?.()
  }
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
    deps.restores.connect(this.#followOthers)
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
      await this.#deps.restores.note()
      await this.#readAgain()
    })
  }

  /** Reads the broker that another server has restored [snapshot.save]. */
  readonly #followOthers = (): Promise<void> =>
    this.#deps.matcher.betweenSteps(async () => {
      if (await this.#deps.restores.note()) await this.#readAgain()
    })

  /** Reads again everything that this process keeps in memory. */
  async #readAgain(): Promise<void> {
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
  }
}
