/**
 * A command: a change to one account, with the rows that it needs and its decision on them. Follows
 * it from its arrival to its answer. A client's command that has waited too long is refused and
 * never carried out afterwards, unless a statement that carries it out may already be sent
 * [request.deadline].
 */
import { REQUEST_WAIT_MS_MAX } from '../core/limits'
import type { Instant } from '../core/time'
import type { Fence } from '../postgres/database'
import { OutcomeUnknown } from '../postgres/errors'
import type { Rows } from './rows'

export interface Command<Outcome> {
  readonly accountId: string
  /** Needs these instruments. */
  readonly symbols?: readonly string[]
  /** Needs the account's holdings of these symbols. */
  readonly heldSymbols?: readonly string[]
  readonly orderIds?: readonly string[]
  readonly clientOrderIds?: readonly string[]
  /**
   * Needs these conditional orders, and the conditional orders that have placed one of `orderIds`.
   */
  readonly groupIds?: readonly string[]
  /** Needs the account's liquidity uses of `heldSymbols`. */
  readonly takesLiquidity?: true
  /** True if a test may decide its outcome [outcome.force]. */
  readonly meetsOutcomes?: true
  /** Needs every open order, conditional order and holding of the account. */
  readonly wholeAccount?: true
  /**
   * Only the market's own commands have a fence. They are admitted however many commands of clients
   * wait, and they change nothing once another process moves the market.
   */
  readonly fence?: Fence
  /**
   * Decides with the core on the rows, and records the events. A refusal is an outcome without an
   * event. An exception is a fault of ours and undoes the command. The command is decided again if
   * the rows turn out not to be current, so it may have no effect except on the rows.
   */
  decide(rows: Rows, now: Instant): Outcome
}

/**
 * Thrown if there are too many commands, or if there was no time for this one. It was not carried
 * out.
 */
export class SequencerBusy extends Error {
  override readonly name = 'SequencerBusy'
}

/** The shortest time between two searches for late commands. */
const LOOK_EVERY_MS = 50

/** A monotonic clock in milliseconds, and an alarm that returns its own cancellation. */
export interface SequencerTime {
  readonly elapsedMs: () => number
  readonly after: (ms: number, ring: () => void) => () => void
}

interface Caller {
  answer(outcome: unknown): void
  fail(error: unknown): void
}

/** A command without an answer. Each order has one, and closures would cost more than a class. */
export class Pending {
  readonly command: Command<unknown>
  readonly arrivedAtMs: number
  readonly #caller: Caller
  readonly #among: PendingCommands
  #isAnswered = false
  #isClaimed = false

  constructor(
    command: Command<unknown>,
    arrivedAtMs: number,
    caller: Caller,
    among: PendingCommands,
  ) {
    this.command = command
    this.arrivedAtMs = arrivedAtMs
    this.#caller = caller
    this.#among = among
  }

  /** True if its caller has an answer, or no longer waits for one. */
  get isAnswered(): boolean {
    return this.#isAnswered
  }

  /** True while a statement that carries it out may be on its way. */
  get isClaimed(): boolean {
    return this.#isClaimed
  }

  /** True for a client's command. The matcher retries the market's own commands itself. */
  get isClients(): boolean {
    return this.command.fence === undefined
  }

  /** Returns whether somebody waits for it and it is not too late; refuses it if it is. */
  isWanted(): boolean {
    if (this.isClients && this.#among.isLate(this)) this.giveUp()
    return !this.#isAnswered
  }

  claim(): void {
    this.#isClaimed = true
  }

  /** Reports that the statement has not carried it out, and never will. */
  release(): void {
    this.#isClaimed = false
  }

  answer(outcome: unknown): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#caller.answer(outcome)
    this.#among.ended(this)
  }

  fail(error: unknown): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#caller.fail(error)
    this.#among.ended(this)
  }

  giveUp(): void {
    this.fail(
      this.#isClaimed
        ? new OutcomeUnknown('the COMMIT was not answered in time, so its outcome is unknown')
        : new SequencerBusy('the command has waited too long'),
    )
  }
}

/** The commands without an answer. */
export class PendingCommands {
  readonly #time: SequencerTime
  readonly #clients = new Set<Pending>()
  #unanswered = 0
  #emptied: (() => void)[] = []
  #isWatching = false

  /** Keeps the two functions alone: a timer that still runs holds no database. */
  constructor({ elapsedMs, after }: SequencerTime) {
    this.#time = { elapsedMs, after }
  }

  /** `waitedMs` is how long the caller has waited elsewhere. */
  admit(command: Command<unknown>, waitedMs: number, caller: Caller): Pending {
    const pending = new Pending(command, this.#time.elapsedMs() - waitedMs, caller, this)
    this.#unanswered++
    if (pending.isClients) this.#clients.add(pending)
    this.#watch()
    return pending
  }

  /** Called once for each command, when its caller has been answered. */
  ended(pending: Pending): void {
    this.#clients.delete(pending)
    if (--this.#unanswered > 0) return
    for (const resolve of this.#emptied) resolve()
    this.#emptied = []
  }

  /** The number of clients' commands without an answer. */
  get clients(): number {
    return this.#clients.size
  }

  /** Resolves once every caller has its answer. */
  async empty(): Promise<void> {
    while (this.#unanswered > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve))
  }

  isLate({ arrivedAtMs }: Pending): boolean {
    return this.#time.elapsedMs() - arrivedAtMs >= REQUEST_WAIT_MS_MAX
  }

  #watch(): void {
    if (this.#isWatching || this.#clients.size === 0) return
    this.#isWatching = true
    const [first] = this.#clients
    const leftMs =
      first === undefined ? 0 : first.arrivedAtMs + REQUEST_WAIT_MS_MAX - this.#time.elapsedMs()
    this.#time.after(Math.max(leftMs, LOOK_EVERY_MS), () => {
      this.#isWatching = false
      for (const client of [...this.#clients]) if (this.isLate(client)) client.giveUp()
      this.#watch()
    })
  }
}
