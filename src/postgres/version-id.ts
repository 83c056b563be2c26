/**
 * Versions of accounts. A change of anything that belongs to an account, including its holdings and
 * orders, gives its row a new version in the same transaction.
 *
 * Versions are random, not counted. So a version names one state for good, even after a snapshot, a
 * backup or a standby has brought an older state back. And a statement whose answer was lost can be
 * distinguished from other changes of the account.
 */
import { randomBytes } from 'node:crypto'

/** Less than 2^48, so that a number is exact. An account that was never changed has version 0. */
export type Version = number

export const drawVersion = (): Version => randomBytes(6).readUIntBE(0, 6)
