/**
 * Makes commands of the market wait for the order book if another process has changed the account.
 */
import type { Command } from '../command'

/** Another process has changed the account: its orders must be read again. */
export interface Behind {
  readonly accountId: string
  /** The number of the account's last event. */
  readonly behindSeq: number
}

/**
 * The command, unless the order book is behind on the account: an order that it lacks might come
 * first.
 */
export const unlessBehind = <Outcome>(
  command: Command<Outcome>,
  followedTo: (accountId: string) => number,
): Command<Outcome | Behind> => ({
  ...command,
  decide(rows, now) {
    const { accountId } = command
    const behindSeq = rows.seqBefore(accountId)
    return behindSeq > followedTo(accountId) ? { accountId, behindSeq } : command.decide(rows, now)
  },
})

export const isBehind = <Outcome>(outcome: Outcome | Behind): outcome is Behind =>
  typeof outcome === 'object' && outcome !== null && 'behindSeq' in outcome
