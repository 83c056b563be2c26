/**
 * Commands from their arrival at the desk to their answer, and the accounts that another session
 * holds.
 *
 * A client's command that has waited too long is refused, unless its COMMIT may be on its way, and
 * is never decided afterwards [request.deadline]. A batch goes on without an account that is held;
 * the account's commands are tried again, in their order, until it is free or their time is over.
 */
import { REQUEST_WAIT_MS_MAX } from '../core/limits'
import { OutcomeUnknown } from '../store/pg/retry'
import type { Command } from './batch'

/** The desk has too many commands, or had no time for this one. It was not carried out. */
export class DeskIsBusy extends Error {
  override readonly name = 'DeskIsBusy'
}

/** How often late commands are looked for, at most. */
const LOOK_EVERY_MS = 50

/** Milliseconds since a fixed moment, and an alarm that returns its own cancellation. */
export interface DeskTime {
  readonly elapsedMs: () => number
  readonly after: (ms: number, ring: () => void) => () => void
}

export interface WaitingCommand {
  readonly command: Command<unknown>
  /** Its caller has an answer, or no longer waits for one. */
  readonly isAnswered: boolean
  /** It has been decided in the present attempt. */
  readonly isDecided: boolean
  /** An attempt begins, and the decisions of the attempt before it have been undone. */
  begin(): void
  /** False: nobody waits for it, and it must not be decided any more. */
  mayDecide(): boolean
  answer(outcome: unknown): void
  fail(error: unknown): void
}

export interface Caller {
  answer(outcome: unknown): void
  fail(error: unknown): void
}

export interface WaitingRoom {
  /** `waitedMs`: how long the caller has waited elsewhere. */
  admit(command: Command<unknown>, waitedMs: number, caller: Caller): WaitingCommand
  /** Commands of clients without an answer. */
  readonly clients: number
  /** Resolves once every caller has its answer. */
  empty(): Promise<void>
}

interface ClientCommand {
  readonly arrivedAtMs: number
  giveUp(): void
}

export function waitingRoom({ elapsedMs, after }: DeskTime): WaitingRoom {
  const clients = new Set<ClientCommand>()
  let unanswered = 0
  let emptied: (() => void)[] = []
  let isWatching = false

  const isLate = ({ arrivedAtMs }: ClientCommand): boolean =>
    elapsedMs() - arrivedAtMs >= REQUEST_WAIT_MS_MAX

  function watch(): void {
    if (isWatching || clients.size === 0) return
    isWatching = true
    const [first] = clients
    const leftMs = first === undefined ? 0 : first.arrivedAtMs + REQUEST_WAIT_MS_MAX - elapsedMs()
    after(Math.max(leftMs, LOOK_EVERY_MS), () => {
      isWatching = false
      for (const client of [...clients]) if (isLate(client)) client.giveUp()
      watch()
    })
  }

  return {
    admit(command, waitedMs, caller) {
      let isAnswered = false
      let isDecided = false
      unanswered++
      const end = (tell: () => void): void => {
        if (isAnswered) return
        isAnswered = true
        clients.delete(client)
        tell()
        if (--unanswered > 0) return
        for (const resolve of emptied) resolve()
        emptied = []
      }
      const fail = (error: unknown): void => end(() => caller.fail(error))
      const client: ClientCommand = {
        arrivedAtMs: elapsedMs() - waitedMs,
        giveUp: () =>
          fail(
            isDecided
              ? new OutcomeUnknown('the COMMIT was not answered in time, so its outcome is unknown')
              : new DeskIsBusy('the command has waited too long'),
          ),
      }
      // The matcher tries the market's own commands again by itself.
      const isClients = command.fence === undefined
      if (isClients) clients.add(client)
      watch()
      return {
        command,
        get isAnswered() {
          return isAnswered
        },
        get isDecided() {
          return isDecided
        },
        begin() {
          isDecided = false
        },
        mayDecide() {
          if (isClients && isLate(client)) client.giveUp()
          isDecided = !isAnswered
          return isDecided
        },
        answer: (outcome) => end(() => caller.answer(outcome)),
        fail,
      }
    },
    get clients() {
      return clients.size
    },
    async empty() {
      while (unanswered > 0) await new Promise<void>((resolve) => emptied.push(resolve))
    },
  }
}

/**
 * Batches of another process hold an account for some milliseconds, and leave it for less than one
 * between two; a process that holds it for longer is stopped or cut off.
 */
const SOON_FREE_MS = 250
/** Between two attempts, at an account that may be free soon, and at any other. */
const TRY_AGAIN_AFTER_MS = { soonFree: 2, other: 20 } as const
/** After this long, an account is no longer assumed to be locked elsewhere. */
const KNOWN_FOR_MS = 2_000

/** Another connection has locked the account's row (lock_not_available). */
export class AccountBusy extends Error {
  override readonly name = 'AccountBusy'
  readonly code = '55P03'
}

interface BusyAccount {
  readonly sinceMs: number
  readonly seenAtMs: number
  readonly waiting: WaitingCommand[]
}

export interface BusyAccounts {
  /** True: the command waits behind others of its account. */
  joins(one: WaitingCommand): boolean
  /** The commands to try again now, at most so many, of accounts that may be tried. */
  due(most: number, mayTry: (one: WaitingCommand) => boolean): WaitingCommand[]
  /** Another connection has locked the account of these commands. */
  hold(accountId: string, tried: readonly WaitingCommand[]): void
  /** No account is known to be locked elsewhere. */
  readonly isEmpty: boolean
  /** The account is free; the commands that wait for it, in their order. */
  free(accountId: string): readonly WaitingCommand[]
  /** Milliseconds until the next attempt; null: nothing waits. */
  readonly tryAgainInMs: number | null
}

export function busyAccounts(elapsedMs: () => number): BusyAccounts {
  const accounts = new Map<string, BusyAccount>()
  let triedAtMs = Number.NEGATIVE_INFINITY

  const waitingFor = (accountId: string): readonly WaitingCommand[] =>
    accounts.get(accountId)?.waiting ?? []

  const retryAfterMs = (): number =>
    [...accounts.values()].some(({ sinceMs }) => elapsedMs() - sinceMs < SOON_FREE_MS)
      ? TRY_AGAIN_AFTER_MS.soonFree
      : TRY_AGAIN_AFTER_MS.other

  return {
    joins(one) {
      const held = accounts.get(one.command.accountId)
      if (held === undefined || held.waiting.length === 0) return false
      held.waiting.push(one)
      return true
    },
    due(most, mayTry) {
      if (elapsedMs() - triedAtMs < retryAfterMs()) return []
      triedAtMs = elapsedMs()
      const tried: WaitingCommand[] = []
      for (const [accountId, held] of accounts) {
        const waiting = held.waiting.filter(({ isAnswered }) => !isAnswered)
        const taken = waiting.every(mayTry) ? waiting.slice(0, most - tried.length) : []
        tried.push(...taken)
        accounts.set(accountId, { ...held, waiting: waiting.slice(taken.length) })
      }
      return tried
    },
    hold(accountId, tried) {
      const seenAtMs = elapsedMs()
      const before = accounts.get(accountId)
      const isOld = before === undefined || seenAtMs - before.seenAtMs > KNOWN_FOR_MS
      const sinceMs = isOld ? seenAtMs : before.sinceMs
      const waiting = [...tried, ...waitingFor(accountId)]
      const { markets = [], clients = [] } = Object.groupBy(waiting, ({ command }) =>
        command.fence === undefined ? 'clients' : 'markets',
      )
      // The market waits no longer: its orders meet the next tick, and hold up nobody else's.
      const isLong = seenAtMs - sinceMs >= SOON_FREE_MS
      accounts.set(accountId, { sinceMs, seenAtMs, waiting: isLong ? clients : waiting })
      if (!isLong) return
      for (const one of markets)
        one.fail(new AccountBusy(`${accountId} is held by another session`))
    },
    get isEmpty() {
      return accounts.size === 0
    },
    free(accountId) {
      const waiting = waitingFor(accountId)
      accounts.delete(accountId)
      return waiting
    },
    get tryAgainInMs() {
      return [...accounts.values()].some(({ waiting }) => waiting.length > 0)
        ? retryAfterMs()
        : null
    },
  }
}
