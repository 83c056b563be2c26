/**
 * Decides when to retry the commands of an account that was not current, or was locked: at once,
 * then after some milliseconds. Each conflict means that another server has changed the account, so
 * one of the servers always makes progress.
 */
import type { Pending } from './deadline'

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
export type Contended = Map<string, Contention>

/**
 * Returns the milliseconds until these commands of the account are retried. The market's own
 * commands fail if they have waited for long: their orders meet the next tick, and delay no other
 * account's.
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
