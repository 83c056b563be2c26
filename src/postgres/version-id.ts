/**
 * Versions of accounts. A change of anything that belongs to an account, including its holdings and
 * orders, gives its row a new version in the same transaction.
 *
 * Versions are random, not counted. So a version names one state for good, even after a snapshot, a
 * backup or a standby has brought an older state back. And a statement whose answer was lost can be
 * distinguished from other changes of the account.
 */
import { randomBytes } from 'node:crypto'
import { parameter } from './statement'

/** Less than 2^48, so that a number is exact. An account that was never changed has version 0. */
export type Version = number

export const drawVersion = (): Version => randomBytes(6).readUIntBE(0, 6)

/**
 * The version that a statement gives the accounts which it writes. Their events have it too, so a
 * server that has lost its answer can distinguish its events from other servers' events.
 */
export const VERSION = parameter('version', 'bigint')
