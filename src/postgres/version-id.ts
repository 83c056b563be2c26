/**
 * Which state of an account was read. Whoever changes anything that belongs to the account, its
 * holdings and orders included, gives its row a new version in the same transaction.
 *
 * A version is drawn, not counted: so it names one state for good, also beside a state that was
 * brought back (a snapshot, a backup, a standby that took over), and a statement whose answer was
 * lost can be told from others that changed the account.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'

/** Below 2^48, so a number is exact; an account that nobody has changed yet has version 0. */
export type Version = number

export const drawVersion = (): Version => randomBytes(6).readUIntBE(0, 6)

/** One for each row of a statement that changes them all. */
export const drawnVersion = sql`floor(random() * (2 ^ 48))::bigint`
