/**
 * Accounts that another session holds: a batch goes on without them, and their commands are tried
 * again, in their order, until the account is free or their time is over.
 */
import type { Waiting } from './matcher/waiting'

/**
 * Batches of another process hold an account for some milliseconds, and leave it for less than one
 * where they follow each other; who holds it for longer is stopped or cut off.
 */
const SOON_FREE_MS = 250
/** Between two attempts, at an account that may be free soon, and at another. */
const TRY_AGAIN_AFTER_MS = { soonFree: 2, other: 20 } as const
/** What was seen so long ago says nothing of now. */
const KNOWN_FOR_MS = 2_000

/** The account's row was held by another session (lock_not_available). */
export class AccountHeld extends Error {
  override readonly name = 'AccountHeld'
  readonly code = '55P03'
}

interface Held {
  readonly sinceMs: number
  readonly seenAtMs: number
  readonly waiting: Waiting[]
}

export interface HeldAccounts {
  /** True: the command waits behind others of its account. */
  joins(one: Waiting): boolean
  /** What is to be tried again now, at most so many. */
  due(most: number): Waiting[]
  /** Another session holds the account; these of its commands were to be carried out. */
  hold(accountId: string, tried: readonly Waiting[]): void
  /** It is free; what waits for it, in its order. */
  free(accountId: string): readonly Waiting[]
  /** Milliseconds until the next attempt; null: nothing waits. */
  readonly tryAgainInMs: number | null
}

export function heldAccounts(elapsedMs: () => number): HeldAccounts {
  const accounts = new Map<string, Held>()
  let triedAtMs = Number.NEGATIVE_INFINITY

  const waitingFor = (accountId: string): readonly Waiting[] =>
    accounts.get(accountId)?.waiting ?? []

  const paceMs = (): number =>
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
    due(most) {
      if (elapsedMs() - triedAtMs < paceMs()) return []
      triedAtMs = elapsedMs()
      const tried: Waiting[] = []
      for (const [accountId, held] of accounts) {
        const waiting = held.waiting.filter(({ isAnswered }) => !isAnswered)
        const taken = waiting.slice(0, most - tried.length)
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
        one.fail(new AccountHeld(`${accountId} is held by another session`))
    },
    free(accountId) {
      const waiting = waitingFor(accountId)
      accounts.delete(accountId)
      return waiting
    },
    get tryAgainInMs() {
      return [...accounts.values()].some(({ waiting }) => waiting.length > 0) ? paceMs() : null
    },
  }
}
