/**
 * When the commands of an account are tried again that was not current, or was locked: at once,
 * then after some milliseconds. Each conflict means that another server has changed the account, so
 * that of several servers one goes on at any time.
 */
import type { Pending } from './pending'

/** An account that is contended for longer is another's for now, or its session was stopped. */
const SOON_MS = 250
/** Between two attempts, within that time and beyond it. */
const TRY_AGAIN_AFTER_MS = { soon: 2, later: 20 } as const
/** After this long without a conflict or a command, an account counts as uncontended. */
const KNOWN_FOR_MS = 2_000

/** Other servers or sessions have kept the account from the market's own command. */
export class AccountBusy extends Error {
  override readonly name = 'AccountBusy'
  /** PostgreSQL's own for a row that is locked. */
  readonly code = '55P03'
}

interface Contention {
  readonly sinceMs: number
  readonly lastMs: number
  /** The first command that has to be tried again. */
  readonly first: Pending | undefined
}

/** The accounts that were not current, or locked, when they were last tried. */
export type Contended = Map<string, Contention>

/**
 * Milliseconds until these commands of the account are tried again. The market's own fail if they
 * have waited for long: its orders meet the next tick, and hold up nobody else's.
 */
export function tryAgainInMs(
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
