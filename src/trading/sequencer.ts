/**
 * Carries out every change to an account, by group commit: commands that arrive while one batch
 * commits make up the next batch. Thus many orders share one commit, and no order waits for others
 * to join it. Two workers have a batch each: while the database writes one batch, this process
 * decides the other.
 *
 * Promises: commands of an account are decided in the order of their arrival. An answer comes only
 * after the batch has committed [stream.after-commit], and only for a state of the account that was
 * current then. A client's command that has waited for 5 s is refused and never carried out later
 * [request.deadline]. An account that another server changes too, or that another session has
 * locked, delays only its own commands. A command at fault fails alone.
 *
 * Commands of different accounts have no promised sequence, and neither have commands of several
 * processes: the versions of the accounts decide it.
 */
import { type Refused, refused, type SequencerRefusal } from '../core/refusals'
import { type Instant, isBefore } from '../core/time'
import type { Shard, Shards } from '../postgres/database'
import { ShardSplit } from '../postgres/each-shard'
import { databaseRefusal } from '../postgres/errors'
import { type Command, type Pending, PendingCommands, SequencerBusy } from './command'
import { type Commit, type CommitDeps, openCommit } from './commit'
import { openAccountCache } from './recall'

export const BATCH_MAX = 512
/** The most waiting commands; further commands of clients are refused [request.busy]. */
export const QUEUE_MAX = 20_000
/** The most batches at once, if the database can carry out more than one statement at a time. */
export const WORKERS_MAX = 2

export interface Sequencer {
  /**
   * Rejects with SequencerBusy or with the failure; then nothing has changed, unless it is an
   * OutcomeUnknown. `waitedMs` is how long the command waited before it came here.
   */
  submit<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome>
  /**
   * Resolves when every command decided before the instant has been committed or has failed; null
   * if no such command is pending.
   */
  committing(before: Instant): Promise<void> | null
  /** Runs the work while no batch runs, then empties the cache. */
  betweenBatches<T>(work: () => Promise<T>): Promise<T>
  /** The number of clients' commands that have no answer yet. */
  readonly waiting: number
  /** Resolves when every command has its answer. */
  drained(): Promise<void>
}

export interface SequencerDeps extends CommitDeps {
  /** Omit it for one worker. */
  readonly workers?: number
}

export type OrBusy<T> = T | Refused<SequencerRefusal>

/**
 * Turns failures that changed nothing into refusals for a client: too many commands, a lost or slow
 * database before a statement was sent, and a full disk. [request.busy] [request.deadline]
 * [error.disk-full]
 */
export const orRefuse = <T>(work: () => Promise<T>): Promise<OrBusy<T>> =>
  work().catch((error: unknown) => {
    const refusal = error instanceof SequencerBusy ? refused('server-busy') : databaseRefusal(error)
    if (refusal === undefined) throw error
    return refusal
  })

/** The client that sends a command, and the time since its request arrived [request.deadline]. */
export interface CommandSender {
  readonly client: { readonly clientId: string }
  readonly waitedMs: () => number
}

export const submitOrRefuse = <T>(
  sequencer: Pick<Sequencer, 'submit'>,
  command: Command<T>,
  waitedMs: () => number = () => 0,
): Promise<OrBusy<T>> => orRefuse(() => sequencer.submit(command, waitedMs()))

/**
 * The size of the next batch: half of all callers, counting the callers that will soon send another
 * command. If a batch took every waiting command, the callers that were just answered would come
 * too late for it and form a small batch behind it. All would pay for two batches, and nobody would
 * be served while the large one commits.
 */
const halfOf = (waiting: number, elsewhere: number): number =>
  elsewhere === 0 ? waiting : Math.ceil((waiting + elsewhere) / 2)

/** A batch that runs. */
interface Batch {
  readonly commands: readonly Pending[]
  /** When it was decided; null if it is undecided. */
  decidedAt: Instant | null
  readonly done: Promise<void>
}

class CommandSequencer implements Sequencer {
  readonly #deps: SequencerDeps
  readonly #workers: number
  readonly #cache = openAccountCache()
  readonly #commit: Commit
  readonly #pending: PendingCommands
  readonly #contended: Contended = new Map()
  readonly #underWay = new Set<Batch>()
  /** Commands by account that wait for a batch, or until their account is retried. */
  readonly #behind = new Map<string, Pending[]>()
  #queue: Pending[] = []
  #isStarting = false
  /** The number of tasks that wait for the batches to end, or run between them. */
  #pauses = 0
  /** The callers of the last batch that have not sent a new command yet. */
  #returning = 0

  constructor(deps: SequencerDeps) {
    this.#deps = deps
    this.#workers = deps.workers ?? 1
    this.#commit = openCommit(deps, this.#cache)
    this.#pending = new PendingCommands(deps)
  }

  submit<Outcome>(command: Command<Outcome>, waitedMs = 0): Promise<Outcome> {
    return new Promise<Outcome>((resolve, fail) => {
      if (this.#pending.clients >= QUEUE_MAX && command.fence === undefined) {
        fail(new SequencerBusy('too many commands are waiting'))
        return
      }
      // safe: the outcome at this command's place is what its own `decide` returned.
      const answer = (outcome: unknown): void => resolve(outcome as Outcome)
      this.#queue.push(this.#pending.admit(command, waitedMs, { answer, fail }))
      if (this.#returning > 0) this.#returning--
      this.#start()
    })
  }

  committing(before: Instant): Promise<void> | null {
    const pending = [...this.#underWay].filter(
      ({ decidedAt }) => decidedAt !== null && isBefore(decidedAt, before),
    )
    return pending.length === 0 ? null : Promise.all(pending.map(({ done }) => done)).then(() => {})
  }

  async betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses++
    try {
      await this.#idle()
      return await work()
    } finally {
      this.#cache.clear()
      this.#pauses--
      this.#start()
    }
  }

  get waiting(): number {
    return this.#pending.clients
  }

  async drained(): Promise<void> {
    await this.#pending.empty()
    await this.#idle()
  }

  /**
   * Counts the callers whose commands are in a batch, and the callers that will soon send another
   * command.
   */
  #elsewhere(): number {
    return [...this.#underWay].reduce((sum, { commands }) => sum + commands.length, this.#returning)
  }

  /**
   * Returns whether a batch is worth starting: while another batch runs, it should take half of the
   * callers, or batches would only get smaller.
   */
  #pays(): boolean {
    return this.#underWay.size === 0 || this.#queue.length >= Math.max(1, this.#elsewhere() - 1)
  }

  /** Starts after the requests that were read together, so that one batch takes them all. */
  #start(): void {
    if (this.#isStarting || this.#underWay.size === this.#workers || !this.#pays()) return
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      this.#begin()
    })
  }

  #begin(): void {
    while (this.#pauses === 0 && this.#underWay.size < this.#workers && this.#pays()) {
      const commands = this.#nextBatch()
      if (commands.length === 0) return
      this.#work(commands)
    }
  }

  /** Moves commands that must wait for a batch out of the queue, so that it is scanned once. */
  #nextBatch(): readonly Pending[] {
    const batch: Pending[] = []
    const most = Math.min(BATCH_MAX, halfOf(this.#queue.length, this.#elsewhere()))
    let at = 0
    while (at < this.#queue.length && batch.length < most) {
      const one = this.#queue[at++]
      if (one === undefined || one.isAnswered) continue
      const waiting = this.#behind.get(one.command.accountId)
      if (waiting === undefined) batch.push(one)
      else waiting.push(one)
    }
    this.#queue = this.#queue.slice(at)
    return batch
  }

  #work(commands: readonly Pending[]): void {
    const accountIds = new Set(commands.map(({ command }) => command.accountId))
    for (const accountId of accountIds) this.#behind.set(accountId, [])
    const ended = Promise.withResolvers<void>()
    const batch: Batch = { commands, decidedAt: null, done: ended.promise }
    this.#underWay.add(batch)
    const committed = this.#commit(commands, (at) => {
      batch.decidedAt ??= at
    })
    const stale = committed.catch((error: unknown): readonly Pending[] => {
      // A fault of ours after the commit: without this, the callers would wait forever.
      for (const one of commands) one.fail(error)
      this.#deps.failed(error)
      return []
    })
    void stale.then((stale) => {
      this.#returning = commands.length - stale.length
      this.#underWay.delete(batch)
      this.#release(accountIds, stale)
      ended.resolve()
      this.#begin()
    })
  }

  /** Puts commands that waited for these accounts before commands that came later. */
  #release(accountIds: ReadonlySet<string>, stale: readonly Pending[]): void {
    const again = Map.groupBy(stale, ({ command }) => command.accountId)
    const next: Pending[] = []
    for (const accountId of accountIds) {
      const behind = this.#behind.get(accountId) ?? []
      const tried = again.get(accountId)
      this.#behind.delete(accountId)
      if (tried === undefined) {
        this.#contended.delete(accountId)
        next.push(...behind)
        continue
      }
      const commands = [...tried, ...behind]
      const inMs = tryAgainInMs(this.#contended, accountId, commands, this.#deps.elapsedMs())
      const wanted = commands.filter(({ isAnswered }) => !isAnswered)
      if (inMs === 0 || wanted.length === 0) {
        next.push(...wanted)
        continue
      }
      this.#behind.set(accountId, wanted)
      this.#deps.after(inMs, () => {
        this.#queue = [...(this.#behind.get(accountId) ?? []), ...this.#queue]
        this.#behind.delete(accountId)
        this.#start()
      })
    }
    if (next.length > 0) this.#queue = [...next, ...this.#queue]
  }

  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all([...this.#underWay].map(({ done }) => done))
  }
}

export const openSequencer = (deps: SequencerDeps): Sequencer => new CommandSequencer(deps)

/** A longer contention means that another server, or a stopped session, has the account. */
const SOON_MS = 250
/** Milliseconds between two attempts, during SOON_MS and after it. */
const TRY_AGAIN_AFTER_MS = { soon: 2, later: 20 } as const
/** After this long without a conflict or a command, an account counts as uncontended. */
const KNOWN_FOR_MS = 2_000

/** Thrown to the market's own command if other servers or sessions have kept the account. */
export class AccountBusy extends Error {
  override readonly name = 'AccountBusy'
  /** PostgreSQL's code for a row that is locked. */
  readonly code = '55P03'
}

interface Contention {
  readonly sinceMs: number
  readonly lastMs: number
  /** The first command to retry. */
  readonly first: Pending | undefined
}

/** The accounts that were not current, or locked, at their last attempt. */
type Contended = Map<string, Contention>

/**
 * Returns the milliseconds until these commands of the account are retried. The market's own
 * commands fail if they have waited for long: their orders meet the next tick, and delay no other
 * account's.
 */
function tryAgainInMs(
  contended: Contended,
  accountId: string,
  commands: readonly Pending[],
  nowMs: number,
): number {
  const known = contended.get(accountId)
  const before = known !== undefined && goesOn(known, commands, nowMs) ? known : null
  const sinceMs = before?.sinceMs ?? nowMs
  contended.set(accountId, { sinceMs, lastMs: nowMs, first: commands[0] })
  const isLong = nowMs - sinceMs >= SOON_MS
  const markets = commands.filter(({ command }) => isLong && command.fence !== undefined)
  for (const one of markets) {
    one.fail(new AccountBusy(`${accountId} is in use by another server or session`))
  }
  if (before === null) return 0
  return isLong ? TRY_AGAIN_AFTER_MS.later : TRY_AGAIN_AFTER_MS.soon
}

const goesOn = (
  { lastMs, first }: Contention,
  commands: readonly Pending[],
  nowMs: number,
): boolean => nowMs - lastMs <= KNOWN_FOR_MS || (first !== undefined && commands.includes(first))

/**
 * The sequencer of a distributed database: one for each shard, since the statement of a batch runs
 * on the one server that has all its accounts. A shard that cannot be reached delays only its own
 * accounts.
 */
class ShardSequencers implements Sequencer {
  readonly #shards: Shards
  readonly #open: (shard: Shard) => Sequencer
  readonly #sequencers: Map<Shard, Sequencer>

  constructor(shards: Shards, open: (shard: Shard) => Sequencer) {
    this.#shards = shards
    this.#open = open
    this.#sequencers = new Map(shards.all.map((shard) => [shard, open(shard)]))
  }

  /** A command of a shard that was split goes to the shard that has its account now. */
  async submit<Outcome>(command: Command<Outcome>, waitedMs?: number): Promise<Outcome> {
    for (;;) {
      try {
        return await this.#of(command.accountId).submit(command, waitedMs)
      } catch (error) {
        if (!(error instanceof ShardSplit)) throw error
      }
    }
  }

  #of(accountId: string): Sequencer {
    const shard = this.#shards.of(accountId)
    const known = this.#sequencers.get(shard) ?? this.#open(shard)
    this.#sequencers.set(shard, known)
    return known
  }

  /** Does not wait for shards that cannot be reached: the market moves on without them. */
  committing(before: Instant): Promise<void> | null {
    const pending = [...this.#sequencers].flatMap(([shard, sequencer]) =>
      shard.isAway ? [] : (sequencer.committing(before) ?? []),
    )
    return pending.length === 0 ? null : Promise.all(pending).then(() => {})
  }

  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return [...this.#sequencers.values()].reduce<() => Promise<T>>(
      (inner, sequencer) => () => sequencer.betweenBatches(inner),
      work,
    )()
  }

  get waiting(): number {
    return [...this.#sequencers.values()].reduce((sum, { waiting }) => sum + waiting, 0)
  }

  async drained(): Promise<void> {
    await Promise.all([...this.#sequencers.values()].map((sequencer) => sequencer.drained()))
  }
}

export const openShardSequencers = (shards: Shards, open: (shard: Shard) => Sequencer): Sequencer =>
  new ShardSequencers(shards, open)
